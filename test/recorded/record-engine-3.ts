import { rmSync } from "node:fs"
import { fileURLToPath } from "node:url"
import {
  accepted,
  asFamilyId,
  asItemId,
  type CaseId,
  openEngine,
  openSqliteStore,
  VirtualClock,
} from "../../src/main.ts"
import { writeHistories } from "./write-histories.ts"

/**
 * How `engine-3.db` and `../histories/3.json` were made, once: people who do, decline, wait, stand in and are missing, as the third
 * release wrote it. They stand for the files people have, so they are not made again when the engine changes.
 */
const file = fileURLToPath(new URL("engine-3.db", import.meta.url))
rmSync(file, { force: true })
const store = await openSqliteStore(file)
const clock = new VirtualClock()
let number = 0
const newFamilyId = () => asFamilyId(`staffed0000000${String(++number).padStart(2, "0")}`)
const engine = await openEngine({ store, clock, newFamilyId, workerGrace: 3_600_000 })
accepted(
  await engine.deploy(
    `
process: claim
data: { amount: { type: number, default: 10 }, department: { type: string, default: south } }
flow:
  - { task: enter, needs: { role: clerk, escalate: { after: P1D } } }
  - { task: check, needs: { role: clerk, notWhoDid: enter, offer: one, accept: true }, priority: 3 }
  - { task: approve, needs: { capability: approve, unit: department, when: agent.grade * 100 >= amount } }
  - { program: scan, needs: { capability: scan } }
  - { task: file }
---
organisation:
  roles: { clerk: {}, boss: { is: clerk, has: [law] } }
  capabilities: { approve: { from: 'has("law") && agent.grade > 2' } }
  units: { house: { manager: cy }, south: { in: house, manager: bob } }
  agents:
    ann: { roles: clerk, unit: south, limit: 2, attributes: { grade: 2 } }
    bob: { roles: boss, unit: south, attributes: { grade: 5 }, away: [ { from: 2026-01-07, to: 2026-01-08, standIn: cy } ] }
    cy: { roles: boss, unit: house, attributes: { grade: 9 }, cost: 80 }
    ocr: { program: true, capabilities: scan }
exlets:
  lend: [ { amend: cy, capability: approve, for: P2D }, { retry: item } ]
rules:
  - { on: NoSuchCapability, at: claim/approve, tree: [ { if: amount > 5000, then: lend } ] }
`,
    { by: "cy", reason: "the first organisation" },
  ),
)
const ids: CaseId[] = []
for (const amount of [100, 400, 9000, 100, 100, 100])
  ids.push(accepted(await engine.start("claim", { data: { amount }, by: "ann" })).case)
const item = (index: number, local: number) => asItemId(`${ids[index]}.i${local}`)
const live = async (index: number, task: string) =>
  (await engine.items({ family: asFamilyId(ids[index] ?? ""), task, live: true }))[0]?.id ?? item(index, 0)

const holder = async (index: number) =>
  (await engine.items({ family: asFamilyId(ids[index] ?? ""), task: "check", live: true }))[0]?.agent ?? "nobody"

engine.worker("ocr", async () => ({}))
// The first goes all the way; the second is declined, the third stuck, the fourth offered, the fifth reassigned, the sixth amended.
for (const index of [0, 1, 2]) accepted(await engine.completeItem(await live(index, "enter"), {}, { by: "ann" }))
accepted(await engine.acceptItem(await live(0, "check"), { by: "bob" }))
accepted(await engine.completeItem(await live(0, "check"), {}, { by: "bob" }))
accepted(await engine.completeItem(await live(0, "approve"), {}, { by: "bob" }))
await engine.idle()
accepted(await engine.declineItem(await live(1, "check"), { by: await holder(1), reason: "no time" }))
for (const index of [1, 2])
  accepted(await engine.completeItem(await live(index, "check"), {}, { by: await holder(index) }))
await engine.idle()
accepted(await engine.reassignItem(await live(4, "enter"), "cy", { by: "bob" }))
accepted(await engine.amendItem(await live(5, "enter"), { role: "pilot" }, { by: "bob" }))
await clock.advance("P2D")
await engine.idle()
accepted(await engine.grant("ann", ["approve"], { until: "2026-02-01", by: "cy", reason: "bob is away" }))
await engine.idle()
await engine.stop({ grace: 0 })
await writeHistories(file, ids, 3)
