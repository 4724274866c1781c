import { describe, expect, test } from "vitest"
import type { Finding } from "../../src/messages/findings.ts"
import { replay } from "../../src/witness/replay.ts"
import { verifyNets } from "../../src/witness/verify-nets.ts"

const told = ({ code, place }: Finding) => `${code} ${place.line}`

/** What is told of a bundle, after everything told that has steps was replayed. */
async function verified(text: string): Promise<readonly string[]> {
  const files = [{ name: "bundle.yaml", text }]
  const found = await verifyNets(files)
  for (const { code, counterexample } of found) {
    if (counterexample === undefined) continue
    expect([code, await replay(files, counterexample)]).toEqual([code, { outcome: "passed" }])
  }
  return found.map((finding) => `${told(finding)}${finding.counterexample ? "" : ", not shown"}`)
}

describe("flows in blocks", () => {
  test("[SOUND1] blocks fit each other by the way they are written", async () => {
    expect(
      await verified(`process: p
data: { a: { type: boolean, default: false }, lines: { list: string, default: [] } }
flow:
  - parallel: par
    branches:
      - [ { choice: one, cases: [ { when: a, do: [ { task: A } ] }, { otherwise: [] } ] } ]
      - [ { some: several, cases: [ { when: a, do: [ { task: B } ] }, { otherwise: [ { task: C }, { task: D } ] } ] } ]
      - [ { while: loop, when: a, do: [ { first: answer, branches: [ [ { task: E } ], [ { wait: P1D }, { task: F } ] ] } ] } ]
      - [ { forEach: each, in: lines, as: line, do: [ { activity: act, do: [ { task: G } ] } ] } ]
  - task: Z
`),
    ).toEqual([])
  })

  test("[SOUND6] conditions that are constant, or say the same, are taken as they are", async () => {
    const flow = (blocks: string) => `process: p
data: { n: { type: integer, default: 0 }, k: { type: string, enum: [ x, y ], default: x } }
flow:
  - task: A
${blocks}
  - task: Z
`
    expect(await verified(flow("  - { while: loop, when: true, do: [ { task: B } ] }"))).toEqual([
      "NO_OPTION_TO_COMPLETE 5",
      "DEAD_TASK 6",
    ])
    expect(await verified(flow("  - { while: loop, when: false, do: [ { task: B } ] }"))).toEqual(["DEAD_TASK 5"])
    expect(
      await verified(
        flow(`  - choice: c
    cases:
      - { when: n > 5, do: [ { task: B } ] }
      - { when: n > 9, do: [ { task: C } ] }
      - { otherwise: [ { task: D } ] }`),
      ),
    ).toEqual(["DEAD_TASK 8"])
    expect(
      await verified(
        flow(`  - choice: c
    cases:
      - { when: 'k == "x"', do: [ { task: B } ] }
      - { when: 'k == "y"', do: [ { task: C } ] }
      - { otherwise: [ { task: D } ] }`),
      ),
    ).toEqual(["DEAD_TASK 9"])
  })

  test("[SOUND6] an or-split takes only what its conditions allow together", async () => {
    const net = (one: string, other: string) => `process: p
data: { n: { type: integer, default: 0 } }
net:
  start: { to: [S] }
  S: { split: or, to: { A: ${one}, B: ${other} } }
  A: { to: [J] }
  B: { to: [J] }
  J: { join: xor, to: [end] }
`
    expect(await verified(net("n > 5", "n <= 5"))).toEqual([])
    expect(await verified(net("n > 5", "n <= 6"))).toEqual(["IMPROPER_COMPLETION 8"])
  })

  test("[SOUND2] a branch that takes another away must not be waited for", async () => {
    expect(
      await verified(`process: p
flow:
  - parallel: both
    branches: [ [ { task: go, cancels: [stay] } ], [ { task: stay } ] ]
  - task: last
`),
    ).toEqual(["NO_OPTION_TO_COMPLETE 3"])
  })

  test("[SOUND7] each activity's own flow is looked at for itself, also in instances", async () => {
    expect(
      await verified(`process: p
data: { a: { type: boolean, default: false }, lines: { list: string, default: [] } }
flow:
  - forEach: each
    in: lines
    as: line
    do:
      - activity: inner
        net:
          start: { to: [S] }
          S: { split: xor, to: { A: a, B: otherwise } }
          A: { to: [J] }
          B: { to: [J] }
          J: { join: and, to: [end] }
  - task: Z
`),
    ).toEqual(["NO_OPTION_TO_COMPLETE 14", "DEAD_TASK 14"])
  })

  test("[SOUND7] an activity in which nobody does anything is over as soon as it begins", async () => {
    expect(
      await verified(`process: p
net:
  start: { to: [A] }
  A: { to: [B, C] }
  B: { to: [first] }
  C: { to: [first] }
  first: { activity: { do: [] }, cancels: [B, C], to: [Z] }
  Z: { to: [end] }
`),
    ).toEqual([])
  })
})

