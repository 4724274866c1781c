import { accepted, asCaseId, asItemId, type CaseId, type Engine, openEngine, openMemoryStore } from "../src/main.ts"
import { FamilyStory, repertoireOf } from "../test/language/family-story.ts"
import { type Benchmark, comparison, type Result } from "./result.ts"

const bundle = {
  process: "work",
  flow: [{ task: "a" }],
  exceptions: { Noise: { is: "ItemTrigger" } },
  mandatory: {
    close: { on: "Noise", at: "everywhere", then: [{ notify: "boss", text: "noise" }], solves: true },
  },
}
const cases = 500
const clients = 100
const timesEach = 4
const decisions = 4000

/**
 * What an exception costs that the first stage answers: `ladder` is the decision, from raising it to its end, and `ladder.recorded` all
 * of it, from asking until it is on record, in memory. The reference is an event nobody wants.
 */
export const ladder: Benchmark = {
  name: "ladder",
  run: async () => [await decided(), await recorded()],
}

async function decided(): Promise<Result> {
  const family = new FamilyStory(await repertoireOf(bundle))
  const id = asCaseId(family.id)
  family.ask({ type: "StartCase", process: "work", version: 1, data: {} })
  const each = (name: string) => {
    const start = performance.now()
    for (let count = 0; count < decisions; count++)
      family.decide({ type: "RaiseEvent", class: name, case: id, item: asItemId(`${id}.i1`), parameters: {} })
    return ((performance.now() - start) / decisions) * 1000
  }
  const measured = Array.from({ length: 12 }, () => ({ reference: each("whistle"), value: each("Noise") }))
  return comparison("ladder", "µs", measured.slice(4))
}

async function recorded(): Promise<Result> {
  const measured = []
  for (let round = 0; round < 12; round++) {
    const engine = await openEngine({ store: openMemoryStore() })
    accepted(await engine.deploy(bundle))
    const started = await Promise.all(Array.from({ length: cases }, () => engine.start("work")))
    const ids = started.map((each) => accepted(each).case)
    measured.push({ reference: await each(engine, ids, "whistle"), value: await each(engine, ids, "Noise") })
    await engine.stop()
  }
  return comparison("ladder.recorded", "µs", measured.slice(4))
}

async function each(engine: Engine, ids: readonly CaseId[], name: string): Promise<number> {
  const start = performance.now()
  let next = 0
  const client = async () => {
    while (next < cases * timesEach) {
      const id = ids[next++ % cases]
      if (id) accepted(await engine.raise({ class: name, case: id, item: asItemId(`${id}.i1`) }))
    }
  }
  await Promise.all(Array.from({ length: clients }, client))
  return ((performance.now() - start) / (cases * timesEach)) * 1000
}
