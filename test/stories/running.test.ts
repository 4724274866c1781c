import { describe, expect, test } from "vitest"
import { passed, problemsOf, tell } from "./telling.ts"

const order = `
process: order
data: { total: { type: integer, default: 0 }, note: string }
result: total
flow:
  - task: pack
  - parallel: both
    branches: [ [ { task: ship } ], [ { task: bill } ] ]
  - task: archive
`

describe("running a story", () => {
  test("[STORY8] a bundle that cannot be deployed makes a story that cannot be run", async () => {
    const result = await tell("process: order\nflow: [ { tsk: pack } ]", "story: x\nsteps: []")
    expect(result).toMatchObject({ outcome: "unrunnable", findings: [{ place: { file: "told.yaml", line: 2 } }] })
  })

  test("[STORY9] a story begins at its moment, and time passes only when it is advanced", async () => {
    const waiting = "process: waiting\nflow: [ { wait: P1D }, { task: act, deadline: PT1H } ]"
    const story = `
story: x
now: 2026-02-28T12:00:00Z
steps:
  - start: waiting
  - advance: PT23H59M
  - expect: { items: { act: none } }
  - advance: 2026-03-01T12:00:00Z
  - expect: { items: { act: enabled }, exceptions: [] }
  - advance: PT1H
  - expect: { items: { act: enabled }, exceptions: [ { class: Timeout, at: act, state: open } ] }
`
    expect(await tell(waiting, story)).toEqual(passed)
  })

  test("[STORY10] a step that is refused fails the story unless it says so", async () => {
    const result = await tell(order, "story: x\nsteps:\n  - start: order\n  - complete: ship\n")
    expect(problemsOf(result)).toEqual([
      "4 complete: ship: expected accepted, found refused with ITEM_NOT_LIVE: there is no item ship in case order",
    ])
  })

  test("[STORY10] a step that is accepted though it says otherwise fails the story", async () => {
    const result = await tell(order, "story: x\nsteps:\n  - start: order\n  - complete: pack\n    refused: true\n")
    expect(problemsOf(result)).toEqual(["4 complete: pack: expected refused, found accepted"])
  })

  test("[STORY10] a step that is refused with another code fails the story", async () => {
    const result = await tell(order, "story: x\nsteps:\n  - start: order\n  - complete: ship\n    refused: ITEM_HELD\n")
    expect(problemsOf(result)).toEqual([
      "4 complete: ship: expected refused with ITEM_HELD, found refused with ITEM_NOT_LIVE: there is no item ship in case order",
    ])
  })

  test("[STORY11] a refused step has changed nothing at all", async () => {
    const story = `
story: x
steps:
  - { start: nothing, refused: PROCESS_NOT_FOUND }
  - { start: order, data: { total: many }, refused: DATA_INVALID }
  - start: order
  - { complete: pack, data: { total: many }, refused: DATA_INVALID }
  - expect: { items: { pack: enabled }, data: { total: 0 } }
`
    expect(await tell(order, story)).toEqual(passed)
  })

  test("[STORY12] a task the process does not have fails the story, refused or not", async () => {
    const result = await tell(order, "story: x\nsteps:\n  - start: order\n  - complete: shipp\n    refused: true\n")
    expect(problemsOf(result)).toEqual([
      "4 complete: shipp: expected a step that can be taken, found The process order has no 'shipp'. Did you mean 'ship'?",
    ])
  })

  test("[STORY12] a step before any case fails the story", async () => {
    const result = await tell(order, "story: x\nsteps:\n  - complete: ship\n")
    expect(problemsOf(result)).toEqual([
      "3 complete: ship: expected a step that can be taken, found No case has been started yet.",
    ])
  })

  test("[STORY13] without `of:` a step is about the case started last", async () => {
    const story = `
story: x
steps:
  - { start: order, as: one }
  - { start: order, as: two }
  - { start: order, data: { total: x }, refused: true }
  - complete: pack
  - { expect: { of: one, items: { pack: enabled } } }
  - { expect: { of: two, items: { pack: completed } } }
  - { complete: pack, of: one }
  - { expect: { items: { pack: completed } }, of: one }
`
    expect(await tell(order, story)).toEqual(passed)
  })

  test("[STORY14] an item's name means the oldest that is live, else the newest that has ended", async () => {
    const twice = `
process: twice
data: { by: string, times: { type: integer, default: 0 } }
net:
  start: { to: [begin] }
  begin: { to: [A, B] }
  A: { to: [merge] }
  B: { to: [merge] }
  merge: { to: [last], writes: { times: times + 1 } }
  last: { to: [end] }
`
    const story = `
story: x
steps:
  - start: twice
  - complete: begin
  - complete: A
  - complete: B
  - start: item merge
  - complete: merge
  - expect: { items: { merge: enabled }, data: { times: 1 } }
  - complete: merge
  - expect: { items: { merge: completed }, data: { times: 2 } }
  - { complete: merge, refused: ITEM_NOT_LIVE }
  - { restart: merge, refused: ITEM_NOT_LIVE }
`
    expect(await tell(twice, story)).toEqual(passed)
  })

  test("[STORY15] an instance is named by its number, in brackets or beside", async () => {
    const reviews = `
process: reviews
data: { papers: { list: string }, verdicts: { list: string } }
flow:
  - forEach: reading
    in: papers
    as: paper
    dynamic: true
    do: [ { task: review }, { activity: closing, do: [ { task: file } ] } ]
    collect: { verdicts: verdict }
`.replace("{ task: review }", "{ task: review, writes: { verdict: paper + '!' } }")
    const story = `
story: x
steps:
  - start: reviews
    data: { papers: [a, b] }
  - add: reading
    data: c
  - complete: review[3]
  - complete: review
    instance: 2
  - expect:
      items: { 'review[1]': enabled, 'review[2]': completed, 'file[2]': enabled, 'file[3]': enabled, 'file[1]': none }
  - { complete: 'review[4]', refused: ITEM_NOT_LIVE }
  - { add: reading, data: 7, refused: DATA_INVALID }
  - complete: review
  - complete: file[3]
  - complete: file[2]
  - complete: file[1]
  - expect: { state: completed, data: { verdicts: [a!, b!, c!] } }
`
    expect(problemsOf(await tell(reviews, story))).toEqual([])
  })

  test("[STORY15] of a task with many instances in net form, work is on an instance and all else on the whole", async () => {
    const many = `
process: many
data: { lines: { list: string } }
net:
  start: { to: [M] }
  M: { many: { each: lines, as: line }, to: [end] }
`
    const story = `
story: x
steps:
  - { start: many, data: { lines: [a, b] } }
  - expect: { items: { M: started, 'M[1]': enabled } }
  - complete: M
  - expect: { items: { M: started, 'M[1]': completed, 'M[2]': enabled } }
  - suspend: item M
  - expect: { items: { M: held started, 'M[2]': held enabled } }
  - skip: M
  - expect: { state: completed }
`
    expect(problemsOf(await tell(many, story))).toEqual([])
  })

  test("[STORY16] `X+` means what follows X", async () => {
    const story = `
story: x
steps:
  - start: order
  - suspend: pack+
    reason: weather
  - complete: pack
  - expect: { items: { ship: held enabled, bill: held enabled } }
  - continue: item pack+
  - expect: { items: { ship: enabled, bill: enabled } }
  - { continue: pack+, refused: NOT_HELD }
  - { suspend: paack+, refused: true }
`
    expect(problemsOf(await tell(order, story))).toEqual([
      "12 suspend: paack+: expected a step that can be taken, found The process order has no 'paack'. Did you mean 'pack'?",
    ])
  })

  test("[STORY17] a step acts by whom it says", async () => {
    const story = `
story: x
steps:
  - start: order
  - { accept: pack, by: ann }
  - expect: { items: { pack: allocated }, worklist: { ann: [pack], bob: [] } }
  - { start: item pack, by: bob, refused: ITEM_NOT_YOURS }
  - { delegate: pack, to: bob, by: ann }
  - expect: { worklist: { ann: [], bob: [pack] } }
  - { hand-back: pack, by: bob }
  - { decline: pack, by: ann }
  - expect: { items: { pack: enabled }, worklist: { ann: [], bob: [pack] } }
  - { reassign: pack, to: cem }
  - { start: item pack, by: cem }
  - { update: pack, data: { total: 5 }, by: cem }
  - { complete: pack, by: ann, refused: true }
  - { complete: pack, by: cem }
  - expect: { data: { total: 5 }, worklist: { ann: bill, bob: [ship, bill] } }
`
    expect(problemsOf(await tell(order, story))).toEqual(["18 worklist.ann: expected [bill], found [ship, bill]"])
  })

  test("[STORY18] what an operator can do, a story can", async () => {
    const story = `
story: x
steps:
  - start: order
  - start: item pack
  - { update: pack, data: { total: 7 } }
  - restart: item pack
  - complete: pack
  - expect: { data: { total: 0 } }
  - fail: ship
  - { force-complete: item bill, data: { total: 9 } }
  - expect: { items: { ship: failed, bill: force-completed }, data: { total: 9 } }
  - set: { note: hurry }
  - suspend: case
  - expect: { held: true, items: { archive: held enabled } }
  - continue: case
  - { retry: item archive, refused: NOT_RETRYABLE }
  - skip: item archive
  - expect: { held: false, state: completed, result: 9, data: { note: hurry } }
  - { remove: case, refused: CASE_NOT_LIVE }
  - start: order
  - remove: item pack
  - expect: { state: exhausted, items: { pack: removed } }
  - start: order
  - remove: case
  - expect: { state: removed }
`
    expect(problemsOf(await tell(order, story))).toEqual([])
  })

  test("[STORY19] a message goes to the case its key means, or to the case named", async () => {
    const paying = `
process: paying
data: { number: integer, paid: integer }
flow: [ { wait: { message: payment, key: number } } ]
`
    const story = `
story: x
steps:
  - { start: paying, as: one, data: { number: 1 } }
  - { start: paying, as: two, data: { number: 2 } }
  - message: { name: payment, key: 1, data: { paid: 10 } }
  - expect: { of: one, state: completed, data: { paid: 10 } }
  - expect: { of: two, state: running }
  - { message: { name: payment, key: 3 }, refused: MESSAGE_NOT_EXPECTED }
  - { message: { name: payment, key: 2 }, of: two }
  - expect: { of: two, state: completed, log: [ message(payment), done(paying) ] }
`
    expect(problemsOf(await tell(paying, story))).toEqual([])
  })
})
