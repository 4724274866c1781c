import { addDuration, parseDuration, parseMoment } from "../expressions/time.ts"
import type { NetCommand } from "../messages/commands.ts"
import type { Awaited, Expected } from "../messages/handling.ts"
import type { Hold, HoldTarget } from "../messages/holds.ts"
import { asAgentId, type CaseId, type ItemId, type RunId } from "../messages/ids.ts"
import type { JsonObject } from "../messages/json.ts"
import type { Rejection, RejectionCode } from "../messages/rejections.ts"
import type { Place, Step, Target } from "../messages/steps.ts"
import { CASE_NUMBER_RULE, caseNumber } from "../model/case-number.ts"
import { placeText } from "../model/read-place.ts"
import { evaluateAll, nameOf, renderText } from "./evaluating.ts"
import type { Run } from "./handling.ts"
import { executingAt, resumeAt, waitAndHold } from "./holding-places.ts"
import { openQuestion } from "./interventions.ts"
import { jumpTo } from "./jumping.ts"
import type { Port } from "./port.ts"
import { around, propagate } from "./propagating.ts"
import { raiseNamed } from "./raising.ts"
import type { Reacting } from "./reacting.ts"
import { beginRollback, type Onward, resume, stoppedBy } from "./undoing.ts"
import { sendStart, startWorklet } from "./worklets.ts"

export type Taken =
  | {
      readonly ok: true
      /** Whether the run has to wait now, and for which cases. */
      readonly waits?: true
      readonly worklets?: readonly CaseId[]
      /** What executes, and it waits for to be over. */
      readonly awaits?: readonly Awaited[]
      /** Steps that have not come yet, and it waits for to be done. */
      readonly expects?: readonly Expected[]
      readonly note?: string
      /** The run whose rollback goes on. */
      readonly resumes?: RunId
      /** A run it waits for. */
      readonly begins?: Extract<Onward, { ok: true }>["begins"]
    }
  | { readonly ok: false; readonly message: string }

type Of<Word extends Step["do"]> = Extract<Step, { readonly do: Word }>

/** Takes one step of a run. What it acts on may be gone already: then it has no effect, and says so. */
export function takeStep(reacting: Reacting, run: Run, step: Step): Taken {
  return (takers[step.do] as (reacting: Reacting, run: Run, step: Step) => Taken)(reacting, run, step)
}

export const isTakeable = (step: Step): boolean => Object.hasOwn(takers, step.do)

