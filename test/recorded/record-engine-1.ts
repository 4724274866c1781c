import { rmSync, writeFileSync } from "node:fs"
import { DatabaseSync } from "node:sqlite"
import { fileURLToPath } from "node:url"
import { encodeFamily } from "../../src/engine/snapshot.ts"
import { accepted, asFamilyId, type CaseId, openEngine, openMemoryStore, VirtualClock } from "../../src/main.ts"
import { readFamily } from "../../src/runtime/families.ts"
import { applicationId } from "../../src/store/sqlite/file.ts"
import { migrate } from "../../src/store/sqlite/migrations.ts"

/**
 * How `engine-1.db` and `../histories/1.json` were made, once: real cases as the first release wrote them. They stand for
 * the files people have, so they are not made again when the engine changes.
 */
const store = openMemoryStore()
const clock = new VirtualClock()
let number = 0
const engine = await openEngine({ store, clock, newFamilyId: () => asFamilyId(`recorded0000000${++number}`) })
accepted(
  await engine.deploy(`
process: trip
data: { days: { type: integer, default: 3 }, stops: { list: string, default: [Graz, Linz] }, notes: { list: string }, over: { type: boolean, default: false }, n: { type: integer, default: 0 } }
deadline: P30D
flow:
  - task: plan
    reads: [days]
    deadline: P2D
  - parallel: booking
    branches: [ [ { program: hotel } ], [ { wait: { message: ticket, key: days } }, { task: seat } ] ]
  - while: again
    when: '!over'
    do: [ { task: pack } ]
  - some: extras
    cases: [ { when: days > 1, do: [ { task: map } ] }, { when: days > 2, do: [ { task: guide } ] }, { otherwise: [] } ]
  - forEach: visits
    in: stops
    as: stop
    do: [ { activity: visit, do: [ { task: see } ] } ]
    collect: { notes: note }
  - first: home
    branches: [ [ { task: train } ], [ { wait: P1D }, { task: walk } ] ]
`),
)
engine.worker("hotel", async ({ attempt }) => {
  if (attempt === 1) throw new Error("full")
  return {}
})
const ids: CaseId[] = []
for (let count = 0; count < 4; count++) ids.push(accepted(await engine.start("trip", { by: "ann" })).case)
await engine.idle()
const live = async (index: number, task: string) => {
  const id = ids[index]
  const item = id && (await engine.case(id))?.items.find((one) => one.task === task && one.endedAt === undefined)
  if (!item) throw new Error(`no live ${task} in case ${index}`)
  return item.id
}
const act = async (index: number, task: string, data = {}) => {
  accepted(await engine.completeItem(await live(index, task), data, { by: "bob" }))
  await engine.idle()
}
for (const index of [0, 1, 2]) await act(index, "plan", { days: 3 })
await clock.advance("P3D")
for (const index of [0, 1]) {
  accepted(await engine.retryItem(await live(index, "hotel")))
  await engine.idle()
}
for (const index of [0, 1]) accepted(await engine.message({ name: "ticket", key: 3, data: { n: index } }))
for (const index of [0, 1]) for (const task of ["seat", "pack"]) await act(index, task)
await act(0, "pack", { over: true })
for (const task of ["map", "guide"]) await act(0, task)
await act(0, "see", { note: "cold" })
if (ids[2]) accepted(await engine.suspend({ kind: "case", case: ids[2] }, { by: "eve", reason: "strike" }))
if (ids[3]) accepted(await engine.removeCase(ids[3], { reason: "ill" }))

const file = fileURLToPath(new URL("engine-1.db", import.meta.url))
rmSync(file, { force: true })
const database = new DatabaseSync(file)
database.exec(`PRAGMA page_size = 512; PRAGMA application_id = ${applicationId}`)
migrate(database, 0, 1)
const entry = database.prepare("INSERT INTO entries VALUES (NULL, ?, ?, ?, ?, ?, ?, ?, ?)")
const recorded = await store.entriesAfter(0, 10_000)
for (const { family, version, at, by, command, reason, events } of recorded) {
  entry.run(family, version, events.length, at, by, command, reason ?? null, JSON.stringify(events))
}
const process = database.prepare("INSERT INTO processes VALUES (?, ?, ?, ?, ?, ?)")
for (const { name, version, hash, source, deployedAt, deployedBy } of await store.processes()) {
  process.run(name, version, hash, JSON.stringify(source), deployedAt, deployedBy)
}
database.close()
/** The format of snapshots is not part of what must stay. */
function stateOf(text: string): unknown {
  const { format: _, ...state } = JSON.parse(text)
  return state
}
const histories = []
for (const id of ids) {
  const family = await readFamily(store, asFamilyId(id))
  if (family)
    histories.push({
      entries: recorded.filter((one) => one.family === asFamilyId(id)),
      state: stateOf(encodeFamily(family.state)),
    })
}
writeFileSync(new URL("../histories/1.json", import.meta.url), `${JSON.stringify(histories, undefined, 1)}\n`)
await engine.stop()
