import { expect, test } from "vitest"
import { given } from "../language/case-story.ts"
import {
  accept,
  after,
  complete,
  fire,
  forceComplete,
  goOn,
  hours,
  message,
  reassign,
  remove,
  skip,
  start,
  suspend,
  type Target,
  theCase,
  theItem,
  update,
} from "../language/commands.ts"

const flow = "flow: [ { activity: act, do: [ { task: A }, { task: B } ] }, { task: Z } ]"

test("[HOLD1] a held item keeps its status, and gets it back (A4.4, A4.7)", () => {
  given(flow)
    .after(start("A"), suspend(theItem("A")))
    .thenStates({ suspended: ["A"], executing: ["act"] })
    .thenLive({ act: "started", A: "held started" })
    .after(goOn(theItem("A")))
    .thenLive({ act: "started", A: "started" })
})

test("[HOLD2] a held item takes no command of work", () => {
  const story = given(flow).after(suspend(theItem("A")))
  for (const asked of [start("A"), accept("A"), complete("A"), update("A")]) story.when(asked).thenRefused("ITEM_HELD")
})

test("[HOLD3] operators' verbs act on held items", () => {
  given(flow)
    .after(suspend(theCase), reassign("A", "bob"), skip("A"))
    .thenLive({ act: "held started", B: "held enabled" })
    .after(forceComplete("B"))
    .thenLive({ Z: "held enabled" })
    .after(remove("Z"))
    .thenCase({ state: "running" })
})

test("[HOLD21] a held case does not end before it is let go", () => {
  given(flow)
    .after(suspend(theCase), skip("A"), forceComplete("B"), remove("Z"))
    .thenCase({ state: "running" })
    .after(goOn(theCase))
    .thenCase({ state: "exhausted" })
})

test("[HOLD4] holding an activity holds what is inside, now and later", () => {
  given(flow)
    .after(suspend(theItem("act")))
    .thenLive({ act: "held started", A: "held enabled" })
    .after(forceComplete("A"))
    .thenLive({ act: "held started", B: "held enabled" })
})

test("[HOLD5] items enabled inside a held case are enabled and held (A4.5, A4.8)", () => {
  given(flow)
    .after(suspend(theCase), forceComplete("A"))
    .thenLive({ act: "held started", B: "held enabled" })
    .after(goOn(theCase))
    .thenLive({ act: "started", B: "enabled" })
})

test("[HOLD6] a hold on what follows a task lets the task go on and holds the next", () => {
  given(flow)
    .after(suspend(after("A", "act")))
    .thenLive({ act: "started", A: "enabled" })
    .after(complete("A"))
    .thenLive({ act: "started", B: "held enabled" })
    .after(goOn(after("A", "act")), complete("B"))
    .thenLive({ Z: "enabled" })
  given(flow)
    .after(suspend(after("act")), complete("A"), complete("B"))
    .thenLive({ Z: "held enabled" })
})

test("[HOLD7] an activity that would follow is enabled and not opened while held", () => {
  given("flow: [ { task: A }, { activity: act, do: [ { task: B } ] } ]")
    .after(suspend(after("A")), complete("A"))
    .thenLive({ act: "held enabled" })
    .after(goOn(after("A")))
    .thenLive({ act: "started", B: "enabled" })
})

test("[HOLD9] whatever the combination of holds, an item moves when nobody holds it", () => {
  const targets: readonly Target[] = [theCase, theItem("act"), theItem("B"), after("A", "act")]
  for (let set = 1; set < 2 ** targets.length; set++) {
    const chosen = targets.filter((_, index) => (set >> index) & 1)
    const story = given(flow).after(complete("A"), ...chosen.map(suspend))
    for (const target of chosen) story.when(start("B")).thenRefused("ITEM_HELD").after(goOn(target))
    story.after(start("B")).thenLive({ act: "started", B: "started" })
  }
})

test("[HOLD10] what an exception holds is not continued by a person", () => {
  const story = given(
    "{ data: { x: integer }, flow: [ { choice: c, cases: [ { when: x > 1, do: [ { task: A } ] } ] } ] }",
  )
  story.when(goOn(theItem("c"))).thenRefused("NOT_HELD")
  given(flow).when(goOn(theCase)).thenRefused("NOT_HELD")
})

test("[HOLD11] only what is live can be held", () => {
  given(flow)
    .after(complete("A"))
    .when(suspend(theItem("A")))
    .thenRefused("ITEM_NOT_LIVE")
    .when(suspend(after("nothing")))
    .thenRefused("TASK_NOT_FOUND")
})