describe("where the flow may go instead", () => {
  test("[SOUND8] arcs, what lies aside and what stands in for a step are ways like others", async () => {
    expect(
      await verified(`process: p
flow:
  - { task: ask, on: { Refused: tell } }
  - parallel: both
    branches: [ [ { task: A, on: { Refused: again } } ], [ { task: B } ] ]
  - { task: again, pattern: replaceable, alternatives: [ [ { task: other } ] ] }
aside: [ { task: tell } ]
---
exceptions: { Refused: { is: ItemAbort } }
`),
    ).toEqual([])
  })

  test("[SOUND8] an arc that leaves something behind is told, with the exception that takes it", async () => {
    expect(
      await verified(`process: p
net:
  start: { to: [S] }
  S: { to: [A, B] }
  A: { to: [J], on: { Refused: tell } }
  B: { to: [J] }
  J: { join: and, to: [tell] }
  tell: { to: [end] }
---
exceptions: { Refused: { is: ItemAbort } }
`),
    ).toEqual(["IMPROPER_COMPLETION 8"])
  })

  test("[SOUND8] what lies aside ends what it lies aside of, whatever else is open", async () => {
    expect(
      await verified(`process: p
flow:
  - activity: act
    do: [ { parallel: both, branches: [ [ { task: A, on: { Refused: tell } } ], [ { task: B } ] ] } ]
    aside: [ { task: tell } ]
  - task: Z
---
exceptions: { Refused: { is: ItemAbort } }
`),
    ).toEqual([])
  })

  test("[SOUND8] a loop that only an exception ends can be ended", async () => {
    expect(
      await verified(`process: p
flow:
  - while: serving
    when: true
    do: [ { task: serve, on: { Closed: count } } ]
  - task: count
---
exceptions: { Closed: { is: ItemAbort } }
`),
    ).toEqual([])
  })
})

