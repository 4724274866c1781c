import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import Fastify from "fastify"
import { onTestFinished } from "vitest"
import type { Input } from "../../src/api/operations.ts"
import { problemOf, type Refusal, statusOf } from "../../src/api/problems.ts"
import { basePath, type OperationName, targetOf } from "../../src/api/routes.ts"
import { bundleFiles } from "../../src/cli/bundle-folder.ts"
import { injectedFetch } from "../../src/cli/injected-fetch.ts"
import { run } from "../../src/cli/run.ts"
import type { Surroundings } from "../../src/cli/surroundings.ts"
import {
  type Answer,
  asCaseId,
  asFamilyId,
  asInterventionId,
  asItemId,
  type Engine,
  type JsonObject,
  openEngine,
  type RecordedEntry,
  VirtualClock,
} from "../../src/main.ts"

// What is told to people is in local time.
process.env.TZ = "UTC"

const root = resolve(import.meta.dirname, "../..")

export interface Office {
  readonly engine: Engine
  readonly clock: VirtualClock
  readonly folder: string
  readonly asked: string[]
  /** The id of the live item of a task. */
  item(task: string): Promise<string>
  /** What a command line says and ends with. */
  exlet(...args: string[]): Promise<{ readonly code: number; readonly out: string[]; readonly err: string[] }>
  /** The same in other surroundings. */
  exletIn(around: Partial<Surroundings>, ...args: string[]): ReturnType<Office["exlet"]>
}

/** The concert on an engine in memory, and command lines that find it at `--url` http://office. */
export async function office(): Promise<Office> {
  const clock = new VirtualClock("2026-01-05T09:00:00Z")
  let families = 0
  const engine = await openEngine({ clock, newFamilyId: () => asFamilyId(`f${++families}`) })
  const folder = mkdtempSync(join(tmpdir(), "exlet-office-"))
  onTestFinished(async () => {
    await engine.stop()
    rmSync(folder, { recursive: true, force: true })
  })
  const concert = await engine.deploy(await bundleFiles(join(root, "examples/concert")))
  if (!concert.ok) throw new Error(concert.rejection.message)
  const asked: string[] = []
  const fetch = injectedFetch(door(engine, asked))
  const exletIn: Office["exletIn"] = async (around, ...args) => {
    const [out, err]: [string[], string[]] = [[], []]
    const output = { out: (line: string) => void out.push(line), err: (line: string) => void err.push(line) }
    const code = await run(args, output, {
      env: { EXLET_URL: "http://office" },
      folder,
      signal: new AbortController().signal,
      fetch,
      stdin: async () => readFileSync("/dev/null", "utf8"),
      openLocal: async () => ({ fetch, close: async () => undefined }),
      listen: async () => ({ url: "http://office", close: async () => undefined }),
      now: () => clock.now(),
      ...around,
    })
    return { code, out: out.flatMap((text) => text.split("\n")), err: err.flatMap((text) => text.split("\n")) }
  }
  const item = async (task: string) => (await engine.items({ task, live: true }))[0]?.id ?? "nothing"
  return { engine, clock, folder, asked, item, exletIn, exlet: (...args) => exletIn({}, ...args) }
}

/** As much of the HTTP door as these stories need, straight to the engine. */
function door(engine: Engine, asked: string[]) {
  const app = Fastify()
  const answers = answersOf(engine)
  for (const [name, answer] of Object.entries(answers)) {
    const { method, path } = targetOf(name as OperationName)
    app.route({
      method,
      url: basePath + path,
      handler: async (request, reply) => {
        const by = request.headers["exlet-as"]
        asked.push(name)
        const { reason, dryRun, ...body } = { ...(request.body as JsonObject), ...(request.query as JsonObject) }
        const act = {
          ...(by && { by: String(by) }),
          ...(reason && { reason: String(reason) }),
          dryRun: dryRun === true,
        }
        const told = await answer({ ...body, ...(request.params as JsonObject) } as never, act)
        if (told && typeof told === "object" && "ok" in told) {
          const answered = told as Answer<unknown>
          if (answered.ok) return answered.value ?? {}
          const refusal = answered.rejection as Refusal
          return reply.code(statusOf(refusal.code)).send(problemOf(refusal))
        }
        return told
      },
    })
  }
  return app
}

/** Something only a person can mend, and something that is none of the doctor's business. */
const exceptions = [
  { class: "AllAbsent", process: "order", at: "sign", count: 2 },
  { class: "ItemAbort", process: "order", at: "charge", count: 1 },
]

