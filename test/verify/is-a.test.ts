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
  ["Whatever", "Declare it under 'exceptions'."],
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
