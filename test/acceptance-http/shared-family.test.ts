import { afterAll, beforeAll, describe, expect, test } from "vitest"
import type { JsonObject } from "../../src/main.ts"
import { codeOf, openWorld, told, type World } from "../http/world.ts"

/** Who may do everything in `order` shares a family with `vault` above it and `cellar` below, and learns nothing of either. */

const bundle = `
process: order
data: { qty: { type: number, default: 3 }, memo: string }
flow: [ { task: pick, needs: { role: picker } }, { task: pack }, { wait: { message: parcel } } ]
---
process: vault
data: { salary: { type: number, default: 4711 }, memo: { type: string, default: zqx-memo } }
flow: [ { task: zqx-count }, { task: zqx-pay } ]
---
process: cellar
data: { memo: { type: string, default: zqx-below } }
flow: [ { task: zqx-dig } ]
---
exceptions:
  zqx-alarm: { is: CaseTrigger, parameters: { zqxWho: string } }
  spill: { is: CaseTrigger, parameters: { litres: number } }
exlets: { dig: [ { start: cellar } ], greet: [ { notify: ann, text: hello } ] }
patterns: { zqx-both: { all: [ done(zqx-count), LoopLimit ] } }
rules:
  - { on: itemPre, at: everywhere, tree: [ { if: "false", then: nothing } ] }
  - { on: zqx-alarm, at: vault, tree: [ { if: "true", then: nothing } ] }
  - { on: spill, at: order, tree: [ { if: "event.litres > 5", then: greet } ] }
  - { on: ItemAbort, at: "role:zqx-role", tree: [ { if: qty > 100, then: nothing } ] }
organisation:
  roles: { picker: {}, zqx-role: {} }
  units: { zqx-unit: {} }
  agents:
    ann: { roles: [picker, zqx-role], unit: zqx-unit, cost: 424242, attributes: { email: zqx-ann@example.org } }
    bob: { roles: picker }
    lena: {}
    cook: {}
    warden: {}
  permissions:
    lena: { see: [order], do: [order], raise: [order], intervene: [order], teach: [order] }
    cook: { intervene: [order], do: [cellar] }
    warden: [ see, do, raise, intervene, teach ]
    picker: [ do ]
`

let world: World
let here: { above: string; case: string; item: string; below: string }
beforeAll(async () => {
  const agents = ["lena", "cook", "warden", "ann", "bob"].map((agent) => [agent, { agent }] as const)
  const keys = { boss: { agent: "administrator" }, ...Object.fromEntries(agents) }
  world = await openWorld({ development: false, bundles: [bundle], keys })
  here = await family()
})
afterAll(() => world.close())

const text = (answer: unknown) => JSON.stringify(answer)
const closed = /zqx|4711|424242|vault|cellar/

async function family() {
  const boss = world.client("boss")
  const above = told(await boss.start({ process: "vault" })).case
  told(await boss.run({ case: above, steps: [{ start: "order", with: { memo: "'a'" } }] }))
  const caseOf = async (process: string) => told(await boss.cases({ family: above, process })).rows[0]?.id ?? ""
  const id = await caseOf("order")
  told(await boss.run({ case: id, exlet: "dig" }))
  const item = told(await boss.items({ case: id, live: true })).rows[0]?.id ?? ""
  told(await world.client("ann").startItem({ item }))
  return { above, case: id, item, below: await caseOf("cellar") }
}

describe("a rule on what happens in another case of the family", () => {
  const heard = [
    ...["started(zqx-count)", "done(zqx-count)", "done(vault/zqx-count)", "aborted(zqx-dig)", "done(vault)"],
    ...["written(salary)", "data(salary)", "message(zqx-signal)", " done( vault/zqx-count ) "],
  ]

  test.each(heard)("[SEE4] is refused where its author may not see that case: %s", async (on) => {
    const client = world.client("lena")
    const rule = { on, at: "order", if: "qty > 0", then: "greet", from: { case: here.case } }
    const learnt = await client.learn(rule)
    expect([codeOf(learnt), codeOf(await client.backtest(rule))]).toEqual(["NOT_PERMITTED", "NOT_PERMITTED"])
    const nowhere = await client.learn({ ...rule, on: on.replace("vault", "ghost").replace("zqx-count", "zqx-cuont") })
    const plain = (answer: typeof learnt) =>
      answer.ok ? "done" : text({ ...answer.rejection, instance: "" }).replaceAll(/vault|ghost|count|cuont/g, "x")
    expect(plain(nowhere)).toBe(plain(learnt))
    expect(codeOf(await world.client("warden").learn({ ...rule, dryRun: true }))).toBe("done")
  })

  test("[SEE4] is learnt where it happens in their own, or is raised for all", async () => {
    const rule = { at: "order", if: "qty > 0", then: "greet", from: { case: here.case }, dryRun: true }
    for (const on of ["done(pick)", "done(order/pick)", "started(order)", "written(memo)", "message(parcel)", "payday"])
      expect([on, codeOf(await world.client("lena").learn({ ...rule, on }))]).toEqual([on, "done"])
  })
})

test("[SEE4] needs do not choose by who did a step of another case", async () => {
  const client = world.client("lena")
  for (const step of ["vault/zqx-count", "zqx-count", "cellar/zqx-dig"])
    for (const needs of [{ whoDid: step }, { notWhoDid: [step] }]) {
      const run = (steps: never[]) => client.run({ case: here.case, item: here.item, steps })
      expect(codeOf(await client.amendItem({ item: here.item, needs }))).toBe("NOT_PERMITTED")
      expect(codeOf(await run([{ amend: "item", needs }] as never))).toBe("NOT_PERMITTED")
      expect(codeOf(await run([{ retry: "item", with: needs }] as never))).toBe("NOT_PERMITTED")
    }
  const own = { whoDid: "order/pick", notWhoDid: "pack" }
  expect(codeOf(await client.amendItem({ item: here.item, needs: own, dryRun: true }))).toBe("done")
})

