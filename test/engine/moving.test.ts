import { describe, expect, test } from "vitest"
import { entryOf } from "../../src/model/entries.ts"
import { type Asked, given } from "../language/case-story.ts"
import {
  complete,
  empty,
  goOn,
  jump,
  remove,
  restart,
  retry,
  setData,
  start,
  suspend,
  takeAlternative,
  takeArc,
  theCase,
} from "../language/commands.ts"
import { compiled } from "../language/compiled.ts"

const purchase = `
  flow:
    - activity: buying
      do:
        - parallel: both
          branches:
            - [ { task: find, on: { ItemAbort: tell } }, { task: order, on: { itemAbort: find } } ]
            - [ { task: ask } ]
        - task: pay
      aside: [ { task: tell }, { task: mend, then: find } ]
    - task: file
`

describe("exception arcs", () => {
  test("[MOVE1] an arc's class is known by its own name, however it was written", () => {
    const { nets } = compiled(purchase)
    expect([...(nets.get("buying")?.nodes.get("order")?.task?.arcs ?? [])]).toEqual([["ItemAbort", "find"]])
  })

  test("[MOVE1] what lies aside is come to by an arc alone; when it is done, so is the activity", () => {
    given(purchase)
      .thenLive({ buying: "started", find: "enabled", ask: "enabled" })
      .when(takeArc("find", "tell"))
      .thenEvents(["find failed", "tell enabled"])
      .thenLive({ buying: "started", ask: "enabled", tell: "enabled" })
      .when(complete("tell"))
      .thenLive({ file: "enabled" })
      .thenItems({
        buying: "completed",
        find: "failed",
        ask: "removed",
        tell: "completed",
        file: "enabled",
      })
  })

  test("[MOVE1] what says then: goes on there, and what was live beside it still is", () => {
    given(purchase)
      .after(takeArc("find", "mend"), complete("mend"))
      .thenLive({ buying: "started", ask: "enabled", find: "enabled" })
      .after(complete("find"), complete("order"), complete("ask"))
      .thenLive({ buying: "started", pay: "enabled" })
  })

  test("[MOVE2] an arc to a step of the flow clears what lies between, and nothing beside it", () => {
    given(purchase)
      .after(complete("find"))
      .when(takeArc("order", "find"))
      .thenEvents(["order failed", "find enabled"])
      .thenLive({ buying: "started", ask: "enabled", find: "enabled" })
      .when(takeArc("find", "pay"))
      .thenEvents(["find failed", "ask removed", "pay enabled"])
  })

  test("[MOVE2] an arc out of an activity ends it as failed, with all that is in it", () => {
    given("flow: [ { activity: a, do: [ { task: A }, { task: B } ] }, { task: C } ]\naside: [ { task: X } ]")
      .when(takeArc("a", "X"))
      .thenItems({ a: "failed", A: "removed", X: "enabled" })
    given("flow: [ { activity: a, do: [ { task: A }, { task: B } ] }, { task: C } ]\naside: [ { task: X } ]")
      .when(takeArc("A", "X"))
      .thenItems({ a: "failed", A: "failed", X: "enabled" })
  })

  test("[MOVE2] an arc out of one instance ends them all", () => {
    given(`
      data: { lines: { list: integer, default: [1, 2] } }
      flow: [ { forEach: each, in: lines, as: line, do: [ { task: A } ] }, { task: B } ]
      aside: [ { task: X, then: B } ]
    `)
      .when(takeArc("A[2]", "X"))
      .thenItems({ each: "failed", "A[1]": "removed", "A[2]": "failed", X: "enabled" })
      .after(complete("X"))
      .thenLive({ B: "enabled" })
  })
})

const replaceable = `
  flow:
    - parallel: both
      branches:
        - - task: credit
            alternatives: [ [ { task: cash }, { task: count } ], [ { activity: barter, do: [ { task: swap } ] } ] ]
        - [ { task: ask } ]
    - task: file
`