describe("data", () => {
  test("[DATAFLOW1] what is read before anything can have written it is told", async () => {
    expect(
      await verified(`process: p
data: { approved: boolean, note: string }
flow:
  - { task: enter, writes: [note] }
  - choice: c
    cases: [ { when: approved, do: [ { task: A } ] }, { otherwise: [ { task: B, writes: [approved] } ] } ]
`),
    ).toEqual(["READ_BEFORE_WRITTEN 5"])
    expect(
      await verified(`process: p
data: { x: string }
flow: [ { task: A, reads: [x], writes: [] }, { task: B, writes: [x] } ]
`),
    ).toEqual(["READ_BEFORE_WRITTEN 3"])
  })

  test("[DATAFLOW1] on one way only is enough for a condition", async () => {
    expect(
      await verified(`process: p
data: { n: integer, a: { type: boolean, default: false } }
flow:
  - { task: A, writes: [a] }
  - { choice: c, cases: [ { when: a, do: [ { task: B, writes: [n] } ] }, { otherwise: [] } ] }
  - { choice: d, cases: [ { when: n > 3, do: [ { task: C } ] }, { otherwise: [] } ] }
`),
    ).toEqual(["READ_BEFORE_WRITTEN 6"])
  })

  const branches = (rest: string, other = "") => `process: p
data: { n: integer, who: string, a: { type: boolean, default: false } }
flow:
  - { task: A, writes: [a] }
  - choice: c
    cases: [ { when: a, do: [ { task: B, writes: [n, who] } ] }, { otherwise: [ ${other} ] } ]
${rest}
`

  test.each([
    ["a task that shows it", "  - { task: C, reads: [n], writes: [] }"],
    ["what a task shows of it", "  - { task: C, reads: { double: n * 2 }, writes: [] }"],
    ["its cost", "  - { task: C, cost: n * 2, writes: [] }"],
    ["who may do it", "  - { task: C, needs: { agent: who }, writes: [] }"],
    ["a deadline", '  - { task: C, deadline: { value: \'n > 3 ? duration("P1D") : duration("P2D")\' }, writes: [] }'],
    ["a loop", "  - { while: w, when: n > 3, do: [ { task: C, writes: [n] } ] }"],
    ["a step in an activity", "  - { activity: act, do: [ { task: C, reads: [n], writes: [] } ] }"],
    [
      "one of several branches",
      "  - { parallel: both, branches: [ [ { task: C, reads: [n], writes: [] } ], [ { task: D, writes: [] } ] ] }",
    ],
  ])("[DATAFLOW1] what one branch alone writes is told where it is read behind both: %s", async (_, rest) => {
    expect(await verified(branches(rest))).toEqual(["READ_BEFORE_WRITTEN 7"])
    // Who says nothing of it is not taken to write what others say they do.
    expect(await verified(branches(rest, "{ task: other }"))).toEqual(["READ_BEFORE_WRITTEN 7"])
    expect(await verified(branches(rest, "{ task: other, writes: [n, who] }"))).toEqual([])
  })

  test("[DATAFLOW1] so is the result of a process", async () => {
    expect(await verified(`${branches("  - { task: C, writes: [] }")}result: n + 1\n`)).toEqual([
      "READ_BEFORE_WRITTEN 8",
    ])
    expect(await verified(`${branches("  - { task: C, writes: [n] }")}result: n + 1\n`)).toEqual([])
  })

  test("[DATAFLOW1] so is what one of two who race writes, and a branch of several", async () => {
    expect(
      await verified(`process: p
data: { n: integer, a: { type: boolean, default: false } }
flow:
  - { first: f, branches: [ [ { task: A, writes: [n] } ], [ { task: B, writes: [a] } ] ] }
  - { task: C, reads: [n], writes: [] }
  - { some: s, cases: [ { when: a, do: [ { task: D, writes: [a] } ] }, { otherwise: [] } ] }
`),
    ).toEqual(["READ_BEFORE_WRITTEN 5"])
  })

  test("[DATAFLOW2] what a task shows may come in a later round, from beside, or be missing where something failed", async () => {
    expect(
      await verified(`process: p
data: { note: string, ok: boolean, x: string }
flow:
  - { while: again, until: ok, do: [ { task: write, reads: [note], writes: [] }, { task: review, writes: [note, ok] } ] }
  - { parallel: both, branches: [ [ { task: A, writes: [x] } ], [ { task: B, reads: [x], writes: [] } ] ] }
  - { task: last, reads: [x], writes: [] }
`),
    ).toEqual([])
    expect(
      await verified(`process: p
data: { price: integer }
flow: [ { task: ask, writes: [price], on: { Refused: tell } }, { task: go, writes: [] }, { task: tell, reads: [price], writes: [] } ]
---
exceptions: { Refused: { is: ItemAbort } }
`),
    ).toEqual([])
  })

  test("[DATAFLOW2] what is read before anybody says it is written comes from who says nothing, and what a worklet is given is there", async () => {
    expect(
      await verified(`process: p
data: { n: integer }
flow:
  - task: enter
  - { choice: c, cases: [ { when: n > 10, do: [ { task: reduce, writes: [n] } ] }, { otherwise: [] } ] }
  - { choice: d, cases: [ { when: n > 5, do: [ { task: check } ] }, { otherwise: [] } ] }
---
process: lower
data: { n: integer, m: integer }
flow: [ { while: w, when: n > m, do: [ { task: less, writes: [n, m] } ] } ]
---
rules: [ { on: itemPre, at: p/check, then: [ { compensate: { worklet: lower, with: { n: n, m: "3" } } } ] } ]
`),
    ).toEqual([])
  })

  test("[DATAFLOW2] what comes from whoever starts the case, is asked for, or may have been written is not", async () => {
    expect(
      await verified(`process: p
data: { n: integer, m: integer, k: integer, d: { type: integer, default: 1 }, r: { type: integer, required: true } }
flow:
  - { choice: c, cases: [ { when: n > 3 || d > 1 || r > 1, do: [ { task: A, writes: [d, r] } ] }, { otherwise: [] } ] }
  - { choice: e, cases: [ { when: has(m) && m > 3, do: [ { task: B, writes: [m] } ] }, { otherwise: [] } ] }
  - parallel: both
    branches: [ [ { task: C, writes: [k] } ], [ { task: D, writes: [m] } ] ]
  - { choice: f, cases: [ { when: k > 3 && m > 1, do: [ { task: E } ] }, { otherwise: [] } ] }
`),
    ).toEqual([])
  })

  test("[DATAFLOW2] what an exlet writes may be there at any time", async () => {
    expect(
      await verified(`process: p
data: { approved: boolean, note: string }
flow:
  - { task: enter, writes: [note] }
  - { choice: c, cases: [ { when: approved, do: [] }, { otherwise: [ { task: B, writes: [approved] } ] } ] }
---
rules: [ { on: casePre, at: p, then: [ { set: { approved: "false" } } ] } ]
`),
    ).toEqual([])
  })

  test.each([
    ["an answer", '{ ask: "Which?", to: bob, into: n }'],
    ["a worklet by name", "{ compensate: find }"],
    ["a worklet as said", "{ compensate: { worklet: find, into: { n: m } } }"],
    ["completing an item", '{ complete: item, data: { n: "3" } }'],
  ])("[DATAFLOW2] so may what comes of %s", async (_, step) => {
    expect(
      await verified(`process: p
data: { n: integer, a: { type: boolean, default: false } }
flow:
  - { task: A, writes: [a] }
  - { choice: c, cases: [ { when: a, do: [ { task: B, writes: [n] } ] }, { otherwise: [ { task: C, writes: [] } ] } ] }
  - { choice: d, cases: [ { when: n > 3, do: [ { task: D } ] }, { otherwise: [] } ] }
---
process: find
data: { n: integer, m: integer }
flow: [ { task: look } ]
---
rules: [ { on: itemPre, at: p/C, then: [ ${step} ] } ]
`),
    ).toEqual([])
  })

  test("[DATAFLOW3] two tasks that write the same at the same time are told", async () => {
    expect(
      await verified(`process: p
data: { x: string, y: string }
flow:
  - parallel: par
    branches:
      - [ { task: A, writes: [x] } ]
      - [ { activity: act, do: [ { task: B0, writes: [y] }, { task: B, writes: [x] } ] } ]
`),
    ).toEqual(["WRITE_CONFLICT 6"])
    expect(
      await verified(`process: p
data: { x: string, a: { type: boolean, default: false } }
flow:
  - { task: A, writes: [x] }
  - { choice: c, cases: [ { when: a, do: [ { task: B, writes: [x] } ] }, { otherwise: [ { task: C, writes: [x] } ] } ] }
`),
    ).toEqual([])
  })
})
