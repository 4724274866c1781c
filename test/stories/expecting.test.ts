import { describe, expect, test } from "vitest"
import { passed, problemsOf, tell } from "./telling.ts"

const loop = `
process: loop
data: { rounds: { type: integer, default: 0 }, buyer: { object: { name: string, city: string } }, kind: { type: string, default: b }, list: { list: integer } }
flow:
  - while: again
    when: rounds < 2
    do: [ { task: work, writes: { rounds: rounds + 1 } } ]
  - choice: kinds
    cases: [ { when: 'kind == "a"', do: [ { task: A } ] }, { otherwise: [] } ]
  - parallel: both
    branches: [ [ { task: B, deadline: PT1H } ], [ { task: C, deadline: PT1H } ] ]
  - task: last
`

async function problems(steps: string, process = loop): Promise<readonly string[]> {
  return problemsOf(await tell(process, `story: x\nsteps:\n${steps}`))
}

describe("expecting", () => {
  test("[STORY23] everything in which a case differs is told at once, each with its line", async () => {
    const steps = `  - start: loop
  - expect:
      state: completed
      held: true
      result: 7
      items: { work: started, A: enabled, B: none }
      states: { ready: [A], done: [], executing: [again] }
      data: { rounds: 1, kind: a, list: [] }
      family: { loop: failed, other: running }
`
    expect(await problems(steps)).toEqual([
      "5 state: expected completed, found running",
      "6 held: expected true, found false",
      "7 result: expected 7, found nothing",
      "10 data.rounds: expected 1, found 0",
      '10 data.kind: expected "a", found "b"',
      "10 data.list: expected [], found nothing",
      "8 items.work: expected started, found enabled",
      "8 items.A: expected enabled, found none",
      "9 states.ready: expected [A], found [work]",
      "11 family.loop: expected failed, found running",
      "11 family.other: expected running, found none",
    ])
  })

  test("[STORY24] of an item the newest incarnation counts", async () => {
    const steps = `  - start: loop
  - complete: work
  - expect: { items: { work: enabled } }
  - complete: work
  - expect: { items: { work: completed, B: enabled } }
`
    expect(await problems(steps)).toEqual([])
  })

  test("[STORY25] data is a subset, also inside of maps; lists are compared whole", async () => {
    const steps = `  - start: loop
    data: { buyer: { name: Ann, city: Ulm }, list: [1, 2] }
  - expect: { data: { buyer: { city: Ulm }, list: [1, 2] } }
  - expect: { data: { buyer: { city: Bonn }, list: [1] } }
`
    expect(await problems(steps)).toEqual([
      '6 data.buyer: expected {"city":"Bonn"}, found {"name":"Ann","city":"Ulm"}',
      "6 data.list: expected [1], found [1,2]",
    ])
  })

  test("[STORY25] a variable nobody has written is null", async () => {
    expect(await problems("  - start: loop\n  - expect: { data: { list: null, rounds: null } }\n")).toEqual([
      "4 data.rounds: expected null, found 0",
    ])
  })

  test("[STORY26] exceptions are all of the case in its whole life, in any order", async () => {
    const steps = `  - start: loop
    data: { rounds: 2 }
  - advance: PT1H
  - complete: B
  - expect: { exceptions: [ { class: Timeout }, { at: B, state: resolved } ] }
  - expect: { exceptions: [ { at: C, state: open }, { at: B, state: open } ] }
`
    expect(await problems(steps)).toEqual([
      "8 exceptions: expected [any at C open, any at B open], found [Timeout at B resolved, Timeout at C open]",
    ])
  })

  test("[STORY26] an exception that nobody expects is told", async () => {
    const steps =
      "  - { start: loop, data: { rounds: 2 } }\n  - advance: PT1H\n  - expect: { exceptions: [ { at: B } ] }\n"
    expect(await problems(steps)).toEqual([
      "5 exceptions: expected [any at B in any state], found [Timeout at B open, Timeout at C open]",
    ])
  })

  test("[STORY27] the log shows tasks, named blocks, processes and what was written, in order", async () => {
    const steps = `  - { start: loop, data: { kind: a, rounds: 1 } }
  - complete: work
  - complete: A
  - complete: C
  - remove: item B
  - remove: case
  - expect:
      state: removed
      log: [ started(loop), started(again), started(work), done(work), written(rounds), done(again), started(kinds), done(A), done(kinds),
        started(both), started(C), done(C), aborted(B), aborted(both), aborted(loop) ]
  - expect: { log: [ done(loop/C), done(work) ] }
  - expect: { log: [ done(other/C) ] }
`
    const found =
      "[started(loop), started(again), started(work), written(rounds), done(work), done(again), started(kinds), started(A), done(A), done(kinds), started(both), started(C), done(C), aborted(B), aborted(both), aborted(loop)]"
    expect(await problems(steps)).toEqual([`13 log.1: expected done(work) after done(C), found ${found}`])
    expect(await problems(steps.replace("done(loop/C), done(work)", "done(loop/C)"))).toEqual([
      `14 log.0: expected done(C), found ${found}`,
    ])
  })

  test("[STORY27] a block that is passed by is begun and done at once, and a first block begins with its winner", async () => {
    const first = `
process: first
data: { go: { type: boolean, default: false } }
flow:
  - while: loop
    when: go
    do: [ { task: never } ]
  - first: race
    branches: [ [ { task: left }, { task: more } ], [ { task: right } ] ]
`
    const steps = `  - start: first
  - expect: { log: [ started(loop), done(loop) ], items: { left: enabled } }
  - complete: left
  - complete: more
  - expect: { log: [ done(loop), started(race), done(left), done(more), done(race), done(first) ], items: { right: none } }
`
    expect(await problems(steps, first)).toEqual([])
  })

  test("[STORY28] a worklist is compared whole, as often as a task stands on it", async () => {
    const steps = `  - start: loop
  - start: loop
  - expect: { worklist: { ann: [work, work] } }
  - { accept: work, by: bob }
  - expect: { worklist: { ann: [work], bob: [work, work] } }
`
    expect(await tell(loop, `story: x\nsteps:\n${steps}`)).toEqual(passed)
  })
})
