import { describe, expect, test } from "vitest"
import { openEngine } from "../../src/main.ts"

const processes = `
process: order
data: { amount: integer, customer: string }
flow: [ { task: enter }, { task: pack, select: true }, { task: send } ]
---
process: wrapping
flow: [ { task: wrap } ]
---
`

/** What `verify` says, as `code → remedy`. */
async function told(text: string): Promise<readonly string[]> {
  const engine = await openEngine()
  const found = await engine.verify(processes + text)
  await engine.stop()
  return found.map(({ code, remedy }) => `${code} → ${remedy}`)
}

const rule = (on: string, at = "order/pack") =>
  `rules: [ { on: ${on}, at: ${at}, then: [ { notify: '"bob"', text: x } ] } ]`

describe("[CHK9] names of events that are nearly those of others are told", () => {
  test.each([
    ["itemPree", "itemPre"],
    ["itempre", "itemPre"],
    ["item-pre", "itemPre"],
    ["ItemPost", "itemPost"],
    ["itemPots", "itemPost"],
    ["casepre", "casePre"],
    ["csePost", "casePost"],
    ["CASEPOST", "casePost"],
    ["selct", "select"],
    ["Select", "select"],
    ["compensatng", "compensating"],
    ["timeOut", "Timeout"],
    ["itemabort", "ItemAbort"],
  ])("%s is no checkpoint and no class, but nearly one", async (on, meant) => {
    expect(await told(rule(on))).toEqual([`UNKNOWN_CLASS → Did you mean '${meant}'?`])
    const handler = `handlers: { h: { on: ${on}, then: nothing } }`
    expect(await told(handler)).toEqual([`UNKNOWN_CLASS → Did you mean '${meant}'?`])
  })

  test("so is an event of a pattern that the others of its kind are not called", async () => {
    expect(
      await told(`
patterns: { three: { sequence: [ change_request, change_requst, change_request ] } }
rules: [ { on: three, at: order, then: nothing } ]`),
    ).toEqual(["UNKNOWN_CLASS → Did you mean 'change_request'?"])
  })

  test("so is a rule on what is raised under nearly the same name, and the raising that nobody hears", async () => {
    expect(
      await told(`
rules:
  - { on: done(enter), at: order, then: [ { raise: papers-lost } ] }
  - { on: papersLost, at: order, then: nothing }`),
    ).toEqual(["EVENT_UNHEARD → Did you mean 'papersLost'?", "UNKNOWN_CLASS → Did you mean 'papers-lost'?"])
  })

  test.each(["selected", "compensated", "picked-up", "phase-one", "approval", "casework"])(
    "%s is a name of its own",
    async (on) => {
      expect(await told(rule(on))).toEqual([])
    },
  )

  test("events that are alike on purpose are too", async () => {
    const rules = ["phase1", "phase2", "venue-approved", "venue-refused", "order-changes", "order-change"]
      .map((on) => `{ on: ${on}, at: order, then: nothing }`)
      .join(", ")
    expect(await told(`rules: [ ${rules} ]`)).toEqual([])
  })

  test("what steps in place of a rule raise is an event there is", async () => {
    expect(
      await told(`
rules:
  - { on: done(enter), at: order, then: [ { raise: timed-out } ] }
  - { on: timed-out, at: order, then: nothing }`),
    ).toEqual([])
  })
})
