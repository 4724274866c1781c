import { describe, expect, test } from "vitest"
import type { JsonObject } from "../messages/json.ts"
import { constantsIn } from "./constants.ts"
import type { Move } from "./moves.ts"
import { replay } from "./replay.ts"
import { setStage } from "./stage.ts"
import { findWitness, type Seeking } from "./witness.ts"

const filesOf = (text: string) => [{ name: "bundle.yaml", text }]

async function witness(text: string, moves: readonly Move[], seeking?: Seeking) {
  const set = await setStage(filesOf(text))
  if (!set.ok) throw new Error(JSON.stringify(set.findings))
  return findWitness({ stage: set.stage, constants: constantsIn(set.stage) }, moves, seeking)
}

/** What it found, and that the engine goes that way. */
async function told(text: string, moves: readonly Move[], expected: JsonObject, seeking?: Seeking) {
  const found = await witness(text, moves, seeking)
  if (found === undefined) return undefined
  const steps = [...found.steps, { expect: expected }]
  return { steps: found.steps, replayed: await replay(filesOf(text), steps) }
}

const passed = { outcome: "passed" }

describe("a witness", () => {
  test("gives a task the value that leads into a branch", async () => {
    const bundle = `
process: order
data: { amount: integer }
flow:
  - task: enter
  - choice: size
    cases: [ { when: amount > 3000, do: [ { task: approve } ] }, { otherwise: [ { task: book } ] } ]
`
    expect(
      await told(bundle, [{ start: "order" }, { complete: "enter", towards: ["approve"] }], {
        items: { approve: "enabled" },
      }),
    ).toEqual({
      steps: [{ start: "order" }, { complete: "enter", data: { amount: 3001 } }],
      replayed: passed,
    })
    expect((await witness(bundle, [{ start: "order" }, { complete: "enter", towards: ["book"] }]))?.steps).toEqual([
      { start: "order" },
      { complete: "enter", data: { amount: 3000 } },
    ])
  })

  test("goes back to who could have given the value", async () => {
    const bundle = `
process: order
data: { kind: string, note: string }
flow:
  - { task: enter, writes: [kind] }
  - { task: remark, writes: [note] }
  - choice: kind
    cases: [ { when: 'kind == "express"', do: [ { task: fly } ] }, { otherwise: [ { task: drive } ] } ]
`
    const moves: readonly Move[] = [
      { start: "order" },
      { complete: "enter" },
      { complete: "remark", towards: ["fly"] },
      { complete: "fly" },
    ]
    expect(await told(bundle, moves, { state: "completed" })).toEqual({
      steps: [
        { start: "order" },
        { complete: "enter", data: { kind: "express" } },
        { complete: "remark" },
        { complete: "fly" },
      ],
      replayed: passed,
    })
  })

  test("finds what is compared with other data", async () => {
    const bundle = `
process: concert
data: { seating: { type: integer, default: 20000 }, ticketsSold: { type: integer, default: 0 } }
flow:
  - task: sell
    writes: [ticketsSold]
  - choice:
    cases:
      - { when: ticketsSold < seating * 0.2, do: [ { task: cancel } ] }
      - { when: ticketsSold < seating * 0.75, do: [ { task: move } ] }
      - { otherwise: [ { task: show } ] }
`
    const sold = async (towards: string) =>
      (await witness(bundle, [{ start: "concert" }, { complete: "sell", towards: [towards] }]))?.steps[1]
    expect([await sold("cancel"), await sold("move"), await sold("show")]).toEqual([
      { complete: "sell" },
      { complete: "sell", data: { ticketsSold: 4000 } },
      { complete: "sell", data: { ticketsSold: 15000 } },
    ])
  })

  test("knows rounds, results, worklets of a family, and parameters of what is raised", async () => {
    const bundle = `
process: order
data: { approved: boolean }
flow:
  - while: again
    until: approved
    do: [ { task: check, writes: [approved] } ]
  - task: pack
---
process: approval
flow: [ { task: sign } ]
---
exceptions: { Changed: { is: CaseTrigger, parameters: { amount: integer } } }
exlets: { ask: [ { suspend: order }, { start: approval } ], go: [ { resume: order } ] }
rules:
  - { on: Changed, at: order, tree: [ { if: event.amount > 100, then: ask } ] }
  - { on: done(sign), at: order, tree: [ { if: 'event.result == "okay"', then: go } ] }
`
    const moves: readonly Move[] = [
      { start: "order" },
      { complete: "check", towards: ["check"] },
      { complete: "check", towards: ["pack"] },
      { raise: "Changed" },
      { complete: "sign", of: "approval" },
      { complete: "pack" },
    ]
    const isThrough: Seeking = { goal: ({ state }) => state.cases.size === 2 }
    expect(
      await told(bundle, moves, { state: "completed", exlets: { ask: "completed", go: "completed" } }, isThrough),
    ).toEqual({
      steps: [
        { start: "order" },
        { complete: "check", data: { approved: false } },
        { complete: "check", data: { approved: true } },
        { raise: "Changed", with: { amount: 101 } },
        { complete: "sign", of: "order/approval", data: { result: "okay" } },
        { complete: "pack" },
      ],
      replayed: passed,
    })
  })

  test("lets waits be over, by time and by messages", async () => {
    const bundle = `
process: order
data: { number: { type: integer, default: 7 } }
flow:
  - { wait: P1D }
  - { wait: { message: paid, key: number } }
  - task: pack
`
    const moves: readonly Move[] = [
      { start: "order" },
      { complete: "wait~1" },
      { complete: "wait~2", towards: ["pack"] },
      { complete: "pack" },
    ]
    expect(await told(bundle, moves, { state: "completed" })).toEqual({
      steps: [{ start: "order" }, { advance: "PT86400S" }, { message: { name: "paid", key: 7 } }, { complete: "pack" }],
      replayed: passed,
    })
  })

  test("completes what programs would do by hand, as none are there", async () => {
    const bundle = `
process: order
data: { paid: boolean }
flow:
  - program: charge
  - choice:
    cases: [ { when: paid, do: [ { task: pack } ] }, { otherwise: [ { task: remind } ] } ]
`
    const moves: readonly Move[] = [{ start: "order" }, { complete: "charge", towards: ["pack"] }]
    expect(await told(bundle, moves, { items: { pack: "enabled" } })).toEqual({
      steps: [{ start: "order" }, { complete: "charge", data: { paid: true } }],
      replayed: passed,
    })
  })

  test("names instances", async () => {
    const bundle = `
process: order
data: { lines: { list: string, default: [ a, b ] }, verdicts: { list: string } }
flow:
  - forEach: reviews
    in: lines
    as: line
    collect: { verdicts: verdict }
    do: [ { task: review, writes: { verdict: verdict } } ]
  - task: pack
`
    const moves: readonly Move[] = [
      { start: "order" },
      { complete: "review", instance: 2 },
      { complete: "review", towards: ["pack"] },
    ]
    expect(await told(bundle, moves, { items: { pack: "enabled" } })).toEqual({
      steps: [
        { start: "order" },
        { complete: "review", instance: 2, data: { verdict: "x" } },
        { complete: "review", instance: 1, data: { verdict: "x" } },
      ],
      replayed: passed,
    })
  })

  test("says so when there is none", async () => {
    const bundle = `
process: order
data: { amount: { type: integer, max: 10 } }
flow:
  - task: enter
  - choice:
    cases: [ { when: amount > 10, do: [ { task: approve } ] }, { otherwise: [ { task: book } ] } ]
`
    expect(await witness(bundle, [{ start: "order" }, { complete: "enter", towards: ["approve"] }])).toBeUndefined()
  })
})