test("[SEE4] a worklet that its author may start, but not see, gives back what it says itself and nothing else", async () => {
  const run = (step: JsonObject) => world.client("cook").run({ case: here.case, steps: [step], dryRun: true })
  expect(codeOf(await run({ compensate: "cellar", with: { memo: "memo" } }))).toBe("done")
  expect(codeOf(await run({ compensate: { worklet: "cellar", into: { memo: "memo" } } }))).toBe("NOT_PERMITTED")
})

describe("what there is to learn from", () => {
  test("[SEE5] is no decision about another case of the family, wherever its rule holds", async () => {
    const root = told(await world.client("boss").start({ process: "order" })).case
    told(await world.client("boss").run({ case: root, exlet: "dig" }))
    const decided = told(await world.client("boss").decisions({ tree: "itemPre everywhere", limit: 1000 })).rows
    const client = world.client("lena")
    const codes: string[] = []
    for (const { family: of, version } of decided.filter((row) => row.family === root)) {
      const asked = { on: "itemPre", at: "everywhere", from: { family: of, version } }
      const lesson = await client.lesson(asked)
      const checked = await client.checkCondition({ ...asked, if: "memo != 'x'" })
      codes.push(`${codeOf(lesson)} ${codeOf(checked)}`)
      expect(text([lesson, checked])).not.toMatch(closed)
    }
    expect(new Set(codes)).toEqual(new Set(["done done", "DECISION_NOT_FOUND DECISION_NOT_FOUND"]))
  })

  test("[SEE5] nor does a refusal tell the contexts apart by what its reader may not see", async () => {
    const lesson = { on: "ItemAbort", at: "order/pick", if: "qty > 0" }
    told(await world.client("boss").learn({ ...lesson, then: "greet", from: { case: here.case, item: here.item } }))
    const alone = told(await world.client("boss").start({ process: "order", data: { qty: 7 } })).case
    const item = told(await world.client("boss").items({ case: alone, live: true })).rows[0]?.id ?? ""
    told(await world.client("bob").startItem({ item }))
    const asked = { ...lesson, then: "nothing", from: { case: alone, item } } as const
    const refused = async (key: string) => {
      const answer = await world.client(key).learn(asked)
      return answer.ok ? [] : (answer.rejection.differences ?? []).map(({ name }) => name)
    }
    expect(await refused("lena")).toEqual([
      "agent.id",
      "item.agent",
      "item.data.memo",
      "item.data.qty",
      "items[0].agent",
      "memo",
      "qty",
    ])
    expect(await refused("warden")).toEqual(expect.arrayContaining(["agent.cost", 'count("vault/zqx-count")']))
    for (const answer of [await world.client("lena").learn(asked), await world.client("lena").checkCondition(asked)])
      expect(text(answer)).not.toMatch(closed)
  })
})

describe("lists and previews", () => {
  test("[SEE6] show no pattern of others, and of no agent the roles and units", async () => {
    const root = told(await world.client("boss").start({ process: "order" })).case
    expect(told(await world.client("lena").patternProgress({ family: root })).rows).toEqual([])
    expect(text(told(await world.client("warden").patternProgress({ family: root })))).toContain("zqx-both")
    const asked = { on: "ItemAbort", case: here.case, item: here.item }
    const scopes = async (key: string) => told(await world.client(key).applies(asked)).scopes
    expect(await scopes("lena")).toEqual(["order/pick", "order", "agent:ann", "everywhere"])
    expect(await scopes("warden")).toEqual(expect.arrayContaining(["role:zqx-role", "unit:zqx-unit"]))
  })

  test("[SEE6] tell what an event brings where a rule in sight waits for it, or none does", async () => {
    const fields = async (key: string, on: string) =>
      text(told(await world.client(key).vocabulary({ on, at: "order" })).names.find(({ name }) => name === "event"))
    expect(await fields("lena", "spill")).toContain("litres")
    expect(await fields("lena", "zqx-alarm")).not.toContain("zqxWho")
    expect(await fields("warden", "zqx-alarm")).toContain("zqxWho")
  })

  test("[SEE2] neither count nor name by their pages what one may not see", async () => {
    const boss = world.client("boss")
    for (let times = 0; times < 3; times++) {
      const { case: id } = told(await boss.start({ process: "vault" }))
      told(await boss.report({ case: id, title: "Something" }))
    }
    const client = world.client("lena")
    const empty = { rows: [] }
    expect(told(await client.stalled({ limit: 1 }))).toEqual(empty)
    expect(told(await client.reevaluate({ limit: 1, dryRun: true }))).toEqual(empty)
    expect(told(await client.answerAll({ limit: 1, answer: { do: "dismiss" }, dryRun: true }))).toEqual(empty)
    for (let times = 0; times < 3; times++) {
      const { case: id } = told(await boss.start({ process: "order" }))
      told(await boss.report({ case: id, title: "Something" }))
    }
    const found: string[] = []
    for (let after: string | undefined; ; ) {
      const page = told(await client.reevaluate({ limit: 2, dryRun: true, ...(after !== undefined && { after }) }))
      found.push(...page.rows.map(({ process = "" }) => process))
      after = page.next
      if (after === undefined) break
    }
    expect(found).toEqual(["order", "order", "order"])
  })
})
