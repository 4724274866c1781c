import { copyFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test, vi } from "vitest"
import { accepted, asItemId, openEngine, openMemoryStore, VirtualClock } from "../../src/main.ts"
import { House, refusal } from "./house.ts"
import { aFile } from "./workplace.ts"

const office = `
process: letter
data: { page: integer }
flow: [ { task: write, needs: { role: clerk } }, { task: sign, needs: { capability: sign, offer: one }, priority: 2 } ]
---
process: memo
flow: [ { task: jot, needs: { role: clerk }, deadline: P1D } ]
---
organisation:
  roles: { clerk: {}, boss: { is: clerk, has: sign } }
  units: { house: {}, annex: { in: house } }
  agents: { ann: { roles: clerk, unit: annex }, bob: { roles: clerk, limit: 2 }, cy: { roles: boss, unit: house } }
`

const item = (id: string, number: number) => asItemId(`${id}.i${number}`)
const tasks = (rows: readonly { readonly task: string }[]) => rows.map(({ task }) => task)

test("[STAFF1] every change of the organisation is a version of its own, with who, when and why", async () => {
  const house = await House.open(office)
  const raise = { organisation: { agents: { ann: { roles: "boss" } } } }
  const { organisation } = accepted(await house.engine.deploy(raise, { by: "cy", reason: "she has earned it" }))
  expect(organisation).toEqual([{ name: "agent ann", version: 2, isNew: true }])
  expect(accepted(await house.engine.deploy(raise)).organisation).toEqual([
    { name: "agent ann", version: 2, isNew: false },
  ])
  await house.crash()
  const changes = await house.engine.organisationChanges({ kind: "agent", name: "ann" })
  expect(changes.map(({ version, source, by, reason }) => ({ version, source, by, reason }))).toEqual([
    { version: 1, source: { roles: "clerk", unit: "annex" }, by: "ann", reason: undefined },
    { version: 2, source: { roles: "boss" }, by: "cy", reason: "she has earned it" },
  ])
  const entry = house.engine.organisation().find(({ kind, name }) => kind === "agent" && name === "ann")
  expect(entry?.source).toEqual({ roles: "boss" })
})

test("[STAFF2] an impossible organisation is refused whole, with all that is wrong", async () => {
  const house = await House.open(office)
  const wrong = {
    organisation: {
      roles: { a: { is: "b" }, b: { is: "a" } },
      agents: { dee: { roles: "clrek", unit: "attic" } },
      units: { house: { in: "annex" } },
    },
  }
  const { code, findings } = refusal(await house.engine.deploy(wrong))
  expect([code, findings?.map((each) => each.code).sort()]).toEqual([
    "DEFINITION_INVALID",
    ["ROLE_CYCLE", "UNIT_CYCLE", "UNKNOWN_ROLE", "UNKNOWN_UNIT"],
  ])
  expect(house.engine.organisation().filter(({ name }) => name === "dee")).toEqual([])
})

test("[STAFF3] needs that no agent could ever meet are a warning with the reason", async () => {
  const house = await House.open(office)
  const process =
    "process: dream\nflow: [ { task: fly, needs: { capability: wings } }, { task: pay, needs: { role: bos } } ]"
  const { findings } = accepted(await house.engine.deploy(process))
  expect(findings.map(({ code, severity, message }) => [code, severity, message])).toEqual([
    ["NOBODY_CAN", "warning", "Nobody can do 'fly': no capability 'wings'."],
    ["NOBODY_CAN", "warning", expect.stringContaining("no role 'bos'")],
  ])
})

test("[STAFF4] who can have an item is told of everybody, best first, with the reason", async () => {
  const house = await House.open(office)
  const id = await house.start("letter")
  accepted(await house.engine.completeItem(item(id, 1), {}, { by: "ann" }))
  expect(await house.engine.candidates(item(id, 2))).toEqual([
    { agent: "cy", reason: "has the capability sign" },
    { agent: "ann", obstacle: "unqualified", reason: "does not have the capability sign" },
    { agent: "bob", obstacle: "unqualified", reason: "does not have the capability sign" },
  ])
  expect(await house.engine.candidates(item(id, 9))).toEqual([])
})

test("[STAFF5] a worklist is sorted, narrowed and paged without gaps or repeats", async () => {
  const house = await House.open(office)
  for (let number = 0; number < 5; number++) await house.start(number % 2 === 0 ? "letter" : "memo")
  const all = await house.engine.worklist("ann")
  expect(tasks(all)).toEqual(["jot", "jot", "write", "write", "write"])
  expect(tasks(await house.engine.worklist("ann", { order: "age" }))).toEqual(["write", "jot", "write", "jot", "write"])
  expect(tasks(await house.engine.worklist("ann", { process: "memo" }))).toEqual(["jot", "jot"])
  const paged: string[] = []
  for (let after: (typeof all)[number] | undefined; ; ) {
    const page: typeof all = await house.engine.worklist("ann", { limit: 2, ...(after && { after }) })
    paged.push(...page.map(({ id }) => id))
    after = page.at(-1)
    if (page.length < 2) break
  }
  expect(paged).toEqual(all.map(({ id }) => id))
})