const takers: { readonly [Word in Step["do"]]: (reacting: Reacting, run: Run, step: Of<Word>) => Taken } = {
  suspend(reacting, run, { target }) {
    const targets = typeof target === "string" ? targetsOf(reacting, run, target) : executingAt(reacting, target)
    const owner = { kind: "run", run: run.id } as const
    const reason = `${run.exlet} at ${run.at}`
    for (const each of targets) reacting.order({ type: "PlaceHold", owner, target: each, reason })
    if (target === "allCases") broadcast(reacting, run, "suspend")
    return effect(targets.length, target)
  },
  continue(reacting, run, { target }) {
    const targets = targetsOf(reacting, run, target)
    // With a case goes on whatever this run has suspended in it.
    const count = letGo(reacting, run, ({ target: held }) =>
      targets.some((each) =>
        each.kind === "case"
          ? held.kind !== "end" && reacting.port.flow.caseOf(held) === each.case
          : isSame(each, held),
      ),
    )
    if (target === "allCases") broadcast(reacting, run, "continue")
    return effect(count, target)
  },
  remove(reacting, run, { target }) {
    if (target === "item") return onItem(reacting, run, (item) => ({ type: "RemoveItem", item }))
    const targets = targetsOf(reacting, run, target)
    // With the cases above it goes its own as well, which is their worklet: by the run's own doing.
    if (targets.length > 0) reacting.noteEnd(run.case, run.id)
    for (const each of targets) if (each.kind === "case") reacting.order({ type: "RemoveCase", case: each.case })
    if (target === "allCases") broadcast(reacting, run, "remove")
    return effect(targets.length, target)
  },
  waitAndSuspend(reacting, run, { place }) {
    const { awaits, expects, held } = waitAndHold(reacting, run, place)
    if (awaits.length === 0 && expects.length === 0) return effect(held, place)
    return { ok: true, waits: true, awaits, ...(expects.length > 0 && { expects }) }
  },
  resume: (reacting, _run, { place }) => effect(resumeAt(reacting, place), place),
  terminate(reacting, run, { process }) {
    const cases = [...reacting.port.cases()].filter((each) => each.process === process && each.isRunning)
    for (const { id } of cases) {
      for (const child of reacting.port.cases()) if (child.parent?.case === id) reacting.spared.add(child.id)
      if (id === run.case) reacting.noteEnd(id, run.id)
      reacting.order({ type: "RemoveCase", case: id })
    }
    return effect(cases.length, { process })
  },

  restart(reacting, run) {
    const taken = onItem(reacting, run, (item) => ({ type: "RestartItem", item }))
    if (!taken.ok || taken.note !== undefined) return taken
    const own = targetsOf(reacting, run, "item")
    letGo(reacting, run, ({ target }) => own.some((each) => isSame(each, target)))
    return taken
  },
  fail: (reacting, run) => onItem(reacting, run, (item) => ({ type: "FailItem", item })),
  skip: (reacting, run) =>
    onRollback(reacting, run, "skip") ?? onItem(reacting, run, (item) => ({ type: "SkipItem", item })),
  retry(reacting, run, { with: how }) {
    const resumed = onRollback(reacting, run, "retry")
    if (resumed) return resumed
    if (typeof how === "object") return amendNeeds(reacting, run, how)
    return onItem(reacting, run, (item) => ({ type: "RetryItem", item, ...(how && { with: how }) }))
  },
  wait: (reacting, run) => onItem(reacting, run, (item) => ({ type: "AwaitAgent", item })),
  amend(reacting, run, step) {
    if ("needs" in step) return amendNeeds(reacting, run, step.needs)
    const named = nameOf(reacting.port, run, step.agent)
    if (!named.ok) return named
    const until = untilOf(step, reacting.port.now)
    const { capabilities } = step
    const agent = asAgentId(named.name)
    return outcome(
      reacting.order({ type: "GrantCapabilities", agent, capabilities, ...(until !== undefined && { until }) }),
    )
  },
  complete(reacting, run, { data: expressions }) {
    const evaluated = evaluateAll(reacting.port, run, expressions ?? {})
    if (!evaluated.ok) return evaluated
    return onItem(reacting, run, (item) => ({ type: "ForceCompleteItem", item, data: evaluated.values }))
  },
  reassign(reacting, run, { to }) {
    const named = nameOf(reacting.port, run, to)
    if (!named.ok) return named
    return onItem(reacting, run, (item) => ({ type: "ReassignItem", item, to: asAgentId(named.name) }))
  },

  compensate(reacting, run, { worklets }) {
    const started: CaseId[] = []
    for (const call of worklets) {
      const worklet = startWorklet(reacting, run, call, true)
      if (!worklet.ok) {
        for (const id of started) {
          reacting.noteEnd(id, run.id)
          reacting.order({ type: "RemoveCase", case: id })
        }
        return { ok: false, message: `${call.worklet}: ${worklet.message}` }
      }
      started.push(worklet.case)
    }
    return { ok: true, waits: true, worklets: started }
  },
  start(reacting, run, step) {
    const call = { worklet: step.process, ...(step.with && { with: step.with }) }
    const under = numberOfStart(reacting, run, step)
    if (!under.ok) return under
    const started = under.isHere ? startWorklet(reacting, run, call, false) : sendStart(reacting, run, call, under)
    return started.ok ? { ok: true } : { ok: false, message: `${step.process}: ${started.message}` }
  },

  set(reacting, run, { values }) {
    const evaluated = evaluateAll(reacting.port, run, values)
    if (!evaluated.ok) return evaluated
    const item = run.item && reacting.port.item(run.item)
    const refreshes = item?.isLive && item.status === "started" && { refreshes: item.id }
    return outcome(
      reacting.order({ type: "WriteData", case: run.case, data: evaluated.values, run: run.id, ...refreshes }),
    )
  },
  notify(reacting, run, { to, text }) {
    const named = nameOf(reacting.port, run, to)
    if (!named.ok) return named
    const rendered = renderText(reacting.port, run, text)
    if (!rendered.ok) return rendered
    reacting.record({ type: "Notified", case: run.case, to: named.name, text: rendered.text })
    return { ok: true }
  },
  raise(reacting, run, step) {
    const evaluated = evaluateAll(reacting.port, run, step.with ?? {})
    if (!evaluated.ok) return evaluated
    return raiseNamed(reacting, run, step.class, evaluated.values)
  },
  ask(reacting, run, { text, to, choices, within }) {
    const rendered = renderText(reacting.port, run, text)
    if (!rendered.ok) return rendered
    const named = to === undefined ? undefined : nameOf(reacting.port, run, to)
    if (named && !named.ok) return named
    openQuestion(reacting, run, {
      text: rendered.text,
      ...(named && { to: named.name }),
      ...(within !== undefined && { within }),
      ...(choices && { choices }),
    })
    return { ok: true, waits: true }
  },

  propagate(reacting, run) {
    const raised = run.exception && reacting.draft.exceptions.get(run.exception)
    if (!raised) return { ok: true, note: "no effect: there is no exception here" }
    const activity = around(reacting, raised)
    if (activity === undefined) reacting.noteEnd(run.case, run.id)
    return outcome(propagate(reacting, raised, activity))
  },

  jump(reacting, run, { to }) {
    const { port } = reacting
    const before = port.version
    const item = run.item && port.item(run.item) ? { item: run.item, orEnded: true as const } : {}
    const taken = outcome(jumpTo(reacting, { type: "Jump", case: run.case, ...item, to }, run.exception))
    return taken.ok && hasGoneBack(port, before) ? { ok: true, note: `goes back: ${to} comes again` } : taken
  },
  rollback: (reacting, run, { to }) => beginRollback(reacting, run, to),
}

