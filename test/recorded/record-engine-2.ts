import { rmSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { accepted, asFamilyId, type CaseId, openEngine, openSqliteStore, VirtualClock } from "../../src/main.ts"
import { writeHistories } from "./write-histories.ts"

/**
 * How `engine-2.db` and `../histories/2.json` were made, once: cases in which things go wrong, as the second release wrote them.
 * They stand for the files people have, so they are not made again when the engine changes.
 */
const file = fileURLToPath(new URL("engine-2.db", import.meta.url))
rmSync(file, { force: true })
const store = await openSqliteStore(file)
const clock = new VirtualClock()
let number = 0
const newFamilyId = () => asFamilyId(`handled0000000${String(++number).padStart(2, "0")}`)
const engine = await openEngine({ store, clock, newFamilyId, workerGrace: 3_600_000 })
accepted(
  await engine.deploy(
    `
process: show
data: { seating: { type: integer, default: 100 }, sold: { type: integer, default: 0 }, venue: { type: string, default: stadium } }
flow:
  - task: sell
    deadline: P10D
  - program: print
  - task: play
  - task: clean
    select: true
---
process: move
data: { venue: string, seating: integer, ok: { type: boolean, default: false } }
result: venue
flow: [ { task: book }, { task: tell } ]
---
process: sweep
flow: [ { task: broom } ]
---
exlets:
  move-it: [ { suspend: item }, { compensate: { worklet: move, into: { venue: venue, seating: seating } } }, { continue: item } ]
  close-all: [ { suspend: allCases }, { compensate: sweep }, { continue: allCases } ]
  ask-ann: { title: Ann knows, steps: [ { suspend: case }, { ask: 'Go on with {{sold}}?', to: ann, choices: [yes, no] }, { continue: case } ] }
  try-again: [ { set: { seating: seating - 1 } }, { notify: bob, text: 'again {{seating}}' }, { retry: item } ]
exceptions:
  Storm: { is: CaseTrigger, title: A storm is coming, parameters: { force: { type: integer, default: 8 } } }
  Strike: { is: CaseTrigger }
  Cable: { is: ItemTrigger, parameters: { length: number } }
rules:
  - on: itemPre
    at: show/play
    tree:
      - { if: sold < seating * 0.75, then: move-it, title: Too few }
  - on: select
    at: show/clean
    tree: [ { if: sold > 50, then: [ sweep, move ] }, { if: sold > 20, then: sweep } ]
  - { on: Storm, at: show, tree: [ { if: event.force > 9, then: close-all } ] }
  - { on: Strike, at: everywhere, then: ask-ann }
  - { on: itemAbort, at: show/print, tree: [ { if: item.attempt < 2, then: try-again } ] }
`,
    { by: "ann", reason: "the first season" },
  ),
)
const ids: CaseId[] = []
for (let count = 0; count < 8; count++) ids.push(accepted(await engine.start("show", { by: "ann" })).case)
const nth = (index: number): CaseId => ids[index] ?? ("" as CaseId)
const act = async (id: CaseId, task: string, data = {}) => {
  const rows = await engine.items({ family: asFamilyId(id.split(".")[0] ?? ""), task, live: true })
  const row = rows.find((each) => !each.held) ?? rows[0]
  if (row === undefined) throw new Error(`no live ${task} in ${id}`)
  accepted(await engine.completeItem(row.id, data, { by: "bob" }))
  await engine.idle()
}

// A program that is missing, then fails, is tried again and fails for good in the end.
for (const [index, sold] of [60, 90, 10, 60, 80, 80].entries()) await act(nth(index), "sell", { sold })
await clock.advance("PT2H")
engine.worker("print", async ({ case: id, attempt }) => {
  if (id === nth(4) || (id === nth(0) && attempt === 1)) throw new Error("no paper")
  return {}
})
await engine.idle()
await clock.advance("PT1H")

// The first is moved and cleaned by two, the second plays at once, the third is still being moved.
await act(nth(0), "book", { venue: "hall", seating: 70 })
await act(nth(0), "tell")
await act(nth(0), "play")
await act(nth(0), "broom")
await act(nth(1), "play")

// What was selected was wrong: a rule is learnt, and the worklet replaced.
const clean = (await engine.items({ family: asFamilyId(nth(1)), task: "clean" }))[0]
if (clean)
  accepted(
    await engine.learn(
      {
        on: "select",
        at: "show/clean",
        if: "sold == 90",
        then: "sweep",
        from: { case: nth(1), item: clean.id },
        replace: true,
      },
      { by: "eve", reason: "one is enough" },
    ),
  )

// The worklet of the fourth is removed: its run has failed, and somebody is asked.
const moving = (await engine.cases({ family: asFamilyId(nth(3)), process: "move" }))[0]
if (moving) accepted(await engine.removeCase(moving.id, { reason: "booked twice" }))

// The unforeseen: reported twice, taught the first time.
accepted(await engine.report({ case: nth(5), title: "Roof damaged", text: "a hole" }, { by: "eve" }))
const [report] = await engine.interventions({ case: nth(5) })
if (report)
  accepted(await engine.answer(report.id, { do: "teach", then: [{ set: { venue: '"hall"' } }] }, { by: "eve" }))
accepted(await engine.report({ case: nth(5), title: "Lost singer" }))
accepted(await engine.raise({ class: "applause", case: nth(5), with: { loud: true } }))
accepted(await engine.raise({ class: "Strike", case: nth(6) }, { by: "eve" }))
accepted(await engine.raise({ class: "Storm", case: nth(7), with: { force: 11 } }))
await engine.idle()
await clock.advance("P12D")
await engine.stop({ grace: 0 })

await writeHistories(file, ids, 2)