describe("alternatives", () => {
  test("[MOVE3] an alternative stands in for a step that fails, and goes on where the step would", () => {
    given(replaceable)
      .when(takeAlternative("credit", "credit", 1))
      .thenEvents(["credit failed", "cash enabled"])
      .after(complete("cash"), complete("count"), complete("ask"))
      .thenLive({ file: "enabled" })
  })

  test("[MOVE3] the next is taken from within the one before, which goes with all that is live in it", () => {
    given(replaceable)
      .after(takeAlternative("credit", "credit", 1), complete("cash"))
      .when(takeAlternative("count", "credit", 2))
      .thenLive({ ask: "enabled", barter: "started", swap: "enabled" })
      .after(takeAlternative("swap", "credit", 1))
      .thenItems({
        credit: "failed",
        cash: "enabled",
        count: "failed",
        barter: "failed",
        swap: "failed",
        ask: "enabled",
      })
  })

  test("[MOVE3] an alternative there is not is refused", () => {
    given(replaceable)
      .when(takeAlternative("credit", "credit", 3))
      .thenRefused("TASK_NOT_FOUND")
    given(replaceable)
      .when(takeAlternative("ask", "credit", 1))
      .thenRefused("TASK_NOT_FOUND")
  })

  test("[MOVE4] a block is not done while something stands in for what it ends with", () => {
    given(replaceable)
      .after(takeAlternative("credit", "credit", 1), complete("ask"))
      .thenStates({ done: ["credit", "ask"], executing: ["both"], ready: ["cash"] })
      .after(complete("cash"), complete("count"))
      .thenStates({ done: ["credit", "ask", "cash", "count", "both"] })
  })

  test("[MOVE4] what cancels a step cancels what stands in for it", () => {
    given(`
      flow:
        - parallel:
          branches: [ [ { task: A, alternatives: [ [ { task: B } ] ] } ], [ { task: C, cancels: [A] } ] ]
    `)
      .after(takeAlternative("A", "A", 1), start("B"))
      .when(complete("C"))
      .thenItems({ A: "failed", B: "removed", C: "completed" })
  })

  test("[MOVE4] a multiple join waits for what stands in for a step", () => {
    given(`
      flow:
        - some: extras
          cases: [ { when: "true", do: [ { task: A, alternatives: [ [ { task: B } ] ] } ] }, { when: "true", do: [ { task: C } ] } ]
        - task: Z
    `)
      .after(takeAlternative("A", "A", 1), complete("C"))
      .thenLive({ B: "enabled" })
      .after(complete("B"))
      .thenLive({ Z: "enabled" })
  })

  test("[MOVE3] in a net what stands in for a task gives to all it gives to", () => {
    given(`
      net:
        start: { to: [A] }
        A: { to: [B, C], alternatives: [ [ { task: X } ], [] ] }
        B: { to: [D] }
        C: { to: [D] }
        D: { join: and, to: [end] }
    `)
      .after(takeAlternative("A", "A", 1), takeAlternative("X", "A", 2))
      .thenLive({ B: "enabled", C: "enabled" })
  })
})

describe("an activity emptied", () => {
  test("[MOVE5] stays started with nothing inside, and can be restarted", () => {
    given("flow: [ { activity: a, do: [ { task: A }, { task: B } ] }, { task: C } ]")
      .after(complete("A"))
      .when(empty("a"))
      .thenEvents(["B removed", "frame removed", "a emptied"])
      .thenLive({ a: "started" })
      .after(restart("a"))
      .thenLive({ a: "started", A: "enabled" })
  })

  test("[MOVE5] has done none of its instances", () => {
    given(`
      data: { lines: { list: integer, default: [1, 2] } }
      flow: [ { forEach: each, in: lines, as: line, enough: 2, do: [ { task: A } ] } ]
    `)
      .after(complete("A[1]"), empty("each"), suspend(theCase), goOn(theCase))
      .thenLive({ each: "started" })
  })

  test("[MOVE5] must be an activity that is started", () => {
    given("flow: [ { task: A } ]").when(empty("A")).thenRefused("TASK_NOT_FOUND")
  })
})