type Acting = { readonly by?: string; readonly reason?: string; readonly dryRun?: boolean }

type Answers = { readonly [Name in OperationName]?: (input: Input<Name>, act: Acting) => unknown }

function answersOf(engine: Engine): Answers {
  const notFound = {
    ok: false,
    rejection: { code: "CASE_NOT_FOUND", message: "there is no such case", remedy: "Look at the list" },
  }
  const done = async (answer: Promise<Answer<unknown>>) => {
    const told = await answer
    return told.ok && Array.isArray(told.value) ? { ok: true, value: { events: told.value } } : told
  }
  return {
    deploy: ({ files, overLearnt }, act) =>
      engine.deploy(files ?? "", { ...act, ...(overLearnt && { overLearnt: true }) }),
    start: ({ process, data }, act) => engine.start(process, { ...act, data: data ?? {} }),
    case: async (input) => (await engine.case(asCaseId(input.case))) ?? notFound,
    cases: async ({ after, limit, process }) => {
      const size = Number(limit ?? 100)
      const rows = await engine.cases({
        ...(process && { process }),
        ...(after && { after: asCaseId(after) }),
        limit: size,
      })
      return { rows, ...(rows.length === size && { next: rows.at(-1)?.id }) }
    },
    item: async ({ item }) => (await engine.item(asItemId(item))) ?? notFound,
    me: async () => ({ agent: "ann", by: "development", rights: [] }),
    items: async ({ live, ...input }) => ({
      rows: await engine.items({ ...input, ...(live !== undefined && { live: String(live) === "true" }) } as never),
    }),
    worklist: async ({ agent }) => ({ rows: await engine.worklist(agent) }),
    startItem: ({ item }, act) => done(engine.startItem(asItemId(item), act)),
    completeItem: ({ item, data }, act) => done(engine.completeItem(asItemId(item), data ?? {}, act)),
    suspendCase: (input, act) => done(engine.suspend({ kind: "case", case: asCaseId(input.case) }, act)),
    suspendItem: ({ item }, act) => done(engine.suspend({ kind: "item", item: asItemId(item) }, act)),
    suspend: ({ target }, act) => done(engine.suspend(target as never, act)),
    raise: (input, act) => done(engine.raise(input as never, act)),
    caseTriggers: async (input) => ({ rows: await engine.triggers({ case: asCaseId(input.case) }) }),
    report: (input, act) => done(engine.report(input as never, act)),
    answer: ({ intervention, ...answer }, act) =>
      done(engine.answer(asInterventionId(intervention), answer as never, act)),
    intervention: async ({ intervention }) => {
      const found = await engine.intervention(asInterventionId(intervention))
      return found ? { ...found, open: true } : notFound
    },
    interventions: async () => ({ rows: (await engine.interventions()).map((row) => ({ ...row, open: true })) }),
    answerAll: ({ answer, ...selected }, act) => engine.answerAll(selected as never, answer, act),
    reevaluate: (selected, act) => engine.reevaluate(selected as never, act),
    trees: async () => ({ rows: engine.trees() }),
    tree: async ({ tree }) => engine.tree(tree) ?? notFound,
    whatIf: (input) => engine.whatIf(input as never),
    backtest: (input) => engine.backtest(input as never),
    entries: async ({ after }) => {
      const last = await engine.lastPosition()
      const from = Number(after ?? 0)
      const rows: RecordedEntry[] = []
      if (from < last)
        for await (const entry of engine.history({ after: from }))
          if (rows.push(entry) === 5 || entry.position >= last) break
      const upTo = rows.at(-1)?.position ?? last
      return { rows, ...(upTo < last && { next: upTo }), upTo, last }
    },
    log: async ({ family, order }) => ({ lines: await engine.log(asFamilyId(family), order), revision: 0 }),
    server: async () => ({ version: "1.2.3", store: "memory", now: engine.clock.now(), startedAt: 0, position: 0 }),
    counts: async () => ({
      ...{ casesByState: [], itemsByStatus: [], exceptions, readyItems: [{ worker: "charge", count: 2 }] },
      ...{ interventions: 1, alarmsDue: 0, broadcasts: 0, quarantined: 0 },
      deliveries: [{ channel: "mail", givenUp: true, count: 3 }],
    }),
    stalled: async () => engine.stalled(),
  }
}
