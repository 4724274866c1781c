import { cpuUsage } from "node:process"
import { accepted, asItemId, type Engine, openEngine, openMemoryStore } from "../src/main.ts"
import { type Benchmark, median, type Result, rounded } from "./result.ts"

const rules = 1000
// Short and often, in turns: so what else the machine does is in both alike.
const times = 300
const rounds = 120

const process = `
process: work
data: { n: integer }
flow: [ { task: a, writes: [] }, { parallel: both, branches: [ [ { task: b } ], [ { task: c } ] ] }, { task: d } ]
`

/** Event-state rules at the very process, on a hundred events of all kinds, none of which is one of those that happen here. */
const list = `
---
exlets: { note: [ { notify: bob, text: have a look } ] }
rules:
  - at: work
    first:
${Array.from({ length: rules }, (_, index) => {
  const on = ["done(d)", "aborted(both)", "written(n)", `event-${index % 97}`][index % 4]
  return `      - { on: ${on}, if: '"b" in done && n == ${index}', then: note }`
}).join("\n")}
`

/**
 * What a set of 1,000 rules adds to an event none of them wants, beside the same in an engine without rules, decided and not
 * stored, in time of the processor. `esp.unwanted` is an event that is raised; `esp.unwanted.done` a task that is done, with all events that makes.
 */
export const espUnwanted: Benchmark = {
  name: "esp.unwanted",
  async run() {
    const ruled = await workplace(process + list)
    const free = await workplace(process)
    const results = [
      await added("esp.unwanted", ruled, free, ({ engine, id }) =>
        engine.raise({ class: "whistle", case: id }, { dryRun: true }),
      ),
      await added("esp.unwanted.done", ruled, free, ({ engine, id }) =>
        engine.completeItem(asItemId(`${id}.i1`), {}, { dryRun: true }),
      ),
    ]
    for (const { engine } of [ruled, free]) await engine.stop()
    return results
  },
}

interface Workplace {
  readonly engine: Engine
  readonly id: Awaited<ReturnType<typeof started>>
}

async function workplace(bundle: string): Promise<Workplace> {
  const engine = await openEngine({ store: openMemoryStore() })
  accepted(await engine.deploy(bundle))
  return { engine, id: await started(engine) }
}

const started = async (engine: Engine) => accepted(await engine.start("work")).case

async function added(
  name: string,
  ruled: Workplace,
  free: Workplace,
  event: (there: Workplace) => Promise<Parameters<typeof accepted>[0]>,
): Promise<Result> {
  const each = async (there: Workplace) => {
    const before = cpuUsage()
    for (let count = 0; count < times; count++) accepted(await event(there))
    const { user, system } = cpuUsage(before)
    return (user + system) / times
  }
  const measured: { value: number; reference: number }[] = []
  for (let round = 0; round < rounds; round++) measured.push({ reference: await each(free), value: await each(ruled) })
  const warm = measured.slice(rounds / 3)
  return {
    name,
    value: rounded(median(warm.map(({ value, reference }) => value - reference))),
    unit: "µs",
    reference: rounded(median(warm.map(({ reference }) => reference))),
  }
}
