import { test, expect } from "vitest"
import { given } from "../language/case-story.ts"
import { complete, start, restart, retry, setData, suspend, goOn, after, theCase, theItem, add, remove, forceComplete, claim, report, message } from "../language/commands.ts"

test("two tokens in a contested place", () => {
  const s = given(`
    net:
      start: { to: [S] }
      S: { to: [P, Q] }
      P: { to: [c1] }
      Q: { to: [c1] }
      c1: { condition: true, to: [A, B] }
      c2: { condition: true, to: [B] }
      A: { to: [end2] }
      Z: { to: [c2] }
      end2: { condition: true, to: [F] }
      F: { join: and, to: [end] }
      B: { join: and, to: [end, Z] }
  `).after(complete("S"), complete("P"), complete("Q"), complete("A"))
  console.log(s.items(), [...s.family.exceptions.values()])
})
test("round in forEach", () => {
  const s = given(`
    data: { lines: { list: integer, default: [1,2] } }
    flow:
      - forEach: each
        in: lines
        as: line
        do:
          - while: w
            until: round("w") >= 2
            do: [ { task: A } ]
  `).after(complete("A[1]"), complete("A[1]"), complete("A[2]"))
  console.log(s.items(), s.log())
})
test("count in activity in loop", () => {
  const s = given(`
    data: { n: { type: integer, default: 0 } }
    flow:
      - while: w
        when: count("A") < 3
        do: [ { activity: act, do: [ {task: A} ] } ]
      - task: Z
  `)
  for (let i = 0; i < 3; i++) s.after(complete("A"))
  console.log(s.items(), [...s.family.items.values()].map(i => [i.task, i.round, i.incarnation]))
})
test("loser withdrawn loses result", () => {
  const s = given(`
    flow:
      - while: w
        when: round("w") < 2
        do: [ { first: f, branches: [[{task: A}], [{task: B}]] } ]
      - choice: c
        cases: [ {when: result("A") == "x", do: [{task: Y}]}, {otherwise: [{task: Z}]}]
  `).after(complete("A", {result: "x"}), complete("B"))
  console.log(s.items(), [...s.family.exceptions.values()])
})
test("loop stranded inside", () => {
  const s = given(`
    data: { x: { type: integer, default: 0 } }
    flow:
      - while: w
        when: "true"
        do: [ { choice: c, cases: [{when: x > 1, do: [{task: A}]}] } ]
  `)
  s.thenStates({ notReady: [], executing: [], suspended: [], done: [] , ready: [], aborted: []})
})
test("restart with bad elements, retry", () => {
  const s = given(`
    data: { lines: { list: integer, default: [1,2] } }
    flow:
      - forEach: each
        in: lines
        as: line
        max: 2
        do: [ { task: A } ]
      - task: Z
  `).after(setData({lines: [1,2,3]}), restart("each"), setData({lines: [1]}), retry("each"))
  console.log(s.items(), s.log())
})
test("after choice", () => {
  const s = given(`
    data: { x: { type: integer, default: 0 } }
    flow:
      - choice: c
        cases: [{when: x > 1, do: [{task: A}]}, {otherwise: [{task: B}]}]
      - task: Z
  `).after(suspend(after("c")))
  console.log(s.items())
  s.after(forceComplete("B"))
  console.log(s.items())
})
test("two instances in loop: state", () => {
  const s = given(`
    data: { lines: { list: integer, default: [1,2] } }
    flow:
      - forEach: each
        in: lines
        as: line
        do:
          - while: w
            until: "true"
            do: [ { task: A } ]
          - task: B
  `).after(complete("A[1]"))
  s.thenStates({ notReady: [], executing: [], suspended: [], done: [] , ready: [], aborted: []})
})
test("StartCase twice", () => {
  const s = given("flow: [{task: A}]").when(() => ({type: "StartCase", process: "p", version: 1, data: {}}))
  console.log(s.last, s.items())
})
test("duplicate targets", () => {
  const s = given(`
    net:
      start: { to: [S] }
      S: { to: [c1] }
      c1: { condition: true, to: [A, A] }
      A: { join: and, to: [end] }
  `).after(complete("S"))
  console.log(s.items())
})
test("timing or join", () => {
  const n = 10
  const net = [`  start: { to: [S] }`, `  S: { split: or, to: { ${Array.from({length: n}, (_, i) => `A${i}: "true"`).join(", ")} } }`]
  for (let i = 0; i < n; i++) net.push(`  A${i}: { to: [B${i}] }`, `  B${i}: { to: [C${i}] }`, `  C${i}: { to: [M] }`)
  net.push(`  M: { join: or, to: [end] }`)
  const s = given("net:\n" + net.join("\n")).after(complete("S"))
  for (let i = 0; i < n; i++) for (const t of "ABC") { const t0 = performance.now(); s.after(complete(t + i)); const d = performance.now() - t0; if (d > 20) console.log(t + i, d) }
  console.log(s.items()["M"])
})
test("states in unnamed", () => {
  const s = given(`
    flow:
      - parallel:
        branches: [[{task: A}], [{task: B}]]
      - choice: c
        cases: [{when: '"parallel~1" in done', do: [{task: X}]}, {otherwise: [{task: Y}]}]
  `).after(complete("A"), complete("B"))
  console.log(s.items())
})
test("ping pong", () => {
  const t0 = performance.now()
  const s = given(`
    net:
      start: { to: [S] }
      S: { to: [c1] }
      c1: { condition: true, to: [c2, A] }
      c2: { condition: true, to: [c1] }
      A: { to: [end] }
  `).after(complete("S"))
  console.log(s.items(), s.last.ok && s.last.events.length, performance.now() - t0, [...s.family.exceptions.values()].length)
})
