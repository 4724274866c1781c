import { expect, test } from "vitest"
import { accepted, type Engine, openEngine, openMemoryStore, VirtualClock } from "../../src/main.ts"
import { newMemoryDisk } from "../../src/store/memory/disk.ts"
import { newPostgresHome, postgresServer } from "../contracts/postgres-server.ts"
import { newSqliteHome } from "../contracts/sqlite-home.ts"
import type { NewHome } from "../contracts/store-home.ts"

const clinic = `
process: visit
data: { patient: { object: { name: string }, class: Child }, way: { type: string, default: none } }
flow: [ { task: examine, reads: [patient], writes: [way] }, { task: bill } ]
---
dataClasses: { Person: , Child: { is: Person } }
exceptions: { Fainted: { is: ItemTrigger }, Vanished: { is: Fainted } }
rules:
  - on: Fainted
    at: { class: Person }
    tree:
      - if: pastExceptions("Fainted", "P7D").count == 0
        then: [ { set: { way: '"first"' } }, { skip: item } ]
      - if: pastExceptions("Fainted", "P7D").states.resolved == 2 && pastCases("P7D").states.running == 2
        then: [ { set: { way: 'pastExceptions("Fainted", "P7D").last.map(e, e.class).join(", ")' } }, { skip: item } ]
      - if: isA(class("patient"), "Person")
        then: [ { skip: item } ]
`

const postgres = postgresServer()

const homes: readonly (readonly [string, NewHome])[] = [
  [
    "memory",
    async () => {
      const disk = newMemoryDisk()
      return { open: async () => openMemoryStore(disk), remove: async () => undefined }
    },
  ],
  ["SQLite", newSqliteHome],
  ["PostgreSQL", () => newPostgresHome(postgres())],
]

async function fainted(engine: Engine, name: string) {
  const { case: id } = accepted(await engine.start("visit", { data: { patient: { name: "tim" } } }))
  const [item] = await engine.items({ case: id, live: true })
  if (!item) throw new Error("nobody is examined")
  accepted(await engine.raise({ class: name, case: id, item: item.id }))
  return (await engine.case(id))?.data.way
}

test.each(homes)("[PAST1] [PAST2] [DATACLASS4] rules ask the past, and classes are kept: %s", async (_, newHome) => {
  const home = await newHome()
  const clock = new VirtualClock(Date.parse("2026-01-05T09:00:00Z"))
  const before = await openEngine({ store: await home.open(), clock })
  accepted(await before.deploy(clinic))
  expect([await fainted(before, "Fainted"), await fainted(before, "Vanished")]).toEqual(["first", "none"])
  await before.stop()
  const engine = await openEngine({ store: await home.open(), clock })
  expect(engine.dataClasses()).toEqual([
    { name: "Person", isDeclared: true, data: [] },
    { name: "Child", is: "Person", isDeclared: true, data: ["visit/patient"] },
  ])
  expect(await fainted(engine, "Fainted")).toBe("Vanished, Fainted")
  await clock.advance("P8D")
  expect(await fainted(engine, "Vanished")).toBe("first")
  await engine.stop()
  await home.remove()
})
