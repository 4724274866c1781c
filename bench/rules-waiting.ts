import { join } from "node:path"
import { accepted, asItemId, type Engine, openEngine } from "../src/main.ts"
import { type Benchmark, comparison } from "./result.ts"
import { inFolder } from "./workplace.ts"

const waiting = 100_000
const lessons = 60

/** What `learn` takes while 100,000 cases wait at the task the rule is about, beside the same where none do. */
export const rulesWaiting: Benchmark = {
  name: "rules.waiting",
  run: () =>
    inFolder(async (folder) => {
      const crowded = await open(join(folder, "crowded.db"))
      const empty = await open(join(folder, "empty.db"))
      await startMany(crowded, waiting)
      const measured: { value: number; reference: number }[] = []
      for (let index = 0; index < lessons; index++) {
        const value = await learning(crowded, index)
        const reference = await learning(empty, index)
        // The first few warm both up.
        if (index >= 10) measured.push({ value, reference })
      }
      for (const engine of [crowded, empty]) await engine.stop()
      return [comparison("rules.waiting", "ms", measured)]
    }),
}

async function open(file: string): Promise<Engine> {
  const engine = await openEngine({ store: file })
  accepted(await engine.deploy("process: wait\ndata: { amount: number }\nflow: [ { task: approve }, { task: pay } ]"))
  accepted(await engine.deploy({ exlets: { note: [{ notify: "bob", text: "have a look" }] } }))
  await learning(engine, -1)
  return engine
}

async function startMany(engine: Engine, count: number): Promise<void> {
  let left = count
  const client = async () => {
    while (left-- > 0) accepted(await engine.start("wait", { data: { amount: left } }))
  }
  await Promise.all(Array.from({ length: 500 }, client))
}

/** Milliseconds of a lesson from a case of its own. */
async function learning(engine: Engine, index: number): Promise<number> {
  const amount = -1 - index
  const { case: id } = accepted(await engine.start("wait", { data: { amount } }))
  const from = { case: id, item: asItemId(`${id}.i1`) }
  const start = performance.now()
  accepted(await engine.learn({ on: "itemPre", at: "wait/approve", if: `amount == ${amount}`, then: "note", from }))
  return performance.now() - start
}