test("[HOLD12] a hold has an owner and a reason", () => {
  const story = given(flow).when(suspend(theItem("A")), "ann", "weather")
  expect([...story.family.holds.values()]).toEqual([
    {
      id: "f.h3",
      owner: { kind: "person", agent: "ann" },
      target: { kind: "item", item: "f.i2" },
      reason: "weather",
      at: story.now,
    },
  ])
})

test("[HOLD13] a hold on an item is gone with it", () => {
  given(flow)
    .after(suspend(theItem("A")), skip("A"))
    .thenHolds([])
})

test("[TIMER1] a deadline that passes raises Timeout and changes nothing else (A3.5)", () => {
  given("flow: [ { task: A, deadline: PT1H } ]")
    .advance(hours(1))
    .thenEvents(["timer fired", "Timeout raised at A"])
    .thenLive({ A: "enabled" })
    .thenHolds([])
    .after(complete("A"))
    .thenCase({ state: "completed" })
})

test("[TIMER2] deadlines count from enabling for an item, from the start for an activity and the case", () => {
  given(
    "{ deadline: PT3H, flow: [ { activity: act, deadline: PT2H, do: [ { task: A }, { task: B, deadline: PT1H } ] } ] }",
  )
    .thenEvents([
      "case started",
      "deadline armed for 2026-01-05T12:00:00.000Z",
      "act enabled",
      "deadline armed for 2026-01-05T11:00:00.000Z",
      "act started by engine",
      "act[1] opened",
      "A enabled",
    ])
    .advance(hours(1))
    .when(complete("A"))
    .thenEvents([
      "A started by administrator",
      "A completed",
      "B enabled",
      "deadline armed for 2026-01-05T11:00:00.000Z",
    ])
    .advance(hours(2))
    .thenExceptions(["Timeout at act", "Timeout at B", "Timeout at p"])
})

test("[TIMER3] a timer is gone with what it belongs to", () => {
  const story = given("{ deadline: P1D, flow: [ { task: A, deadline: PT1H } ] }").after(complete("A"))
  expect([...story.family.timers.values()]).toEqual([])
})

test("[TIMER4] timers of held items go on (X6)", () => {
  given("flow: [ { task: A, deadline: PT1H } ]")
    .after(suspend(theItem("A")))
    .advance(hours(1))
    .thenExceptions(["Timeout at A"])
})

test("[TIMER5] with pauseTimers, timers stand still while the item is held, whoever holds it", () => {
  for (const target of [theCase, theItem("A")]) {
    const story = given("flow: [ { task: A, deadline: PT2H, pauseTimers: true } ]")
      .advance(hours(1))
      .when(suspend(target))
    story
      .advance(hours(5))
      .thenExceptions([])
      .when((at) => fireFirst(at))
      .thenRefused("TIMER_NOT_ARMED")
    story
      .when(goOn(target))
      .thenEvents(["hold lifted", "timer resumed, due 2026-01-05T16:00:00.000Z"])
      .advance(hours(1))
      .thenExceptions(["Timeout at A"])
  }
})

const fireFirst = fire("A")

test("[TIMER6] a wait is over when its time has come; in a held case what it enables is held", () => {
  given("flow: [ { wait: PT1H }, { task: A } ]").advance(hours(1)).thenLive({ A: "enabled" })
  given("flow: [ { wait: PT1H }, { task: A } ]")
    .after(suspend(theCase))
    .advance(hours(1))
    .thenLive({ A: "held enabled" })
})

test("[TIMER7] a wait that is held itself is over when it is let go", () => {
  given("flow: [ { wait: PT1H }, { task: A } ]")
    .after(suspend(theItem("wait~1")))
    .advance(hours(1))
    .thenLive({ "wait~1": "held enabled" })
    .after(goOn(theItem("wait~1")))
    .thenLive({ A: "enabled" })
})

test("[TIMER8] a time that cannot be told holds a wait, and lets a task go on without its deadline", () => {
  given("{ data: { due: datetime }, flow: [ { wait: { until: due } } ] }")
    .thenExceptions(["EvaluationFailed at wait~1"])
    .thenLive({ "wait~1": "held enabled" })
  given("{ data: { due: datetime }, flow: [ { task: A, deadline: { value: due } } ] }")
    .thenExceptions(["EvaluationFailed at A"])
    .thenLive({ A: "enabled" })
})

const paid =
  "{ data: { n: { type: integer, default: 4 }, sum: integer }, flow: [ { task: A }, { wait: { message: paid, key: n } }, { task: Z } ] }"

test("[MSG1] a wait takes the message with its name and key, and its data is written", () => {
  given(paid)
    .after(complete("A"))
    .when(message("paid", 4, { sum: 10 }))
    .thenEvents(["message paid received", "wait~1 took a message", 'wait~1 completed {"sum":10}', "Z enabled"])
    .thenData({ n: 4, sum: 10 })
})