test("[STAFF6] a worklist is right the moment a role changes", async () => {
  const house = await House.open(office)
  await house.start("memo")
  accepted(await house.engine.deploy({ organisation: { agents: { ann: {}, dee: { roles: "boss" } } } }))
  expect([tasks(await house.engine.worklist("ann")), tasks(await house.engine.worklist("dee"))]).toEqual([[], ["jot"]])
})

test("[STAFF7] whatever many ask for at once, nobody gets more than his limit", async () => {
  const house = await House.open(office)
  const ids = await Promise.all(Array.from({ length: 30 }, () => house.start("memo")))
  const answers = await Promise.all(ids.map((id) => house.engine.acceptItem(item(id, 1), { by: "bob" })))
  const refused = answers.flatMap((answer) => (answer.ok ? [] : [answer.rejection.code]))
  expect([answers.length - refused.length, new Set(refused)]).toEqual([2, new Set(["AGENT_BUSY"])])
  await house.crash()
  const others = ids.filter((_, index) => !answers[index]?.ok)
  expect(refusal(await house.engine.acceptItem(item(others[0] ?? "", 1), { by: "bob" })).code).toBe("AGENT_BUSY")
  expect(tasks(await house.engine.worklist("bob"))).toEqual(["jot", "jot"])
})

test("[STAFF8] who never existed is given nothing, nor is nothing given", async () => {
  const house = await House.open(office)
  const codes = [
    await house.engine.grant("zoe", ["sign"]),
    await house.engine.grant("ann", []),
    await house.engine.grant("ann", ["sign"], { until: "some day" }),
  ].map((answer) => refusal(answer).code)
  expect(codes).toEqual(["AGENT_NOT_FOUND", "NEEDS_INVALID", "NEEDS_INVALID"])
})

test("[STAFF9] needs that make no sense are refused and change nothing", async () => {
  const house = await House.open(office)
  const id = await house.start("memo")
  const { code, message } = refusal(await house.engine.amendItem(item(id, 1), { rolle: "clerk" }))
  expect([code, message]).toEqual(["NEEDS_INVALID", expect.stringContaining("'rolle' means nothing")])
  expect(tasks(await house.engine.worklist("ann"))).toEqual(["jot"])
})

test("[STAFF10] teaching and administering are rights, and asking for them is one verb", async () => {
  const house = await House.open(office)
  const permissions = { clerk: ["see", "do"], boss: { teach: ["memo"] }, cy: { administer: "everywhere" } }
  accepted(await house.engine.deploy({ organisation: { permissions } }))
  const { engine } = house
  const lesson = (process: string) => ({ on: "casePre", at: process, if: "true", then: "nothing" })
  const from = { case: await house.start("memo") }
  expect([
    engine.may("ann", "do", { process: "memo" }),
    engine.may("ann", "raise"),
    engine.may("cy", "intervene", { process: "letter" }),
  ]).toEqual([true, false, true])
  expect(refusal(await engine.learn({ ...lesson("memo"), from }, { by: "ann" })).code).toBe("NOT_PERMITTED")
  expect(refusal(await engine.deploy("process: x\nflow: [ { task: y } ]", { by: "bob" })).code).toBe("NOT_PERMITTED")
  accepted(await engine.deploy("process: x\nflow: [ { task: y } ]", { by: "cy" }))
  expect(refusal(await engine.start("memo", { by: "zoe" })).code).toBe("NOT_PERMITTED")
})

test("[STAFF11] the work in a file from before there were agents is anybody's", async () => {
  const file = aFile()
  copyFileSync(join(import.meta.dirname, "../recorded/engine-2.db"), file)
  const engine = await openEngine({ store: file, clock: new VirtualClock("2026-01-08T09:00:00Z") })
  const work = (await engine.items({ live: true, limit: 1000 })).filter(({ kind, agent }) => kind === "work" && !agent)
  const ids = (await engine.worklist("anybody", { limit: 1000 })).map(({ id }) => id)
  expect([work.length > 0, ids.toSorted()]).toEqual([true, work.map(({ id }) => id).toSorted()])
  await engine.stop()
})

