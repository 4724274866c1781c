import { expect, test } from "vitest"
import { given } from "../language/case-story.ts"
import { add, complete, forceComplete, remove, restart, retry, setData, skip, start } from "../language/commands.ts"

const nested =
  "flow: [ { activity: outer, do: [ { activity: inner, do: [ { task: A } ] }, { task: B } ] }, { task: Z } ]"

test("[ACT1] an activity opens its net when it is enabled and completes with it, to any depth (B1)", () => {
  given(nested)
    .thenItems({ outer: "started", inner: "started", A: "enabled" })
    .after(complete("A"), complete("B"))
    .thenItems({
      outer: "completed",
      inner: "completed",
      A: "completed",
      B: "completed",
      Z: "enabled",
    })
})

test("[ACT2] an activity whose net runs dry is removed, and its path dies", () => {
  given(nested)
    .when(remove("A"))
    .thenEvents(["A removed", "frame exhausted", "inner removed", "frame exhausted", "outer removed", "case exhausted"])
})

test("[ACT3] ending an activity from outside removes what is inside", () => {
  given(nested)
    .when(forceComplete("outer"))
    .thenEvents(["A removed", "frame removed", "inner removed", "frame removed", "outer forcecompleted", "Z enabled"])
})

test("[ACT4] restarting an activity opens it anew (A4.9)", () => {
  given(nested)
    .after(complete("A"), start("B"))
    .when(restart("outer"))
    .thenEvents([
      "B removed",
      "frame removed",
      "outer restarted, attempt 1",
      "outer started by engine",
      "outer[1] opened",
      "inner enabled",
      "inner started by engine",
      "inner[1] opened",
      "A enabled",
    ])
})

const each = (options = "") => `
  data: { lines: { list: integer, default: [7, 8, 9] }, sums: { list: integer, default: [] } }
  flow:
    - forEach: each
      in: lines
      as: line
      ${options}
      do: [ { task: A } ]
      collect: { sums: line + extra }
    - task: Z
`

test("[MANY1] a forEach has one instance for each element, and goes on when all are done", () => {
  given(each())
    .thenLive({ each: "started", "A[1]": "enabled", "A[2]": "enabled", "A[3]": "enabled" })
    .after(complete("A[1]", { extra: 0 }), complete("A[3]", { extra: 0 }))
    .thenLive({ each: "started", "A[2]": "enabled" })
    .after(complete("A[2]", { extra: 0 }))
    .thenLive({ Z: "enabled" })
})

test("[MANY2] collect gathers a value of each instance in the order of the elements", () => {
  given(each())
    .after(complete("A[3]", { extra: 1 }), complete("A[1]", { extra: 2 }), complete("A[2]", { extra: 3 }))
    .thenData({ lines: [7, 8, 9], sums: [9, 11, 10] })
})

test("[MANY3] an empty list goes on at once", () => {
  given(each(), { lines: [] }).thenEvents([
    "case started",
    "each enabled",
    "each started by engine",
    'each completed {"sums":[]}',
    "Z enabled",
  ])
})

test("[MANY4] when enough are done the rest is removed, and only the done are collected", () => {
  given(each("enough: 2"))
    .after(complete("A[3]", { extra: 0 }))
    .when(complete("A[1]", { extra: 0 }))
    .thenEvents([
      "A started by administrator",
      "A completed",
      "frame completed",
      "A removed",
      "frame removed",
      'each completed {"sums":[7,9]}',
      "Z enabled",
    ])
})

test("[MANY5] with fewer elements than enough, all of them are enough", () => {
  given(each("enough: 5"), { lines: [1] })
    .after(complete("A", { extra: 0 }))
    .thenLive({ Z: "enabled" })
})

test("[MANY6] a size outside min..max is a ConstraintViolation, and is retried with other data", () => {
  for (const [options, size] of [
    ["max: 2", 3],
    ["min: 4", 3],
  ] as const) {
    const story = given(each(options))
      .thenExceptions(["ConstraintViolation at each"])
      .thenLive({ each: "held enabled" })
    expect([...story.family.exceptions.values()][0]?.parameters.size).toBe(size)
  }
  given(each("max: 2"))
    .after(setData({ lines: [1] }), retry("each"))
    .thenLive({ each: "started", "A[1]": "enabled" })
})

test("[MANY12] of one step at most 1,000 instances are opened, and what is too large is retried with other data", () => {
  const numbers = (length: number) => Array.from({ length }, (_, index) => index)
  given(each(), { lines: numbers(1000) }).thenExceptions([])
  const story = given(each(), { lines: numbers(1001) })
    .thenExceptions(["ConstraintViolation at each"])
    .thenLive({ each: "held enabled" })
  expect([...story.family.exceptions.values()].map(({ parameters }) => parameters)).toEqual([
    { message: "1001 elements are more than the 1000 instances that one step opens", size: 1001 },
  ])
  expect(story.family.frames.size).toBe(1)
  story.after(setData({ lines: [1] }), retry("each")).thenLive({ each: "started", "A[1]": "enabled" })
})

