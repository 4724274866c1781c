import { describe, expect, test } from "vitest"
import { examine } from "../../src/main.ts"

const told = (text: string): readonly string[] =>
  examine(text).findings.map(({ code, place, remedy }) => `${place.line} ${code} ${remedy}`)

const meant = (word: string) => `Did you mean '${word}'?`

describe("[DEF32] what is misspelt is read as what was meant", () => {
  test("a key: what stands under it is looked at, and nothing that needs it is wrong for that", () => {
    expect(
      told(`
process: order
daa: { amount: intger, price: number }
flow:
  - { tsk: pack, reds: [ amoun ], writes: [ price ] }
  - { task: send, wirtes: [ pric ] }
---
exlts: { stop: [ { suspend: order/pak } ] }
rules: [ { on: itemPre, at: order/pack, if: amount > price, thn: stop } ]`),
    ).toEqual([
      `3 UNKNOWN_KEY ${meant("data")}`,
      `3 NOT_ALLOWED ${meant("integer")}`,
      `5 NO_KIND ${meant("task")}`,
      `5 UNKNOWN_KEY ${meant("reads")}`,
      `5 UNKNOWN_VARIABLE ${meant("amount")}`,
      `6 UNKNOWN_KEY ${meant("writes")}`,
      `6 UNKNOWN_VARIABLE ${meant("price")}`,
      `8 UNKNOWN_KEY ${meant("exlets")}`,
      `8 UNKNOWN_TASK ${meant("pack")}`,
      `9 UNKNOWN_KEY ${meant("then")}`,
    ])
  })

  test.each(["integr", "[ text ]", "{ type: boolen, default: true }", "7"])(
    "a variable of the type %s is there all the same",
    (type) => {
      const found = told(`
process: order
data: { amount: ${type} }
flow:
  - { task: enter, writes: [amount] }
  - { choice: c, cases: [ { when: amount > 3, do: [ { task: a } ] }, { otherwise: [ { task: b } ] } ] }
---
rules: [ { on: itemPre, at: order/a, if: amount < 7, then: [ { set: { amount: amount + 1 } } ] } ]`)
      expect(found.length).toBe(1)
      expect(found[0]).toMatch(/^3 /)
    },
  )

  test("so is a parameter of a class", () => {
    expect(
      told(`
process: order
flow: [ { task: enter } ]
---
exceptions: { Lost: { is: ItemTrigger, parameters: { pages: nmber } } }
rules: [ { on: Lost, at: order, if: event.pages > 3, then: nothing } ]`),
    ).toEqual([`5 NOT_ALLOWED ${meant("number")}`])
  })
})

describe("[DEF9] words of other systems are answered with what says the same here", () => {
  test.each([
    ["retry: 3", "Write 'pattern: repeatable, attempts: 3'."],
    ["retries: 5", "Write 'pattern: repeatable, attempts: 5'."],
    ["retry: { max: 4, delay: PT1S }", "Write 'pattern: repeatable, attempts: 4'."],
    ["maxAttempts: 2", "Write 'pattern: repeatable, attempts: 2'."],
    ["retry: true", "Write 'pattern: repeatable, attempts: 3'."],
    ["timeout: PT1H", "Write 'deadline: P3D', a duration or a date."],
    ["assignee: bob", "Say who may do it with 'needs: { role: … }', or 'agent', 'unit' or 'capability' in it."],
    ["onError: x", "Write an exception arc, 'on: { ItemAbort: its-name }', or a rule."],
  ])("%s", (written, remedy) => {
    expect(told(`process: p\nflow: [ { task: a, ${written} } ]`)).toEqual([`2 UNKNOWN_KEY ${remedy}`])
    expect(told(`process: p\nnet: { start: { to: [a] }, a: { to: [end], ${written} } }`)).toEqual([
      `2 UNKNOWN_KEY ${remedy}`,
    ])
  })
})

describe("[CHK16] a name that is nearly one of the organisation is told", () => {
  const organisation = `
---
organisation:
  roles: { accountant: {} }
  units: { purchasing: {} }
  agents: { robert: { roles: [accountant], unit: purchasing } }
`
  const process = `
process: order
owner: roberto
data: { boss: string }
flow: [ { task: enter, owner: purchasng } ]
---
rules:
  - on: itemPre
    at: order/enter
    then:
      - { notify: acountant, text: x }
      - { reassign: item, to: robrt }
      - { amend: item, needs: { role: accountent } }
      - { ask: "What?", to: purchasign }
      - { notify: boss, text: x }
      - { notify: somebody-else, text: x }
`
  test("wherever somebody is named", () => {
    expect(told(process + organisation)).toEqual([
      `3 UNKNOWN_AGENT ${meant("robert")}`,
      `5 UNKNOWN_AGENT ${meant("purchasing")}`,
      `11 UNKNOWN_AGENT ${meant("accountant")}`,
      `12 UNKNOWN_AGENT ${meant("robert")}`,
      `13 UNKNOWN_ROLE ${meant("accountant")}`,
      `14 UNKNOWN_AGENT ${meant("purchasing")}`,
    ])
  })

  test("without an organisation anybody may be meant", () => {
    expect(told(process)).toEqual([])
  })
})

describe("[CHK1] what may be held may be continued", () => {
  test.each([
    "{ suspend: case }, { notify: '\"x\"', text: x }, { continue: allCases }",
    "{ suspend: allCases }, { continue: case }, { continue: allCases }",
    "{ suspend: order }, { continue: case }",
    "{ suspend: order/pack }, { continue: item }",
  ])("%s", (steps) => {
    expect(told(`process: order\nflow: [ { task: pack } ]\n---\nexlets: { e: [ ${steps} ] }`)).toEqual([])
  })
})
