import { expect, test } from "vitest"
import { replay } from "../../src/witness/replay.ts"
import { verifyNets } from "../../src/witness/verify-nets.ts"

const process = (data: string, flow: string) => `process: p\ndata: { ${data} }\nflow: ${flow}`

const early =
  "[ { task: a, writes: [x] }, { choice: c, cases: [ { when: y > 1, do: [ { task: b, writes: [y] } ] }, { otherwise: [] } ] } ]"

test.each([
  ["a condition on what nothing has written", "x: integer, y: integer", early, ["READ_BEFORE_WRITTEN flow[1]"]],
  ["the same with a default", "x: integer, y: { type: integer, default: 0 }", early, []],
  ["the same where a case must be given it", "x: integer, y: { type: integer, required: true }", early, []],
  ["the same where it is asked for first", "x: integer, y: integer", early.replace("y > 1", "has(y) && y > 1"), []],
  ["the same where it is written before", "x: integer, y: integer", early.replace("[x]", "[x, y]"), []],
])("[SOUND6] a variable that is read too early: %s", async (_, data, flow, expected) => {
  expect((await verifyNets(process(data, flow))).map(({ code, place }) => `${code} ${place.path}`)).toEqual(expected)
})

const beside = (one: string, other: string) =>
  `[ { parallel: both, branches: [ [ { task: a, writes: [${one}] } ], [ { task: b, writes: [${other}] } ] ] } ]`

test.each([
  ["the same", beside("x", "x"), ["WRITE_CONFLICT"]],
  ["each its own", beside("x", "y"), []],
  ["one after the other", "[ { task: a, writes: [x] }, { task: b, writes: [x] } ]", []],
])("[SOUND7] two steps that write: %s", async (_, flow, expected) => {
  const text = process("x: integer, y: integer", flow)
  const found = await verifyNets(text)
  expect(found.map(({ code }) => code)).toEqual(expected)
  for (const { counterexample = [] } of found)
    expect(await replay([{ name: "p.yaml", text }], counterexample)).toEqual({ outcome: "passed" })
})

test("[SOUND8] a net of very many states is told as unknown, with how many were looked at", async () => {
  const names = Array.from({ length: 18 }, (_, number) => `t${number}`)
  const tasks = names.map((name) => `  ${name}: { to: [${name}x], cancels: [stray] }\n  ${name}x: { to: [last] }`)
  const net = ["net:", "  start: { to: [begin] }", `  begin: { to: [stray, ${names.join(", ")}] }`, ...tasks]
  const rest = ["  stray: { to: [last] }", "  last: { join: or, to: [end] }"]
  const found = await verifyNets(["process: p", ...net, ...rest].join("\n"))
  expect(found.map(({ code, message }) => [code, /\d+ states were looked at/.test(message)])).toEqual([
    ["SOUNDNESS_UNKNOWN", true],
  ])
})
