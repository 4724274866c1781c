import { appendFileSync, writeSync } from "node:fs"
import { accepted, asItemId, openEngine } from "../../src/main.ts"

/** Run as a process of its own, to be killed: keeps an engine busy and says what was acknowledged, one line each. */
const [file = "", calls = ""] = process.argv.slice(2)
const engine = await openEngine({ store: file })
accepted(
  await engine.deploy(`
process: order
data: { n: integer, receipt: string }
flow:
  - task: pack
    deadline: P1D
  - program: charge
  - parallel: shipping
    branches: [ [ { task: label } ], [ { task: carry } ] ]
`),
)
engine.worker("charge", async (item) => {
  appendFileSync(calls, `${item.key} ${item.attempt}\n`)
  await new Promise((resolve) => setTimeout(resolve, Math.random() * 3))
  return { receipt: item.key }
})
const say = (line: string) => writeSync(1, `${line}\n`)

async function client(): Promise<void> {
  for (;;) {
    const { case: id } = accepted(await engine.start("order", { data: { n: 1 } }))
    say(`started ${id}`)
    const pack = asItemId(`${id}.i1`)
    accepted(await engine.completeItem(pack, { n: 2 }))
    say(`completed ${pack}`)
    for (const item of (await engine.case(id))?.items ?? []) {
      if (item.task !== "label" || item.status !== "enabled") continue
      accepted(await engine.completeItem(item.id))
      say(`completed ${item.id}`)
    }
  }
}
await Promise.all(Array.from({ length: 20 }, client))
