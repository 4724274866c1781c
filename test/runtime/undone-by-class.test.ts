import { readFileSync } from "node:fs"
import { expect, test } from "vitest"
import { accepted, openEngine } from "../../src/main.ts"

const trade = readFileSync("test/ladder/119-undone-by-class/trade.yaml", "utf8")

async function told(text: string): Promise<readonly string[]> {
  const engine = await openEngine()
  const found = await engine.verify(`${trade}---\n${text}`)
  await engine.stop()
  return found.map(({ code, severity, place, remedy }) => `${severity} ${code} ${place.path} → ${remedy}`)
}

test("[UNDO22] a class that is not there is warned of, and a pattern or a list with other events refused", async () => {
  expect(await told("rules: [ { on: compensating(Frauds), at: trade, then: void } ]")).toEqual([
    "warning UNKNOWN_CLASS rules[0].on → Did you mean 'Fraud'?",
  ])
  expect(await told("patterns: { p: { all: [compensating(Fraud), Regret] } }")).toEqual([
    expect.stringMatching(/^error NOT_ALLOWED patterns\.p\.all\[0\]/),
  ])
  expect(await told("rules: [ { on: [compensating(Fraud), Regret], at: trade, then: nothing } ]")).toEqual([
    expect.stringMatching(/^error NOT_ALLOWED rules\[0\]\.on\[0\]/),
  ])
  expect(await told("rules: [ { on: [Regret, compensating], at: trade, then: nothing } ]")).toEqual([
    expect.stringMatching(/^error NOT_ALLOWED rules\[0\]\.on\[1\]/),
  ])
  expect(
    await told(`rules: [ { on: compensating(SupplierGone), at: trade, if: 'isA(event.class, "Fraud")', then: void } ]`),
  ).toEqual([expect.stringMatching(/^warning RULE_NEVER_HOLDS/)])
})

test("[UNDO22] such a rule can be learnt from what was undone, and put to the past", async () => {
  const engine = await openEngine()
  accepted(await engine.deploy(trade))
  const start = async () => {
    const { case: id } = accepted(await engine.start("trade"))
    const [item] = await engine.items({ case: id, live: true })
    if (!item) throw new Error("nothing to buy")
    accepted(await engine.completeItem(item.id, { goods: "tea" }))
    accepted(await engine.raise({ class: "SupplierGone", case: id }))
    return { id, data: (await engine.case(id))?.data }
  }
  const before = await start()
  expect(before.data).toMatchObject({ way: "asked SupplierGone" })
  const lesson = {
    on: "compensating(SupplierGone)",
    at: "trade/buy",
    if: 'goods == "tea" && isA(event.class, "SupplierFailed")',
    then: "void",
    from: { case: before.id },
  } as const
  expect(await engine.backtest({ ...lesson, on: "compensating(SupplierBankrupt)" })).toMatchObject({ ok: true })
  const learnt = accepted(await engine.learn(lesson))
  expect(learnt).toMatchObject({ tree: "compensating(SupplierGone) trade/buy" })
  expect((await start()).data).toMatchObject({ way: "none", goods: "tea" })
  await engine.stop()
})
