import fc from "fast-check"
import { expect, test } from "vitest"
import { type Engine, openEngine, VirtualClock } from "../../src/main.ts"
import type { CaseId } from "../../src/messages/ids.ts"
import type { JsonObject } from "../../src/messages/json.ts"
import { blockProcesses } from "../language/random-processes.ts"
import { seed } from "../seed.ts"
import { assertInTime } from "./in-time.ts"

const often = {
  seed,
  numRuns: Number(process.env.RUNS ?? 60),
  limit: Number(process.env.LIMIT ?? 8_000),
} as const

const data = {
  n: { type: "integer", default: 0 },
  flag: { type: "boolean", default: false },
  list: { list: "integer", default: [1, 2] },
  sums: { list: "integer", default: [] },
}

const numbers = (maxLength: number) => fc.array(fc.nat(99), { maxLength })

test("[UNDO16] from anywhere one can roll back to whatever was done, again and again, and still come to the end", async () => {
  await assertInTime(
    fc.asyncProperty(
      blockProcesses(),
      fc.array(fc.tuple(numbers(12), fc.nat(99)), { minLength: 1, maxLength: 4 }),
      async (body, chapters) => {
        const clock = new VirtualClock(Date.parse("2026-01-05T09:00:00Z"))
        const engine = await openEngine({ clock })
        const id = await begin(engine, body)
        for (const [aims, back] of chapters) {
          for (const aim of aims) await doSome(engine, id, aim)
          await goBack(engine, id, back)
          await expectSound(engine, id)
        }
        for (let count = 0; (await isRunning(engine, id)) && count < 400; count++) await doSome(engine, id, 0)
        if (await isRunning(engine, id)) expect.fail((await engine.log(id as never)).join("\n"))
        await engine.stop()
      },
    ),
    often,
  )
})

async function begin(engine: Engine, body: JsonObject): Promise<CaseId> {
  const deployed = await engine.deploy({ process: "p", data, ...body })
  if (!deployed.ok) throw new Error(deployed.rejection.message)
  const started = await engine.start("p")
  if (!started.ok) throw new Error(started.rejection.message)
  return started.value.case
}

async function isRunning(engine: Engine, id: CaseId): Promise<boolean> {
  return (await engine.case(id))?.state === "running"
}

/** Ends one of the live items, the older the smaller the number. */
async function doSome(engine: Engine, id: CaseId, aim: number): Promise<void> {
  const live = (await engine.items({ case: id, live: true })).filter(({ kind }) => kind !== "activity")
  const item = live[aim % Math.max(1, live.length)]
  if (item === undefined) return
  const isWork = item.kind === "work" || item.kind === "program"
  const written = { n: aim % 4, flag: aim % 3 === 0 }
  const answer = isWork ? await engine.completeItem(item.id, written) : await engine.skipItem(item.id)
  if (!answer.ok) expect.fail(`${answer.rejection.message}\n${(await engine.log(id as never)).join("\n")}`)
}

/** To one of the steps that may be gone back to; those of one instance of several are refused, as nobody says which. */
async function goBack(engine: Engine, id: CaseId, aim: number): Promise<void> {
  const view = await engine.case(id)
  if (view?.state !== "running") return
  const names = Object.keys(view.states).filter((name) => !/^(par|choice|some|first|loop)\d/.test(name))
  const to = names[aim % Math.max(1, names.length)]
  if (to === undefined) return
  const answer = await engine.rollback({ case: id, to })
  const why = answer.ok ? "" : answer.rejection.code
  expect(["", "TASK_NOT_DONE", "STEP_IN_INSTANCE"]).toContain(why)
  if (!answer.ok) return
  const now = await engine.case(id)
  const newest = now?.items.findLast((item) => item.task === to)
  if (newest?.undone || newest?.status === "completed")
    expect.fail(`${to} is ${newest.status}\n${(await engine.log(id as never)).join("\n")}`)
}

async function expectSound(engine: Engine, id: CaseId): Promise<void> {
  const view = await engine.case(id)
  if (view === undefined || view.state !== "running") return
  const problems = [...view.exceptions.map((each) => each.class), ...view.runs.map((run) => run.exlet)]
  const isLive = (await engine.items({ case: id, live: true })).length > 0
  if (problems.length > 0 || !isLive || view.holds.length > 0)
    expect.fail(`${problems.join(", ")}\n${(await engine.log(id as never)).join("\n")}`)
}
