import { test } from "vitest"
import { given } from "../language/case-story.ts"
import { claim, complete, fail, remove, removeCase, reportFailure, retry, setData, skip } from "../language/commands.ts"

test("[NET1] a case starts with one token, and what that enables is enabled at once", () => {
  given("flow: [ { task: A }, { task: B } ]").thenEvents(["case started", "A enabled"]).thenItems({ A: "enabled" })
})

test("[NET2] a completed item passes its token on in the same decision", () => {
  given("flow: [ { task: A }, { task: B } ]")
    .when(complete("A"))
    .thenEvents(["A started by administrator", "A completed", "B enabled"])
})

const joins = (join: string) => `
  net:
    start: { to: [S] }
    S: { to: [A, B] }
    A: { to: [J] }
    B: { to: [J] }
    J: { join: ${join}, to: [Z] }
    Z: { to: [end] }
`

test("[NET3] an and-join waits for a token from every input", () => {
  given(joins("and"))
    .after(complete("S"), complete("A"))
    .thenLive({ B: "enabled" })
    .after(complete("B"))
    .thenLive({ J: "enabled" })
})

test("[NET4] an xor-join goes on with each token by itself, so there may be several items of a task", () => {
  given(joins("xor"))
    .after(complete("S"), complete("A"), complete("B"))
    .after(complete("J"))
    .thenLive({ J: "enabled", Z: "enabled" })
})

const splits = (split: string) => `
  data: { x: { type: integer, default: 0 } }
  net:
    start: { to: [S] }
    S: { split: ${split}, to: { A: x > 0, B: x > 1, C: otherwise } }
    A: { to: [J] }
    B: { to: [J] }
    C: { to: [J] }
    J: { join: or, to: [end] }
`

test("[NET5] an xor-split takes the first flow whose condition holds, else the default", () => {
  given(splits("xor"))
    .after(complete("S", { x: 2 }))
    .thenLive({ A: "enabled" })
  given(splits("xor")).after(complete("S")).thenLive({ C: "enabled" })
})

test("[NET6] an or-split takes every flow whose condition holds, else the default", () => {
  given(splits("or"))
    .after(complete("S", { x: 2 }))
    .thenLive({ A: "enabled", B: "enabled" })
  given(splits("or")).after(complete("S")).thenLive({ C: "enabled" })
})

test("[NET7] a case completes when its end has a token, and what else is live is removed", () => {
  given("net: { start: { to: [S] }, S: { to: [A, B] }, A: { to: [end] }, B: { to: [end] } }")
    .after(complete("S"))
    .when(complete("A"))
    .thenEvents(["A started by administrator", "A completed", "B removed", "case completed"])
    .thenCase({ state: "completed" })
})

test("[NET8] a case with no token left is exhausted", () => {
  given("flow: [ { task: A }, { task: B } ]")
    .when(remove("A"))
    .thenEvents(["A removed", "case exhausted"])
    .thenCase({ state: "exhausted" })
})

test("[NET9] tokens that nothing can move raise Deadlock, which holds the case", () => {
  given(`
    data: { x: { type: boolean, default: false } }
    net:
      start: { to: [S] }
      S: { split: xor, to: { A: x, B: otherwise } }
      A: { to: [J] }
      B: { to: [J] }
      J: { join: and, to: [end] }
  `)
    .after(complete("S"))
    .when(complete("B"))
    .thenEvents(["B started by administrator", "B completed", "Deadlock raised at p", "hold placed: Deadlock at p"])
    .thenCase({ state: "running" })
    .thenHolds(["exception: case"])
})

const undecided = `
  data: { x: integer }
  flow:
    - task: A
    - choice: c
      cases: [ { when: x > 1, do: [ { task: B } ] }, { when: x < 0, do: [ { task: C } ] } ]
`

test("[NET10] a choice no branch of which holds raises NoBranch, and the decision waits, held", () => {
  given(undecided)
    .after(complete("A", { x: 1 }))
    .thenExceptions(["NoBranch at c"])
    .thenLive({ c: "held enabled" })
})

test("[NET11] a condition that cannot be evaluated leaves the work before it done, and can be retried with other data", () => {
  given(undecided)
    .after(complete("A"))
    .thenExceptions(["EvaluationFailed at c"])
    .thenItems({ A: "completed", c: "held enabled" })
    .after(setData({ x: 2 }))
    .when(retry("c"))
    .thenEvents(["hold lifted", "exception resolved", "c completed", "c fired → >c.1", "B enabled"])
})

test("[NET14] a decision that waits is nobody's work: it is retried or removed, not completed", () => {
  given(undecided)
    .after(complete("A"))
    .when(skip("c"))
    .thenRefused("ITEM_NOT_WORK")
    .when(fail("c"))
    .thenRefused("ITEM_NOT_WORK")
    .when(complete("c"))
    .thenRefused("ITEM_NOT_WORK")
  given(undecided).after(complete("A"), remove("c")).thenCase({ state: "exhausted" })
})

test("[NET15] a flow that goes round without anybody doing anything is stopped and raises LoopLimit", () => {
  given(`
    net:
      start: { to: [c1] }
      c1: { condition: true, to: [c2] }
      c2: { condition: true, to: [c1, A] }
      A: { to: [end] }
  `).thenExceptions(["LoopLimit at c2~c1"])
})

test("[NET16] several tokens in one place are several items", () => {
  given(
    "net: { start: { to: [S] }, S: { to: [A, B] }, A: { to: [c] }, B: { to: [c] }, c: { condition: true, to: [D] }, D: { to: [E] }, E: { join: and, to: [end] } }",
  )
    .after(complete("S"), complete("A"))
    .when(complete("B"))
    .thenEvents(["B started by administrator", "B completed", "D enabled"])
})

test("[CASE1] removing a case removes all that is live in it", () => {
  given("flow: [ { parallel: par, branches: [ [ { task: A } ], [ { activity: act, do: [ { task: B } ] } ] ] } ]")
    .when(removeCase)
    .thenEvents(["A removed", "B removed", "frame removed", "act removed", "case removed"])
    .thenStates({ aborted: ["A", "B", "act", "par"] })
})

test("[CASE2] a case that has ended takes no command", () => {
  given("flow: [ { task: A } ]")
    .after(complete("A"))
    .when(removeCase)
    .thenRefused("CASE_NOT_LIVE")
    .when(setData({}))
    .thenRefused("CASE_NOT_LIVE")
    .when(complete("A"))
    .thenRefused("ITEM_NOT_LIVE")
})

test("[CASE3] a case may end with a result, evaluated at its end", () => {
  given("{ data: { n: integer }, result: n * 2, flow: [ { task: A } ] }")
    .after(complete("A", { n: 21 }))
    .thenCase({ state: "completed", result: 42 })
})

test("[CASE4] starting checks the data against the process's types", () => {
  given("{ data: { n: { type: integer, required: true } }, flow: [ { task: A } ] }", { n: "many" }).thenRefused(
    "DATA_INVALID",
  )
})

test("[NET17] a failed activity item lets the flow go on and leaves nothing open inside", () => {
  given("flow: [ { activity: act, do: [ { program: P } ] }, { task: Z } ]")
    .after(claim("P"), reportFailure("P"), fail("act"))
    .thenExceptions([])
    .thenHolds([])
    .thenLive({ Z: "enabled" })
})

test("[CASE5] a family that has its case is not started again", () => {
  given("flow: [ { task: A } ]")
    .when(() => ({ type: "StartCase", process: "p", version: 1, data: {} }))
    .thenItems({ A: "enabled" })
    .thenRefused("CASE_ALREADY_STARTED")
})