describe("jumps", () => {
  const flow = `
    flow:
      - task: A
      - parallel: P
        branches: [ [ { task: B }, { task: C } ], [ { task: D } ] ]
      - task: E
      - activity: outer
        do:
          - task: F
          - activity: inner
            do: [ { task: G }, { task: H } ]
      - task: Z
  `

  test("[MOVE6] the flow goes on at the step; what lies between is gone", () => {
    given(flow)
      .after(complete("A"))
      .when(jump("E", "B"))
      .thenEvents(["jumped to E → >E", "B removed", "D removed", "E enabled"])
      .thenLive({ E: "enabled" })
  })

  test("[MOVE6] within a branch the others stay as they are", () => {
    given(flow)
      .after(complete("A"), complete("B"))
      .when(jump("B", "C"))
      .thenEvents(["jumped to B, back → >P.1", "C removed", "B enabled"])
      .thenLive({ D: "enabled", B: "enabled" })
  })

  test("[MOVE6] branches beside the step that nothing is left in count as done", () => {
    given(flow)
      .after(complete("A"), complete("B"), complete("C"), complete("D"))
      .when(jump("C", "E"))
      .thenEvents(["jumped to C, back → >C, P.2>", "E removed", "C enabled"])
      .after(complete("C"))
      .thenLive({ E: "enabled" })
  })

  test("[MOVE6] without an item everything in the case's net goes", () => {
    given(flow)
      .after(complete("A"))
      .when(jump("Z"))
      .thenEvents(["jumped to Z → >Z", "B removed", "D removed", "Z enabled"])
  })

  test("[MOVE7] activities around the step are opened at it", () => {
    given(flow)
      .when(jump("H", "A"))
      .thenEvents([
        "jumped to H → >outer",
        "A removed",
        "outer enabled",
        "outer started by engine",
        "outer[1] opened",
        "inner enabled",
        "inner started by engine",
        "inner[1] opened",
        "H enabled",
      ])
      .after(complete("H"))
      .thenLive({ Z: "enabled" })
  })

  test("[MOVE7] also when they are held for a while; restarted they begin at their start", () => {
    given(flow)
      .after(suspend(theCase), jump("H", "A"))
      .thenLive({ outer: "held enabled" })
      .after(goOn(theCase))
      .thenLive({ outer: "started", inner: "started", H: "enabled" })
      .after(restart("inner"))
      .thenLive({ outer: "started", inner: "started", G: "enabled" })
  })

  test("[MOVE7] a step around the item leaves the inner activities", () => {
    given(flow)
      .after(jump("H", "A"))
      .when(jump("F", "H"))
      .thenLive({ outer: "started", F: "enabled" })
      .when(jump("A", "F"))
      .thenLive({ A: "enabled" })
  })

  test("[MOVE7] from an activity to a step inside it is a jump inside it", () => {
    given(flow)
      .after(jump("G", "A"))
      .when(jump("F", "outer"))
      .thenEvents(["jumped to F, back → start", "G removed", "frame removed", "inner removed", "F enabled"])
      .thenLive({ outer: "started", F: "enabled" })
  })

  test("[MOVE8] what is held moves, and its holds and exceptions go with it", () => {
    given("flow: [ { program: A, deadline: PT1H }, { task: B } ]")
      .after((story) => ({ type: "ClaimItem", item: story.item("A").id, lease: 1000 }))
      .after((story) => ({ type: "ReportFailure", item: story.item("A").id, attempt: 1, message: "no" }))
      .thenExceptions(["ItemAbort at A"])
      .when(jump("B", "A"))
      .thenExceptions([])
      .thenHolds([])
      .thenLive({ B: "enabled" })
  })

  test("[MOVE8] a deadlock is over when the flow goes on elsewhere", () => {
    given("flow: [ { parallel: P, branches: [ [ { task: A } ], [ { task: B } ] ] }, { task: C } ]")
      .after(remove("A"), complete("B"))
      .thenExceptions(["Deadlock at p"])
      .when(jump("A"))
      .thenExceptions([])
      .thenHolds([])
      .after(complete("A"))
      .thenLive({ C: "enabled" })
  })

  test("[MOVE9] a step there is not, one of an instance, and a case that has ended are refused", () => {
    const each = given(`
      data: { lines: { list: integer, default: [1, 2] } }
      flow: [ { task: Z }, { forEach: each, in: lines, as: line, do: [ { task: A }, { task: B } ] } ]
    `)
    each
      .when(jump("nowhere", "Z"))
      .thenRefused("TASK_NOT_FOUND")
      .when(jump("A", "Z"))
      .thenRefused("STEP_IN_INSTANCE")
      .after(complete("Z"), complete("A[1]"))
      .when(jump("A", "B[1]"))
      .thenLive({ each: "started", "A[1]": "enabled", "A[2]": "enabled" })
      .after(jump("Z", "A[1]"), (story) => ({ type: "RemoveCase", case: story.case.id }))
      .when(jump("Z"))
      .thenRefused("CASE_NOT_LIVE")
  })

  test("[MOVE10] a loop is entered with its first round, and kept to inside it", () => {
    const loop = `
      data: { again: { type: boolean, default: true } }
      flow: [ { task: A }, { while: L, when: again, do: [ { task: B }, { task: C } ] }, { task: D } ]
    `
    given(loop)
      .after(jump("C", "A"))
      .thenStates({ ready: ["C"], executing: ["L"] })
      .after(complete("C"))
      .thenLive({ B: "enabled" })
      .after(complete("B"), jump("B", "C"))
      .thenStates({ ready: ["B"], executing: ["L"] })
    const story = given(loop).after(complete("A"), complete("B"), complete("C"), jump("C", "B"))
    expect(story.item("C").round).toBe(2)
  })

  test("[MOVE11] in a net the item's own token moves, and what lies behind the step is gone", () => {
    const net = `
      net:
        start: { to: [A] }
        A: { to: [B, C] }
        B: { to: [D] }
        C: { to: [D] }
        D: { join: and, to: [E] }
        E: { to: [end] }
    `
    given(net).after(complete("A")).when(jump("E", "B")).thenLive({ C: "enabled", E: "enabled" })
    given(net).after(complete("A"), complete("B")).when(jump("A", "C")).thenLive({ A: "enabled" })
    given(net).after(complete("A")).when(jump("D", "B")).thenLive({ C: "enabled", D: "enabled" })
  })

  test("[MOVE12] on wish whatever can be reached from the step goes, and nothing else", () => {
    given(flow)
      .after(complete("A"), complete("B"), complete("C"))
      .when(jump("B", undefined, "behind"))
      .thenEvents(["jumped to B → >P.1", "B enabled"])
      .thenLive({ D: "enabled", B: "enabled" })
  })
})