test("[STAFF5] paging goes on after something that is done meanwhile", async () => {
  const house = await House.open(office)
  for (let number = 0; number < 6; number++) await house.start("memo")
  const all = await house.engine.worklist("ann")
  const page = await house.engine.worklist("ann", { limit: 2 })
  const last = page.at(-1)
  if (last === undefined) throw new Error("nothing is there")
  accepted(await house.engine.completeItem(last.id, {}, { by: "ann" }))
  const rest = await house.engine.worklist("ann", { after: last })
  expect([...page, ...rest].map(({ id }) => id)).toEqual(all.map(({ id }) => id))
})

test("[STAFF5] what cannot be meant in a query is left aside", async () => {
  const house = await House.open(office)
  await house.start("memo")
  const odd = [
    { limit: Number.NaN },
    { limit: -1 },
    { order: "bogus" },
    { after: "x" },
    { process: 5 },
    { dueBefore: "x" },
  ]
  const counts = await Promise.all(
    odd.map(async (query) => (await house.engine.worklist("ann", query as never)).length),
  )
  expect(counts).toEqual([0, 0, 1, 1, 1, 1])
  expect(await house.engine.candidates(undefined as never)).toEqual([])
  expect(house.engine.may("ann", "fly" as never)).toBe(false)
})

test("[STAFF7] being absent does not lift a limit", async () => {
  const house = await House.open(office)
  const away = { from: "2026-01-01", to: "2026-02-01" }
  accepted(await house.engine.deploy({ organisation: { agents: { bob: { roles: "clerk", limit: 1, away } } } }))
  const ids = [await house.start("memo"), await house.start("memo")]
  accepted(await house.engine.startItem(item(ids[0] ?? "", 1), { by: "bob" }))
  expect(refusal(await house.engine.startItem(item(ids[1] ?? "", 1), { by: "bob" })).code).toBe("AGENT_BUSY")
})

test("[STAFF10] [SIGN37] what only the engine does nobody else may, and nobody is called like it", async () => {
  const house = await House.open(office)
  accepted(await house.engine.deploy({ organisation: { permissions: { clerk: ["see", "do"] } } }))
  const id = await house.start("memo")
  const command = { type: "AssignItem", item: item(id, 1) } as const
  expect(refusal(await house.engine.execute(id as never, command, { by: "ann" })).code).toBe("NOT_PERMITTED")
  const { findings } = refusal(
    await house.engine.deploy({ organisation: { agents: { engine: {}, administrator: {} } } }),
  )
  expect(findings?.map(({ code }) => code)).toEqual(["RESERVED_NAME", "RESERVED_NAME"])
  const alike = { Engine: {}, ADMINISTRATOR: {}, "\u0430dministrator": {}, "admin-istrator": {} }
  const passing = refusal(await house.engine.deploy({ organisation: { agents: alike } }))
  expect(passing.findings?.map(({ code }) => code)).toEqual(Array(4).fill("RESERVED_NAME"))
})

test("[STAFF12] an organisation that came just before a crash is asked when the engine opens again", async () => {
  const [processes, organisation] = office.split("---\norganisation:")
  const house = await House.open(processes ?? "")
  const id = await house.start("memo")
  expect(tasks(await house.engine.worklist("anybody"))).toEqual(["jot"])
  const deployed = house.engine.deploy(`organisation:${organisation}`)
  accepted(await deployed)
  await house.crash()
  expect((await house.engine.case(id))?.items.map(({ status }) => status)).toEqual(["offered"])
  expect([tasks(await house.engine.worklist("ann")), tasks(await house.engine.worklist("anybody"))]).toEqual([
    ["jot"],
    [],
  ])
})

test("[STAFF13] what was to be looked at while the store failed is looked at when it works again", async () => {
  const memory = openMemoryStore()
  let fails = false
  const store = {
    ...memory,
    commit: (batch: Parameters<typeof memory.commit>[0]) =>
      fails && batch.entries.length > 0 ? Promise.reject(new Error("the disk is full")) : memory.commit(batch),
  }
  const engine = await openEngine({ store, clock: new VirtualClock() })
  accepted(await engine.deploy(office))
  accepted(await engine.deploy("process: fly\nflow: [ { task: take-off, needs: { role: boss, capability: wings } } ]"))
  const { case: id } = accepted(await engine.start("fly"))
  fails = true
  accepted(await engine.deploy({ organisation: { agents: { cy: { roles: "boss", capabilities: "wings" } } } }))
  await engine.idle()
  expect(tasks(await engine.worklist("cy"))).toEqual([])
  fails = false
  await vi.waitFor(async () => expect(tasks(await engine.worklist("cy"))).toEqual(["take-off"]), { timeout: 5000 })
  expect((await engine.case(id))?.exceptions).toEqual([])
  await engine.stop()
})
