import { expect, test } from "vitest"
import { given } from "../language/case-story.ts"
import { claim, complete, hours, message, remove, skip, start, suspend, theItem } from "../language/commands.ts"

const loop = `
  data: { again: { type: boolean, default: true } }
  flow: [ { while: w, when: again, do: [ { task: A }, { task: B } ] }, { task: Z } ]
`

test("[LOOP1] a while is tested before each round, and an item knows its round and its incarnation", () => {
  const story = given(loop).after(complete("A"), complete("B"))
  const { round, incarnation } = story.item("A")
  expect({ round, incarnation }).toEqual({ round: 2, incarnation: 2 })
  story.after(complete("A"), complete("B", { again: false })).thenLive({ Z: "enabled" })
  given(loop, { again: false }).thenEvents(["case started", "w fired → >Z (round 0)", "Z enabled"])
})

test("[LOOP2] until is tested after each round, so there is at least one", () => {
  given('{ flow: [ { while: w, until: "true", do: [ { task: A } ] }, { task: Z } ] }')
    .after(complete("A"))
    .thenLive({ Z: "enabled" })
})

test("[LOOP3] rounds of an inner loop count anew in each round of the outer", () => {
  const story = given(`
    data: { more: { type: boolean, default: true } }
    flow:
      - while: outer
        when: round("outer") < 2
        do: [ { while: inner, until: round("inner") >= 2, do: [ { task: A } ] } ]
  `)
  const rounds: unknown[] = []
  while (story.case.state === "running") {
    const { round, incarnation } = story.item("A")
    rounds.push([round, incarnation])
    story.after(complete("A"))
  }
  expect(rounds).toEqual([
    [1, 1],
    [2, 2],
    [1, 3],
    [2, 4],
  ])
})

test("[LOOP4] in a new round tasks and blocks inside are not ready again (C2)", () => {
  given(loop)
    .after(complete("A"))
    .thenStates({ done: ["A"], ready: ["B"], executing: ["w"] })
    .after(complete("B"))
    .thenStates({ done: [], ready: ["A"], notReady: ["B", "Z"], executing: ["w"] })
})

test("[LOOP5] duringRound tells the state of a task in an earlier round (C6)", () => {
  given(`
    flow:
      - while: w
        when: round("w") < 3
        do: [ { task: A } ]
      - choice: c
        cases: [ { when: 'duringRound("A", 1) == "done" && duringRound("A", 2) == "done" && duringRound("A", 4) == "notReady"', do: [ { task: Y } ] }, { otherwise: [ { task: N } ] } ]
  `)
    .after(complete("A"), skip("A"), complete("A"))
    .thenLive({ Y: "enabled" })
})

const first = `
  flow:
    - first: answer
      branches: [ [ { task: yes } ], [ { task: no } ], [ { wait: PT1H }, { task: late } ], [ { wait: { message: word } }, { task: told } ] ]
    - task: Z
`

test("[CHOICE1] the branch whose first task is started first wins, and the others are gone as if never enabled", () => {
  given(first)
    .when(start("yes"))
    .thenEvents(["yes started by administrator", "no withdrawn", "wait~1 withdrawn", "wait~2 withdrawn"])
    .thenItems({ yes: "started" })
    .thenStates({ notReady: ["Z", "late", "no", "told"], executing: ["answer", "yes"] })
})

test("[CHOICE2] a wait that is over counts as started", () => {
  given(first).advance(hours(1)).thenLive({ late: "enabled" })
})

test("[CHOICE3] a message that comes counts as started", () => {
  given(first).after(message("word")).thenLive({ told: "enabled" })
})

test("[CHOICE4] a timer of a loser is gone with it (X6)", () => {
  const story = given(first).after(start("yes"))
  expect([...story.family.timers.values()]).toEqual([])
})

test("[CHOICE5] ending an item that was not started takes the tokens of its rivals too", () => {
  given(first)
    .when(skip("no"))
    .thenEvents(["no skipped", "yes withdrawn", "wait~1 withdrawn", "wait~2 withdrawn", "Z enabled"])
  given(first)
    .when(remove("no"))
    .thenEvents(["no removed", "yes withdrawn", "wait~1 withdrawn", "wait~2 withdrawn", "case exhausted"])
})

test("[CHOICE6] a program that claims its item wins", () => {
  given("flow: [ { first: f, branches: [ [ { program: P } ], [ { task: A } ] ] } ]")
    .after(claim("P"))
    .thenItems({ P: "started" })
})

test("[CHOICE7] a held branch can lose", () => {
  given(first)
    .after(suspend(theItem("yes")), start("no"))
    .thenItems({ no: "started" })
    .thenHolds([])
})

test("[CANCEL1] completing takes away tokens and items of the region before its own tokens come (A4.1)", () => {
  given(
    "flow: [ { parallel: par, branches: [ [ { task: A, cancels: [B] } ], [ { task: B }, { task: C } ] ] }, { task: Z } ]",
  )
    .when(complete("A"))
    .thenEvents([
      "A started by administrator",
      "A completed",
      "B removed",
      "Deadlock raised at p",
      "hold placed: Deadlock at p",
    ])
})

