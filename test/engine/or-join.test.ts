import { expect, test } from "vitest"
import { canMoreArrive } from "../../src/engine/or-join.ts"
import { netOf, rootNet } from "../../src/model/net.ts"
import { given } from "../language/case-story.ts"
import { complete, fail, remove, start } from "../language/commands.ts"
import { compiled } from "../language/compiled.ts"

const some = `
  data: { a: { type: boolean, default: true }, b: { type: boolean, default: true } }
  flow:
    - some: extras
      cases: [ { when: a, do: [ { task: A } ] }, { when: b, do: [ { task: B1 }, { task: B2 } ] }, { when: "false", do: [ { task: C } ] } ]
    - task: Z
`

test("[ORJOIN1] an or-join waits for every branch that was taken, and for no other", () => {
  given(some)
    .after(complete("A"))
    .thenLive({ B1: "enabled" })
    .after(complete("B1"), complete("B2"))
    .thenLive({ Z: "enabled" })
  given(some, { b: false }).after(complete("A")).thenLive({ Z: "enabled" })
})

test("[ORJOIN3] when what it waits for is removed, an or-join goes on", () => {
  given(some).after(complete("A"), remove("B1")).thenLive({ Z: "enabled" })
})

test("[ORJOIN4] an or-join with no token at all does not go on", () => {
  given(some).after(remove("A"), remove("B1")).thenCase({ state: "exhausted" })
})

const loop = `
  data: { again: { type: boolean, default: false } }
  net:
    start: { to: [S] }
    S: { to: [P, Q] }
    P: { to: [M] }
    Q: { to: [M] }
    M: { join: or, split: xor, to: { P: again, Z: otherwise } }
    Z: { to: [end] }
`

test("[ORJOIN5] in a loop, an or-join waits the second time only for what can come again", () => {
  given(loop)
    .after(complete("S"), complete("P"))
    .thenLive({ Q: "enabled" })
    .after(complete("Q"), complete("M", { again: true }), complete("P"))
    .thenLive({ M: "enabled" })
})

const cancelling = `
  net:
    start: { to: [S] }
    S: { to: [P, Q, X] }
    P: { to: [M] }
    Q: { to: [M] }
    X: { cancels: [Q], to: [Y] }
    Y: { join: and, to: [end] }
    M: { join: or, to: [Z] }
    Z: { to: [Y] }
`

test("[ORJOIN6] cancelling what an or-join waits for lets it go on, whether enabled or started", () => {
  given(cancelling)
    .after(complete("S"), complete("P"))
    .thenLive({ Q: "enabled", X: "enabled" })
    .after(complete("X"))
    .thenLive({ M: "enabled" })
  given(cancelling).after(complete("S"), complete("P"), start("Q"), complete("X")).thenItems({
    S: "completed",
    P: "completed",
    Q: "removed",
    X: "completed",
    M: "enabled",
  })
})

test("[ORJOIN7] two or-joins that wait for each other are told as a deadlock", () => {
  given(`
    net:
      start: { to: [S] }
      S: { to: [P, Q] }
      P: { to: [M1] }
      Q: { to: [M2] }
      M1: { join: or, to: [M2, end] }
      M2: { join: or, to: [M1, end] }
  `)
    .after(complete("S"), complete("P"))
    .thenExceptions([])
    .after(complete("Q"))
    .thenExceptions(["Deadlock at p"])
})

test("[ORJOIN8] an or-join takes one token from each input that has one", () => {
  const { last } = given(some).after(complete("A"), fail("B1"), complete("B2"))
  const fired = last.ok ? last.events.filter((event) => event.type === "RouteFired") : []
  expect(fired.map(({ route, consumed }) => ({ route, consumed }))).toEqual([
    { route: "extras", consumed: ["extras.1>", "extras.2>"] },
  ])
})

test("[ORJOIN9] an or-join inside an activity looks at its own net only", () => {
  given(`
    flow:
      - parallel: par
        branches:
          - [ { activity: act, do: [ { some: s, cases: [ { when: "true", do: [ { task: A } ] }, { when: "false", do: [ { task: B } ] } ] }, { task: C } ] } ]
          - [ { task: D } ]
  `)
    .after(complete("A"))
    .thenLive({ act: "started", C: "enabled", D: "enabled" })
})

test("[ORJOIN10] the analysis of a small net ends, with the right answer", () => {
  const net = netOf(
    compiled(`
      data: { n: { type: integer, default: 0 }, flag: { type: boolean, default: false } }
      net:
        start: { to: [t0] }
        c: { condition: true, to: [t3, t4] }
        t0: { join: or, split: xor, to: { t2: n < 3, t1: n > 0, t3: otherwise }, cancels: [t2] }
        t1: { join: or, split: or, to: { t4: n < 3, t3: otherwise }, cancels: [t4, t2] }
        t2: { join: or, split: xor, to: { t3: n > 0, t4: flag, t0: otherwise }, cancels: [t4] }
        t3: { join: and, split: xor, to: { c: flag, t0: otherwise } }
        t4: { join: or, split: or, to: { t1: flag, t0: n < 3, end: otherwise } }
    `),
    rootNet,
  )
  const join = net.nodes.get("t4")
  if (join === undefined) throw new Error("there is a t4")
  expect(canMoreArrive(net, join, ["c", "c", "t2>t4", "t4>t0"], new Map())).toBe(false)
})

test("[ORJOIN11] work under way is beyond a cancelled place", () => {
  given(`
    net:
      start: { to: [S] }
      S: { to: [I, p, X] }
      p: { condition: true, to: [B, C] }
      q: { condition: true, to: [Y] }
      I: { to: [M] }
      B: { to: [q] }
      C: { to: [D] }
      D: { join: and, to: [end] }
      X: { cancels: [p, q], to: [Y] }
      Y: { join: and, to: [M] }
      M: { join: or, to: [end] }
  `)
    .after(complete("S"), complete("I"))
    .thenLive({ B: "enabled", C: "enabled", X: "enabled" })
})

test("[ORJOIN12] the join of a some waits for its own branches only, also nested and in a loop", () => {
  given(`
    flow:
      - while: w
        when: round("w") < 2
        do:
          - some: outer
            cases:
              - { when: "true", do: [ { task: A } ] }
              - { when: "true", do: [ { some: inner, cases: [ { when: "true", do: [ { task: B } ] }, { when: "false", do: [ { task: C } ] } ] } ] }
  `)
    .after(complete("A"), complete("B"))
    .thenExceptions([])
    .thenLive({ A: "enabled", B: "enabled" })
})

test("[ORJOIN13] five branches of three tasks in a loop are joined in every round", () => {
  const branch = (name: string) =>
    `{ when: "true", do: [ { task: ${name}1 }, { task: ${name}2 }, { task: ${name}3 } ] }`
  const story = given(`
    flow:
      - while: w
        when: round("w") < 2
        do: [ { some: s, cases: [ ${[..."abcde"].map(branch).join(", ")} ] } ]
  `)
  for (const name of "abcde") for (const number of [1, 2, 3]) story.after(complete(`${name}${number}`))
  story.thenLive({ a1: "enabled", b1: "enabled", c1: "enabled", d1: "enabled", e1: "enabled" })
})
