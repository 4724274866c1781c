import { accepted, asItemId, openEngine, openMemoryStore } from "../src/main.ts"
import { type Benchmark, comparison } from "./result.ts"

const bundle = `
process: work
flow: [ { task: a } ]
---
exceptions: { Noise: { is: ItemTrigger } }
mandatory:
  close: { on: Noise, at: everywhere, then: [ { notify: boss, text: noise } ], solves: true }
`
const times = 4000

/** What an exception costs that the first stage answers, decided and not stored; the reference is an event nobody wants. */
export const ladder: Benchmark = {
  name: "ladder",
  async run() {
    const engine = await openEngine({ store: openMemoryStore() })
    accepted(await engine.deploy(bundle))
    const { case: id } = accepted(await engine.start("work"))
    const item = asItemId(`${id}.i1`)
    const each = async (name: string) => {
      const start = performance.now()
      for (let count = 0; count < times; count++)
        accepted(await engine.raise({ class: name, case: id, item }, { dryRun: true }))
      return ((performance.now() - start) / times) * 1000
    }
    const measured = []
    for (let round = 0; round < 7; round++)
      measured.push({ reference: await each("whistle"), value: await each("Noise") })
    await engine.stop()
    return [comparison("ladder", "µs", measured.slice(2))]
  },
}