const region = `
  net:
    start: { to: [S] }
    S: { to: [X, L] }
    X: { cancels: [L], to: [end] }
    L: { many: { each: "[1, 2]", as: e }, to: [Y] }
    Y: { to: [end] }
`

test("[CANCEL2] cancelling an activity removes all its instances with what is inside", () => {
  given(region)
    .after(complete("S"), complete("L[1]"))
    .when(complete("X"))
    .thenEvents([
      "X started by administrator",
      "X completed",
      "L removed",
      "frame removed",
      "L removed",
      "case completed",
    ])
})

test("[CANCEL3] a task may cancel a block: everything inside goes", () => {
  given(`
    flow:
      - parallel: par
        branches:
          - [ { task: X, cancels: [inner] } ]
          - [ { sequence: inner, do: [ { parallel: deep, branches: [ [ { task: A } ], [ { task: B } ] ] } ] } ]
  `)
    .after(complete("A"))
    .when(complete("X"))
    .thenEvents([
      "X started by administrator",
      "X completed, cancelling deep.1>",
      "B removed",
      "Deadlock raised at p",
      "hold placed: Deadlock at p",
    ])
})

test("[CANCEL4] an item that is removed cancels nothing", () => {
  given(region).after(complete("S"), remove("X")).thenLive({ L: "started", "L[1]": "enabled", "L[2]": "enabled" })
})

const twoTokens = `
  net:
    start: { to: [S] }
    S: { to: [P, Q] }
    P: { to: [c1] }
    Q: { to: [c1] }
    c1: { condition: true, to: [A, B] }
    c2: { condition: true, to: [B] }
    A: { to: [F] }
    F: { join: and, to: [G] }
    G: { join: and, to: [end] }
    B: { join: and, to: [c2, end] }
`

test("[CHOICE9] after one of two tokens in a contested place is taken, the other is still offered", () => {
  given(twoTokens).after(complete("S"), complete("P"), complete("Q"), start("A")).thenLive({ A: "enabled" })
})

test("[CHOICE10] a loser is gone as if never enabled: what the task did in earlier rounds is still known", () => {
  given(`
    flow:
      - while: w
        when: round("w") < 2
        do: [ { first: f, branches: [ [ { task: A } ], [ { task: B } ] ] } ]
      - choice: c
        cases: [ { when: 'result("A") == "x"', do: [ { task: Y } ] }, { otherwise: [ { task: N } ] } ]
  `)
    .after(complete("A", { result: "x" }), complete("B"))
    .thenLive({ Y: "enabled" })
})

test("[LOOP6] round() inside an instance is that instance's round", () => {
  given(`
    data: { lines: { list: integer, default: [1, 2] } }
    flow: [ { forEach: each, in: lines, as: line, do: [ { while: w, until: round("w") >= 2, do: [ { task: A } ] } ] } ]
  `)
    .after(complete("A[1]"), complete("A[1]"), complete("A[2]"))
    .thenLive({ each: "started", "A[2]": "enabled" })
})

test("[LOOP7] count() counts incarnations in all rounds, also inside an activity", () => {
  given('{ flow: [ { while: w, when: count("A") < 2, do: [ { activity: act, do: [ { task: A } ] } ] }, { task: Z } ] }')
    .after(complete("A"), complete("A"))
    .thenLive({ Z: "enabled" })
})

test("[LOOP8] when a loop is entered again, its first test sees no round of the time before", () => {
  given(
    '{ flow: [ { while: outer, when: round("outer") < 2, do: [ { while: inner, when: round("inner") < 1, do: [ { task: A } ] } ] }, { task: Z } ] }',
  )
    .after(complete("A"))
    .thenLive({ A: "enabled" })
})

test("[LOOP9] an item inside an activity knows the round of the loop around the activity", () => {
  const story = given('{ flow: [ { while: w, when: "true", do: [ { activity: act, do: [ { task: A } ] } ] } ] }').after(
    complete("A"),
  )
  expect(story.item("A").round).toBe(2)
})

test("[CHOICE8] ending, unstarted, a branch that cancels its rival does not crash", () => {
  given("flow: [ { first: f, branches: [ [ { task: A, cancels: [B] } ], [ { task: B } ] ] }, { task: Z } ]")
    .when(skip("A"))
    .thenEvents(["A skipped", "B withdrawn", "Z enabled"])
})

test("[CANCEL5] what a task gives to a place it cancels stays there", () => {
  given(`
    net:
      start: { to: [S] }
      S: { to: [X, P] }
      P: { to: [c] }
      c: { condition: true, to: [Y, W] }
      X: { cancels: [Y], to: [c] }
      Y: { to: [end] }
      W: { to: [end] }
  `)
    .after(complete("S"), complete("P"), complete("X"))
    .thenLive({ Y: "enabled", W: "enabled" })
})