test("[MSG2] a message that came early waits until it is taken", () => {
  given(paid).after(message("paid", 4), complete("A")).thenLive({ Z: "enabled" })
})

test("[MSG3] a message with another key is kept and not taken; keys are compared as text", () => {
  given(paid)
    .after(complete("A"), message("paid", 5))
    .thenLive({ "wait~1": "enabled" })
    .after(message("paid", "4"))
    .thenLive({ Z: "enabled" })
})

test("[MSG4] a message the process never waits for, or with wrong data, is refused", () => {
  given(paid)
    .when(message("unpaid", 4))
    .thenRefused("MESSAGE_NOT_EXPECTED")
    .when(message("paid", 4, { sum: "x" }))
    .thenRefused("DATA_INVALID")
})

test("[MSG5] a held wait takes its message when it is let go", () => {
  given(paid)
    .after(complete("A"), suspend(theCase), message("paid", 4))
    .thenLive({ "wait~1": "held enabled" })
    .after(goOn(theCase))
    .thenLive({ Z: "enabled" })
})

test("[STATE1] not-ready, ready, executing, suspended, done and aborted, of tasks (C2)", () => {
  given(
    "flow: [ { task: A }, { parallel: par, branches: [ [ { task: B } ], [ { task: C } ], [ { task: D } ] ] }, { task: Z } ]",
  )
    .thenStates({
      ready: ["A"],
      notReady: ["B", "C", "D", "Z", "par"],
      executing: [],
      suspended: [],
      done: [],
      aborted: [],
    })
    .after(complete("A"), start("B"), suspend(theItem("C")), remove("D"))
    .thenStates({ ready: [], notReady: ["Z"], executing: ["B"], suspended: ["C"], done: ["A"], aborted: ["D", "par"] })
})

test("[STATE2] a parallel is done when all parents are, else suspended or executing if one is (C2)", () => {
  given("flow: [ { parallel: par, branches: [ [ { task: B } ], [ { task: C } ] ] }, { task: Z } ]")
    .after(start("B"))
    .thenStates({ executing: ["B", "par"] })
    .after(suspend(theItem("C")))
    .thenStates({ suspended: ["C", "par"] })
    .after(goOn(theItem("C")), complete("B"), complete("C"))
    .thenStates({ done: ["B", "C", "par"] })
})

test("[STATE3] other blocks are done when any parent is (C2)", () => {
  given(
    '{ flow: [ { choice: c, cases: [ { when: "true", do: [ { task: A } ] }, { otherwise: [ { task: B } ] } ] }, { task: Z } ] }',
  )
    .thenStates({ notReady: ["B", "Z", "c"] })
    .after(start("A"))
    .thenStates({ executing: ["A", "c"] })
    .after(complete("A"))
    .thenStates({ done: ["A", "c"] })
})

test("[STATE4] a while or activity is executing while inside and done when left (C2)", () => {
  given('{ flow: [ { while: w, until: "true", do: [ { activity: act, do: [ { task: A } ] } ] }, { task: Z } ] }')
    .thenStates({ executing: ["act", "w"], ready: ["A"] })
    .after(complete("A"))
    .thenStates({ done: ["A", "act", "w"], ready: ["Z"] })
})

test("[STATE5] conditions see the state sets (C6)", () => {
  given(`
    flow:
      - parallel: par
        branches:
          - [ { task: A }, { choice: c, cases: [ { when: '"B" in executing && ["A"].subsetOf(done)', do: [ { task: Y } ] }, { otherwise: [ { task: N } ] } ] } ]
          - [ { task: B } ]
  `)
    .after(start("B"), complete("A"))
    .thenLive({ B: "started", Y: "enabled" })
})

