import { writeSync } from "node:fs"
import { accepted, asFamilyId, type CaseId, type JsonObject, openEngine } from "../../src/main.ts"

/**
 * Run as a process of its own, to be killed: keeps an engine busy with things that go wrong, and says what was acknowledged, one
 * line each. Every third order is repaired by a worklet before it is carried, and now and then one stops all the others.
 */
const [file = ""] = process.argv.slice(2)
const engine = await openEngine({ store: file })
accepted(
  await engine.deploy(`
process: order
data: { n: { type: integer, default: 0 }, mended: { type: integer, default: 0 } }
flow: [ { task: pack }, { task: carry } ]
---
process: mend
data: { mended: integer }
flow: [ { task: glue } ]
---
exlets:
  mend-it: [ { suspend: item }, { compensate: mend }, { continue: item } ]
  stop-all: [ { suspend: allCases }, { compensate: mend }, { continue: allCases } ]
rules:
  - { on: itemPre, at: order/carry, tree: [ { if: n % 3 == 0, then: mend-it } ] }
  - { on: itemPost, at: order/pack, tree: [ { if: n % 25 == 24, then: stop-all } ] }
`),
)
const say = (line: string) => writeSync(1, `${line}\n`)
let number = 0

/** Does every task of the family that can be done; what is held comes later or not at all. */
async function work(id: CaseId): Promise<void> {
  for (let isMoving = true; isMoving; ) {
    isMoving = false
    for (const item of await engine.items({ family: asFamilyId(id), live: true })) {
      const answer = await engine.completeItem(item.id, dataFor(item.task))
      if (!answer.ok) continue
      isMoving = true
      say(`completed ${item.id}`)
    }
  }
}

function dataFor(task: string): JsonObject {
  if (task === "pack") return { n: ++number }
  return task === "glue" ? { mended: number } : {}
}

async function client(): Promise<void> {
  for (;;) {
    const { case: id } = accepted(await engine.start("order"))
    say(`started ${id}`)
    if (number % 10 === 0) {
      accepted(await engine.report({ case: id, title: "Rain" }))
      say(`reported ${id}`)
      for (const intervention of (await engine.case(id))?.interventions ?? [])
        accepted(await engine.answer(intervention.id, "dismiss"))
    }
    await work(id)
  }
}
await Promise.all(Array.from({ length: 20 }, client))
