import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify"
import { Desk } from "../access/desk.ts"
import type { Operation } from "../api/operation.ts"
import { operations } from "../api/operations.ts"
import { basePath, type OperationName, targetOf } from "../api/routes.ts"
import type { Asked, Fields, Handle } from "./asked.ts"
import { shownBy } from "./asker.ts"
import { answerBackup } from "./backup.ts"
import type { Door } from "./door.ts"
import { answerEvents } from "./events.ts"
import { familyOfInput } from "./family-of-input.ts"
import type { Asking, Handled, HandledName } from "./handler.ts"
import { withoutHiddenHints } from "./hints.ts"
import { answerCheck, inputCheck } from "./input-check.ts"
import { letIn } from "./letting-in.ts"
import { conditionsIn, etagOf, hasAlready } from "./preconditions.ts"
import { answerProblem } from "./problem-answers.ts"
import { answerSignIn, answerSignOut, csrfOf } from "./session-answers.ts"
import { turnedAway } from "./turned-away.ts"
import { hasHungUp, type Visit, visitOf } from "./visit.ts"
import { answerWatched, wantsProgress } from "./watched.ts"

const special: { readonly [Name in Exclude<OperationName, HandledName>]: (asked: Asked) => Promise<FastifyReply> } = {
  events: answerEvents,
  backup: answerBackup,
  signIn: answerSignIn,
  signOut: answerSignOut,
}

/** Every operation of the table becomes a route; there is nothing to be added here for a new one. */
export function addOperations(app: FastifyInstance, door: Door): void {
  const guard = letIn(app, door)
  for (const name of Object.keys(operations) as OperationName[]) {
    const operation: Operation = operations[name]
    const { method, path } = targetOf(name)
    app.route({
      method,
      url: `${basePath}${path}`,
      bodyLimit: Math.max(operation.largest ?? 0, door.limits.body),
      exposeHeadRoute: operation.as === undefined,
      onRequest: guard(name),
      handler: answerTo(name, operation, method, door),
    })
  }
}

function answerTo(name: OperationName, operation: Operation, method: "GET" | "POST", door: Door) {
  const check = inputCheck(operation, method)
  const isCommand = operation.kind === "command"
  const canWait = "wait" in operation.input.properties
  const isWork = operation.kind === "query" || works.has(name)
  const isLong = canWait || name in special || operation.kind === "request"
  const answer = name in special ? special[name as keyof typeof special] : handled(name as HandledName, operation, door)
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const visit = visitOf(request)
    const { principal } = visit
    if (principal === undefined) throw new Error(`${name} was asked for by nobody`)
    const rest = method === "GET" ? request.query : request.body === undefined ? {} : request.body
    const checked = check({ parameters: request.params as Fields, rest })
    if (!checked.ok) return answerProblem(request, reply, checked.rejection)
    const input = checked.value
    visit.family = familyOfInput(input)
    const conditions = conditionsIn(request.headers)
    if (!conditions.ok) return answerProblem(request, reply, conditions.rejection)
    if (canWait && typeof input.wait === "number" && input.wait > 0) {
      const crowded = door.admission.wait(visit)
      if (crowded) return answerProblem(request, reply, crowded)
    }
    const csrf = csrfOf(door, request, principal)
    const asking: Asking = {
      desk: new Desk(door.engine, principal),
      turn: turnsFor(door, visit),
      ...(isCommand && conditions.value),
      ...(isLong ? presence(door, request, visit) : soonAnswered),
      ...(csrf !== undefined && { csrf }),
    }
    if (!isWork || name in special) return answer({ door, request, reply, input, asking })
    const busy = await door.admission.work(visit)
    if (busy) return answerProblem(request, reply, busy)
    try {
      return await answer({ door, request, reply, input, asking })
    } finally {
      door.admission.worked(visit)
    }
  }
}

/** Requests that are answered like queries, by looking and nothing else. */
const works: ReadonlySet<OperationName> = new Set(["checkCondition", "lesson", "whatIf", "applies", "convert"])

/** Turns for one request: none is waited for while the slice is short. */
function turnsFor({ admission }: Door, visit: Visit): () => Promise<void> {
  let since = performance.now()
  return async () => {
    if (performance.now() - since < slice) return
    await admission.turns.next(visit.who)
    since = performance.now()
  }
}

/** Milliseconds. */
const slice = 4

type Presence = Pick<Asking, "signal" | "over" | "ifLost" | "turnedAway">

/** Whether whoever asked is still there, and still welcome. */
function presence(door: Door, request: FastifyRequest, visit: Visit): Presence {
  return {
    signal: visit.signal,
    over: AbortSignal.any([visit.signal, door.stopping.signal]),
    ifLost: (work) => visit.ifLost(work),
    turnedAway: turnedAway(door, shownBy(request)),
  }
}

/** What is answered at once does not ask. */
const soonAnswered: Presence = {
  signal: new AbortController().signal,
  over: new AbortController().signal,
  ifLost: () => undefined,
  turnedAway: async () => undefined,
}

function handled(name: HandledName, operation: Operation, door: Door): (asked: Asked) => Promise<FastifyReply> {
  const handle = door.handlers[name] as Handle | undefined
  const wrong = door.checkAnswers ? answerCheck(operation) : undefined
  return async (asked) => {
    const { request, reply, input, asking } = asked
    if (handle === undefined) return answerProblem(request, reply, notSupported(name))
    if (name === "backtest" && wantsProgress(request)) return answerWatched(asked, handle)
    const told = hinted(await handle(input, asking), asking)
    if (visitOf(request).isOwed && (await hasHungUp(request))) {
      reply.hijack()
      reply.raw.destroy()
      return reply
    }
    if (!told.ok) return answerProblem(request, reply, told.rejection)
    const text = JSON.stringify(told.value ?? {})
    const trouble = wrong?.(JSON.parse(text))
    if (trouble !== undefined) throw new Error(`the answer of ${name} does not fit its schema: ${trouble}`)
    const revision = told.revision ?? revisionIn(told.value)
    if (revision !== undefined) {
      reply.header("etag", etagOf(revision))
      if (request.method !== "POST" && hasAlready(request.headers, revision)) return reply.code(304).send()
    }
    // What was done is told in any case.
    const crowded = operation.kind === "command" ? undefined : door.admission.send(visitOf(request), text.length)
    if (crowded) return answerProblem(request, reply, crowded)
    return reply
      .code(isTrial(operation, input) ? 200 : (operation.status ?? 200))
      .header("content-type", "application/json")
      .send(text)
  }
}

/** Refusals and findings name what is near to a mistyped name: only what whoever asks may know. */
function hinted(told: Handled<unknown>, { desk }: Asking): Handled<unknown> {
  const mayKnow = (name: string) => desk.mayKnow(name)
  if (!told.ok) return { ...told, rejection: withoutHiddenHints(told.rejection, mayKnow) }
  const { value } = told
  if (typeof value !== "object" || value === null || !("findings" in value)) return told
  return { ...told, value: { ...value, findings: withoutHiddenHints(value.findings, mayKnow) } }
}

/** Nothing has come to be in a dry run. */
const isTrial = ({ kind }: Operation, input: Fields): boolean => kind === "command" && input.dryRun === true

const notSupported = (name: string) =>
  ({
    code: "NOT_SUPPORTED",
    message: `this server cannot do ${name}`,
    remedy: "Use a server that can; see /api/v1/server for what this one is",
  }) as const

function revisionIn(value: unknown): number | undefined {
  const isThere = typeof value === "object" && value !== null && "revision" in value
  return isThere && typeof value.revision === "number" ? value.revision : undefined
}
