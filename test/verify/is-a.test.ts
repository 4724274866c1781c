import { expect, test } from "vitest"
import { openEngine } from "../../src/main.ts"

const shop = `
process: shop
data: { amount: integer }
flow: [ { task: order } ]
---
exceptions:
  SupplierFailed: { is: ItemTrigger }
  SupplierGone: { is: SupplierFailed }
  PaperLost: { is: ItemTrigger }
---
`

async function told(text: string): Promise<readonly string[]> {
  const engine = await openEngine()
  const found = await engine.verify(shop + text)
  await engine.stop()
  return found.map(({ code, place, remedy }) => `${code} ${place.path} → ${remedy}`)
}

const rule = (condition: string, on = "ItemTrigger") =>
  `rules: [ { on: ${on}, at: shop, if: '${condition}', then: [ { notify: bob, text: x } ] } ]`

test.each([
  ["SupplierFailled", "Did you mean 'SupplierFailed'?"],
  ["supplierfailed", "Did you mean 'SupplierFailed'?"],
  ["Timeot", "Did you mean 'Timeout'?"],
  ["Whatever", "Declare it under 'exceptions' or 'dataClasses'."],
])("[VOC7] %s in isA is no class", async (name, remedy) => {
  expect(await told(rule(`isA(event.class, "${name}")`))).toEqual([`UNKNOWN_CLASS rules[0].if → ${remedy}`])
})

test("[VOC7] the values of steps are looked at as conditions are", async () => {
  const steps = `exlets: { x: [ { set: { amount: 'isA(event.class, "PaprLost") ? 1 : 2' } } ] }
rules: [ { on: PaperLost, at: shop, then: x } ]`
  expect(await told(steps)).toEqual(["UNKNOWN_CLASS exlets.x[0].set.amount → Did you mean 'PaperLost'?"])
})

test("[VOC7] a rule that is learnt with a class that is not there is refused", async () => {
  const engine = await openEngine()
  await engine.deploy(shop)
  const started = await engine.start("shop")
  if (!started.ok) throw new Error(started.rejection.message)
  const lesson = {
    on: "PaperLost",
    at: "shop",
    if: 'isA(event.class, "PapersLost")',
    then: "nothing",
    from: { case: started.value.case },
  } as const
  const learnt = await engine.learn(lesson)
  expect(learnt).toMatchObject({ ok: false, rejection: { findings: [{ code: "UNKNOWN_CLASS" }] } })
  await engine.stop()
})

test("[RULECHECK1] a rule that asks for a class that cannot come never fires", async () => {
  const silent = async (condition: string, on?: string) =>
    (await told(rule(condition, on))).filter((line) => line.startsWith("RULE_NEVER_HOLDS")).length
  expect(await silent('isA(event.class, "PaperLost")', "SupplierFailed")).toBe(1)
  expect(await silent('!isA(event.class, "SupplierFailed")', "SupplierGone")).toBe(1)
  expect(await silent('isA(event.class, "SupplierFailed")')).toBe(0)
  expect(await silent('isA(event.class, "ItemTrigger")', "SupplierGone")).toBe(0)
})

const trade = `
process: trade
data: { order: { object: { buyer: { object: {}, class: Customer } }, class: RushOrder }, note: string }
flow: [ { task: sell } ]
---
dataClasses: { Person: , Customer: { is: Person }, Order: , RushOrder: { is: Order } }
---
`

const asking = async (condition: string): Promise<readonly string[]> => {
  const engine = await openEngine()
  const text = `${trade}rules: [ { on: ItemAbort, at: trade, if: '${condition}', then: nothing } ]`
  const found = await engine.verify(text)
  await engine.stop()
  return found.map(({ code, remedy }) => `${code} → ${remedy}`)
}

test.each([
  ['isA(class("order"), "Ordr")', "UNKNOWN_CLASS → Did you mean 'Order'?"],
  ['isA(class("ordr"), "Order")', "UNKNOWN_VARIABLE → Did you mean 'order'?"],
  ['isA(class("note"), "Order")', "UNKNOWN_DATA_CLASS → Say 'class:' where it is declared."],
  ['isA(class("order.byer"), "Order")', "UNKNOWN_DATA_CLASS → Say 'class:' where it is declared."],
])("[VOC7] [VOC8] what is wrong in %s is told", async (condition, line) => {
  expect(await asking(condition)).toEqual([line])
})

test("[RULECHECK1] a rule that asks what its data is not never fires", async () => {
  expect(await asking('isA(class("order"), "Order") && isA(class("order.buyer"), "Person")')).toEqual([])
  expect(await asking('isA(class("order"), "Person")')).toEqual([expect.stringContaining("RULE_NEVER_HOLDS")])
  expect(await asking('!isA(class("order"), "Order")')).toEqual([expect.stringContaining("RULE_NEVER_HOLDS")])
})