test("[HIST1] what follows from an event names it as its cause, what the command did names none (A15)", () => {
  const story = given("flow: [ { task: A }, { task: B } ]").after(complete("A"))
  expect(
    story
      .log()
      .split("\n")
      .map((line) => line.replace(/^(#\d+) \S+ (\S+).*← (.*)$/, "$1 $2 ← $3")),
  ).toEqual([
    "#1 CaseStarted ← StartCase by administrator",
    "#2 ItemEnabled ← #1",
    "#3 ItemStarted ← CompleteItem by administrator",
    "#4 ItemCompleted ← CompleteItem by administrator",
    "#5 ItemEnabled ← #4",
  ])
})

test("[HIST2] an entry tells who, when and why (A15)", () => {
  const story = given("flow: [ { task: A } ]").advance(hours(1)).when(claimless, "ann", "because")
  const { at, by, command, reason, version } = story.entries.at(-1) ?? {}
  expect({ at, by, command, reason, version }).toEqual({
    at: story.now,
    by: "ann",
    command: "StartItem",
    reason: "because",
    version: 3,
  })
})

const claimless = start("A")

test("[HOLD18] one person's continue leaves what another has suspended (§9)", () => {
  given("flow: [ { task: A } ]")
    .when(suspend(theItem("A")), "ann")
    .when(suspend(theItem("A")), "bob")
    .when(goOn(theItem("A")), "bob")
    .thenHolds(["ann: A"])
})

test("[STATE6] a loop with an undecided choice inside is not done (C2)", () => {
  given(
    '{ data: { x: { type: integer, default: 0 } }, flow: [ { while: w, when: "true", do: [ { choice: c, cases: [ { when: x > 1, do: [ { task: A } ] } ] } ] } ] }',
  ).thenStates({ done: [] })
})

test("[STATE7] a loop in several instances is executing while one of them is inside (C2)", () => {
  given(`
    data: { lines: { list: integer, default: [1, 2] } }
    flow: [ { forEach: each, in: lines, as: line, do: [ { while: w, until: "true", do: [ { task: A } ] }, { task: B } ] } ]
  `)
    .after(complete("A[1]"), start("A[2]"), complete("B[1]"), suspend(theCase))
    .thenStates({ suspended: ["A", "each", "w"] })
})

test("[HOLD14] what follows a choice is what comes after its branches", () => {
  given(
    '{ flow: [ { choice: c, cases: [ { when: "true", do: [ { task: A } ] }, { otherwise: [ { task: B } ] } ] }, { task: Z } ] }',
  )
    .after(suspend(after("c")))
    .thenLive({ A: "enabled" })
    .after(forceComplete("A"))
    .thenLive({ Z: "held enabled" })
})

test("[HOLD15] what follows the last task of an activity is what follows the activity", () => {
  given("flow: [ { activity: act, do: [ { task: A } ] }, { task: Z } ]")
    .after(suspend(after("A", "act")), complete("A"))
    .thenLive({ Z: "held enabled" })
})

test("[HOLD16] a hold on what follows a task is gone with its case", () => {
  given('{ flow: [ { while: w, when: round("w") < 2, do: [ { activity: act, do: [ { task: A }, { task: B } ] } ] } ] }')
    .after(suspend(after("A", "act")), complete("A"), forceComplete("B"), complete("A"), complete("B"))
    .thenCase({ state: "completed" })
    .thenHolds([])
})

test("[HOLD17] a held activity does not complete until it is let go", () => {
  given("flow: [ { activity: act, do: [ { task: A } ] }, { task: Z } ]")
    .after(suspend(theItem("act")), forceComplete("A"))
    .thenLive({ act: "held started" })
    .after(goOn(theItem("act")))
    .thenLive({ Z: "enabled" })
})

test("[STATE8] names made up for unnamed blocks are in no state set", () => {
  given(`
    flow:
      - parallel:
        branches: [ [ { task: A } ], [ { task: B } ] ]
      - choice: c
        cases: [ { when: 'size(done) == 2', do: [ { task: Y } ] }, { otherwise: [ { task: N } ] } ]
  `)
    .after(complete("A"), complete("B"))
    .thenLive({ Y: "enabled" })
})

test("[HOLD19] what follows a block of any kind is held when it comes, and nothing inside is", () => {
  const blocks = [
    '{ while: b, until: "true", do: [ { task: A } ] }',
    "{ first: b, branches: [ [ { task: A } ], [ { wait: P1D } ] ] }",
    "{ sequence: b, do: [ { task: A } ] }",
    "{ parallel: b, branches: [ [ { task: A } ] ] }",
    '{ some: b, cases: [ { when: "true", do: [ { task: A } ] }, { otherwise: [ { task: B } ] } ] }',
    "{ activity: b, do: [ { task: A } ] }",
  ]
  for (const block of blocks)
    given(`{ flow: [ ${block}, { task: Z } ] }`)
      .after(suspend(after("b")), complete("A"))
      .thenLive({ Z: "held enabled" })
      .after(goOn(after("b")))
      .thenLive({ Z: "enabled" })
})

test("[HOLD20] a held forEach of which enough are done goes on when it is let go", () => {
  given(
    "{ data: { l: { list: integer, default: [1, 2] } }, flow: [ { forEach: e, in: l, as: x, enough: 1, do: [ { task: A } ] }, { task: Z } ] }",
  )
    .after(suspend(theItem("e")), forceComplete("A[1]"))
    .thenLive({ e: "held started", "A[2]": "held enabled" })
    .after(goOn(theItem("e")))
    .thenLive({ Z: "enabled" })
})