test("[MANY12] instances in instances count together, and those left over are opened when they are retried", () => {
  const story = given(`
    data: { rows: { list: { list: integer }, default: ${JSON.stringify([0, 1, 2].map(() => Array.from({ length: 400 }, () => 1)))} } }
    flow: [ { forEach: outer, in: rows, as: row, do: [ { forEach: inner, in: row, as: cell, do: [ { task: A } ] } ] } ]
  `).thenExceptions(["ConstraintViolation at inner"])
  expect([...story.family.exceptions.values()].map(({ parameters }) => parameters.message)).toEqual([
    "400 elements with the 803 opened before it are more than the 1000 instances that one step opens",
  ])
  story.after(retry("inner[3]"))
  expect([...story.family.items.values()].filter(({ task }) => task === "A").length).toBe(1200)
})

test("[MANY7] a dynamic forEach takes more instances while it runs, also after some are done", () => {
  given(each("dynamic: true"))
    .after(complete("A[1]", { extra: 0 }))
    .when(add("each", 5))
    .thenEvents(["each[4] opened", "A enabled"])
    .after(complete("A[4]", { extra: 0 }), complete("A[2]", { extra: 0 }), complete("A[3]", { extra: 0 }))
    .thenData({ lines: [7, 8, 9], sums: [7, 8, 9, 5] })
})

test("[MANY8] what is not dynamic, full, over or of the wrong type takes no more instances", () => {
  given(each()).when(add("each", 1)).thenRefused("NOT_DYNAMIC")
  given(each("dynamic: true\n      max: 3")).when(add("each", 1)).thenRefused("TOO_MANY_INSTANCES")
  given(each("dynamic: true")).when(add("each", "x")).thenRefused("DATA_INVALID")
  given(each("dynamic: true"), { lines: [] }).when(add("each", 1)).thenRefused("ITEM_NOT_LIVE")
})

test("[MANY9] an instance whose path dies, or that was given nothing to collect, is not collected; if all die the activity is removed", () => {
  given(each())
    .after(remove("A[1]"), complete("A[2]", { extra: 0 }), skip("A[3]"))
    .thenData({ lines: [7, 8, 9], sums: [8] })
  given(each()).after(remove("A[1]"), remove("A[2]"), remove("A[3]")).thenCase({ state: "exhausted" })
})

test("[MANY10] the element and what was given in an instance are that instance's own", () => {
  given(`
    data: { lines: { list: integer, default: [1, 2] } }
    flow:
      - forEach: each
        in: lines
        as: line
        do: [ { task: A }, { choice: c, cases: [ { when: line > 1, do: [ { task: B } ] }, { otherwise: [ { task: C } ] } ] } ]
  `)
    .after(complete("A[1]"), complete("A[2]"))
    .thenLive({ each: "started", "C[1]": "enabled", "B[2]": "enabled" })
})

test("[MANY11] forEach, while and forEach nest", () => {
  const story = given(`
    data: { rows: { list: { list: integer }, default: [[1, 2], [3]] }, again: { type: boolean, default: true } }
    flow:
      - forEach: outer
        in: rows
        as: row
        do:
          - while: w
            when: again
            do: [ { forEach: inner, in: row, as: cell, do: [ { task: A } ] } ]
  `)
  const live = () => [...story.family.items.values()].filter(({ task, status }) => task === "A" && status === "enabled")
  const done = (id: string, data = {}) => story.after(() => ({ type: "CompleteItem", item: id as never, data }))
  expect(live().length).toBe(3)
  done(live()[0]?.id ?? "")
  done(live()[0]?.id ?? "")
  expect(live().length).toBe(3)
  done(live()[0]?.id ?? "", { again: false })
  while (live()[0]) done(live()[0]?.id ?? "")
  story.thenCase({ state: "completed" })
})

test("[ACT6] after a restart the tasks inside that have not come yet are not ready (C2)", () => {
  given("flow: [ { activity: act, do: [ { task: A }, { task: B } ] } ]")
    .after(complete("A"), start("B"), restart("act"))
    .thenStates({ ready: ["A"], notReady: ["B"], aborted: [] })
})

test("[ACT5] a restarted forEach whose elements are wrong opens its instances when retried", () => {
  given(`
    data: { lines: { list: integer, default: [1, 2] } }
    flow: [ { forEach: each, in: lines, as: line, max: 2, do: [ { task: A } ] }, { task: Z } ]
  `)
    .after(setData({ lines: [1, 2, 3] }), restart("each"), setData({ lines: [1] }), retry("each"))
    .thenLive({ each: "started", "A[1]": "enabled" })
})

test("[ACT7] restarting what an exception holds solves it (§6)", () => {
  given(`
    data: { lines: { list: integer, default: [1] }, sums: { list: { type: integer, max: 5 }, default: [] }, n: { type: integer, default: 9 } }
    flow: [ { forEach: each, in: lines, as: line, do: [ { task: A } ], collect: { sums: 'line + n' } }, { task: Z } ]
  `)
    .after(complete("A"))
    .thenExceptions(["ConstraintViolation at each"])
    .after(restart("each"))
    .thenExceptions([])
    .thenLive({ each: "started", "A[1]": "enabled" })
})