/** Under which case number a step starts its process: none, if in a family of its own. */
function numberOfStart(
  { port }: Reacting,
  run: Run,
  { number: source, newFamily }: Of<"start">,
): { readonly ok: true; readonly isHere: boolean; readonly number?: string } | { ok: false; message: string } {
  if (source === undefined) return { ok: true, isHere: newFamily !== true }
  const evaluated = evaluateAll(port, run, { case: source })
  if (!evaluated.ok) return evaluated
  const number = caseNumber(evaluated.values.case)
  if (number === undefined)
    return { ok: false, message: `"${source}" gave ${JSON.stringify(evaluated.values.case)}. ${CASE_NUMBER_RULE}` }
  return { ok: true, isHere: number === port.caseNumber || number === port.family, number }
}

/** Of a rollback that stands still, what was not undone is tried again or left; it goes on when its exception is answered. */
function onRollback(reacting: Reacting, run: Run, how: "retry" | "skip"): Taken | undefined {
  const stopped = stoppedBy(reacting, run.exception)
  if (stopped === undefined) return undefined
  resume(reacting, stopped, how)
  return { ok: true, resumes: stopped.id }
}

/** Whether a jump since that version was one to what has been done before. */
function hasGoneBack(port: Port, since: number): boolean {
  for (let version = port.version; version > since; version--) if (port.causeOf(version)?.isBack) return true
  return false
}

/** What was missing is not asked any more: with that, somebody is looked for once more. */
function amendNeeds(reacting: Reacting, run: Run, needs: JsonObject): Taken {
  return onItem(reacting, run, (item) => ({ type: "AmendItem", item, needs }))
}

function untilOf(step: { readonly for?: string; readonly until?: string }, now: number): number | undefined {
  if (step.until !== undefined) return parseMoment(step.until)
  const duration = step.for === undefined ? undefined : parseDuration(step.for)
  return duration && addDuration(now, duration)
}

/** The cases above one, nearest first. */
function ancestorsOf({ port }: Reacting, id: CaseId): readonly CaseId[] {
  const chain: CaseId[] = []
  for (let parent = port.case(id)?.parent; parent; parent = port.case(parent.case)?.parent) chain.push(parent.case)
  return chain
}

function targetsOf(reacting: Reacting, run: Run, target: Target): readonly HoldTarget[] {
  const { port } = reacting
  switch (target) {
    case "item": {
      const item = run.item && port.item(run.item)
      return item?.isLive ? [{ kind: "item", item: item.id }] : []
    }
    case "case":
      return port.case(run.case)?.isRunning ? [{ kind: "case", case: run.case }] : []
    case "ancestors":
      return ancestorsOf(reacting, run.case)
        .filter((id) => port.case(id)?.isRunning)
        .map((id) => ({ kind: "case", case: id }))
    case "allCases": {
      const process = port.case(run.case)?.process
      return [...port.cases()]
        .filter((each) => each.process === process && each.isRunning)
        .map(({ id }) => ({ kind: "case", case: id }))
    }
  }
}

/** Lifts the holds of this run that are meant, and returns how many there were. */
function letGo(reacting: Reacting, run: Run, isMeant: (hold: Hold) => boolean): number {
  const lifted = [...reacting.port.holds()].filter(
    (hold) => hold.owner.kind === "run" && hold.owner.run === run.id && isMeant(hold),
  )
  if (lifted.length > 0) reacting.order({ type: "LiftHolds", holds: lifted.map(({ id }) => id) })
  return lifted.length
}

function isSame(one: HoldTarget, other: HoldTarget): boolean {
  if (one.kind === "item") return other.kind === "item" && other.item === one.item
  return one.kind === "case" && other.kind === "case" && other.case === one.case
}

function onItem(reacting: Reacting, run: Run, command: (item: ItemId) => NetCommand): Taken {
  if (run.item === undefined) return { ok: false, message: "there is no item here, only a case" }
  return outcome(reacting.order(command(run.item)))
}

/** That it is over, or was done already, is nobody's fault. */
const isOver: ReadonlySet<RejectionCode> = new Set([
  "ITEM_NOT_LIVE",
  "CASE_NOT_LIVE",
  "ITEM_NOT_FOUND",
  "NOT_RETRYABLE",
])

function outcome(refused: Rejection | undefined): Taken {
  if (refused === undefined) return { ok: true }
  return isOver.has(refused.code)
    ? { ok: true, note: `no effect: ${refused.message}` }
    : { ok: false, message: refused.message }
}

function effect(count: number, target: Target | Place): Taken {
  if (count > 0 || target === "allCases") return { ok: true }
  const where = typeof target === "string" ? target : placeText(target)
  return { ok: true, note: `no effect: there is nothing at ${where}` }
}

function broadcast(reacting: Reacting, run: Run, verb: "suspend" | "continue" | "remove"): void {
  const process = reacting.port.case(run.case)?.process
  if (process === undefined) return
  reacting.record({ type: "BroadcastSent", run: run.id, verb, process, reason: `${run.exlet} at ${run.at}` })
}