test("[MOVE13] every step knows where it begins, in both notations", () => {
  const blocks = compiled(purchase)
  const nets = compiled(`
    net:
      start: { to: [A] }
      A: { to: [c] }
      c: { condition: true, to: [B, C] }
      B: { to: [D] }
      C: { to: [D] }
      D: { join: and, to: [E] }
      E: { to: [end] }
  `)
  const places = (process: typeof blocks, ...names: readonly string[]) =>
    Object.fromEntries(names.map((name) => [name, entryOf(process, name)?.places]))
  expect(places(blocks, "buying", "both", "find", "order", "pay", "tell", "nowhere")).toEqual({
    buying: ["start"],
    both: ["start"],
    find: [">both.1"],
    order: [">order"],
    pay: [">pay"],
    tell: [">aside~1"],
    nowhere: undefined,
  })
  expect(places(nets, "A", "B", "D", "E")).toEqual({ A: ["start"], B: ["c"], D: ["B>D", "C>D"], E: ["D>E"] })
})

test("[MOVE13] what lies aside or stands in for a step is not told to be unreachable", () => {
  const found: string[] = []
  for (const process of [purchase, replaceable]) compiled(process, ({ code }) => found.push(code))
  expect(found).toEqual([])
})

describe("the same again and again", () => {
  const loop = (limit = "") => `
    data: { x: { type: integer, default: 0 }, y: { type: integer, default: 0 } }
    ${limit}
    flow: [ { while: L, when: "true", do: [ { task: A, reads: [x] }, { task: B } ] } ]
  `
  const rounds = (count: number): Asked[] => Array.from({ length: count }, () => [complete("A"), complete("B")]).flat()

  test("[MOVE18] a task that comes with the same input more often than the limit raises LoopLimit and is held", () => {
    given(loop())
      .after(...rounds(9))
      .thenLive({ A: "enabled" })
      .after(complete("A"))
      .when(complete("B"))
      .thenLive({ A: "held enabled" })
      .thenExceptions(["LoopLimit at A"])
    const story = given(loop()).after(...rounds(10))
    expect([...story.family.exceptions.values()].map(({ parameters }) => parameters)).toEqual([
      {
        task: "A",
        times: 11,
        limit: 10,
        message: "it comes for the 11th time with the same input, and the limit is 10",
      },
    ])
  })

  test("[MOVE18] other input counts by itself, and what a task does not read does not count", () => {
    given(loop("loopLimit: 2"))
      .after(complete("A"), complete("B", { y: 1 }), complete("A"), setData({ x: 1 }), complete("B"))
      .thenExceptions([])
      .after(complete("A"), setData({ x: 0 }))
      .when(complete("B"))
      .thenExceptions(["LoopLimit at A"])
  })

  test("[MOVE19] the limit is the task's own, else that of what is around it", () => {
    const limited = (outer: string, inner: string) => `
      loopLimit: 5
      flow: [ { while: L, when: "true", do: [ { activity: a, ${outer}, do: [ { task: A, ${inner} } ] } ] } ]
    `
    const times = (process: string) => {
      const story = given(process)
      let count = 1
      while (story.family.exceptions.size === 0) {
        story.after(complete("A"))
        count++
      }
      return count
    }
    expect(times(limited("loopLimit: 3", "loopLimit: 2"))).toBe(3)
    expect(times(limited("loopLimit: 3", "title: A"))).toBe(4)
    expect(times(limited("title: a", "title: A"))).toBe(6)
  })

  test("[MOVE20] a retry lets that one go, and the next is told again", () => {
    given(loop("loopLimit: 1"))
      .after(...rounds(1))
      .thenLive({ A: "held enabled" })
      .after(retry("A"))
      .thenLive({ A: "enabled" })
      .after(complete("A"), retry("B"), complete("B"))
      .thenExceptions(["LoopLimit at A"])
  })

  test("[MOVE21] jumps count: the first time is the same where the flow alone would not have brought it again", () => {
    given("{ loopLimit: 2, flow: [ { task: A }, { task: B } ] }")
      .after(complete("A"), jump("A", "B"), complete("A"))
      .thenExceptions([])
      .when(jump("A", "B"))
      .thenExceptions(["LoopLimit at A"])
  })

  test("[MOVE21] instances, and what was never begun, do not", () => {
    given(`
      loopLimit: 1
      data: { lines: { list: integer, default: [1, 1, 1] } }
      flow: [ { forEach: each, in: lines, as: line, do: [ { task: A } ] } ]
    `).thenExceptions([])
    given(`
      loopLimit: 1
      flow: [ { first: f, branches: [ [ { task: A } ], [ { task: B } ] ] }, { task: C } ]
    `)
      .after(complete("A"), jump("f", "C"))
      .thenExceptions(["LoopLimit at A"])
      .thenLive({ A: "held enabled", B: "enabled" })
  })
})
