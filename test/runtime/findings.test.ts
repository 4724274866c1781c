import { expect, test } from "vitest"
import { examine } from "../../src/main.ts"

const data = "data: { n: integer, s: string, flag: boolean, ns: { list: integer }, ss: { list: string } }"
const flow = (text: string) => `process: p\n${data}\nflow:\n  - ${text}\n`
const net = (text: string) => `process: p\n${data}\nnet:\n  start: { to: [A] }\n  ${text}\n`

test.each([
  ["a loop with nothing to do", flow("{ while: w, when: flag, do: [] }"), ["error EMPTY_LOOP"]],
  [
    "a choice nobody could make",
    flow("{ first: f, branches: [ [ { task: a } ], [ { parallel: x, branches: [ [ { task: b } ] ] } ] ] }"),
    ["error FIRST_NEEDS_TASK"],
  ],
  [
    "a choice that may have no branch",
    flow("{ choice: c, cases: [ { when: n > 1, do: [] } ] }"),
    ["warning NO_OTHERWISE"],
  ],
  [
    "conditions that cover everything",
    flow("{ choice: c, cases: [ { when: n > 1, do: [] }, { when: n <= 1, do: [] } ] }"),
    [],
  ],
  [
    "a name that is not there",
    flow("{ choice: c, cases: [ { when: m > 1, do: [] }, { otherwise: [] } ] }"),
    ["error UNKNOWN_NAME"],
  ],
  ["a condition that is no condition", flow("{ while: w, when: n + 1, do: [ { task: a } ] }"), ["error TYPE_MISMATCH"]],
  ["reading what is not declared", flow("{ task: a, reads: [m] }"), ["error UNKNOWN_VARIABLE"]],
  ["writing what is not declared", flow("{ task: a, writes: { m: n } }"), ["error UNKNOWN_VARIABLE"]],
  ["writing text into a number", flow("{ task: a, writes: { n: s } }"), ["error TYPE_MISMATCH"]],
  ["a deadline that is no time", flow("{ task: a, deadline: { value: n } }"), ["error TYPE_MISMATCH"]],
  ["going through what is no list", flow("{ forEach: f, in: n, as: e, do: [ { task: a } ] }"), ["error TYPE_MISMATCH"]],
  [
    "collecting into what is no list",
    flow("{ forEach: f, in: ns, as: e, do: [ { task: a } ], collect: { n: x } }"),
    ["error COLLECT_NEEDS_LIST"],
  ],
  [
    "collecting text into numbers",
    flow("{ forEach: f, in: ss, as: e, do: [ { task: a } ], collect: { ns: e } }"),
    ["error TYPE_MISMATCH"],
  ],
  [
    "an element that hides a variable",
    flow("{ forEach: f, in: ns, as: n, do: [ { task: a } ] }"),
    ["warning HIDES_VARIABLE"],
  ],
  [
    "cancelling what is inside something else",
    flow("{ task: a, cancels: [b] }\n  - { activity: c, do: [ { task: b } ] }"),
    ["error CANCELS_OTHER_LEVEL"],
  ],
  [
    "an error in what only arcs lead to",
    flow("{ activity: c, do: [ { task: a, on: { ItemAbort: z } } ], aside: [ { task: z, reads: [m] } ] }"),
    ["error UNKNOWN_VARIABLE"],
  ],
  ["an arc for a class nobody knows", flow("{ task: a, on: { Lost: b } }\n  - { task: b }"), ["warning UNKNOWN_CLASS"]],
  [
    "flows without conditions",
    net("A: { split: xor, to: [B, end] }\n  B: { to: [end] }"),
    ["error FLOW_NEEDS_CONDITION", "error FLOW_NEEDS_CONDITION"],
  ],
  ["a task nothing leads to", net("A: { to: [end] }\n  B: { to: [end] }"), ["warning UNREACHABLE"]],
  ["a net without a way to its end", net("A: { to: [B] }\n  B: { to: [A] }"), ["warning END_UNREACHABLE"]],
])("[DEF30] what its words mean together is checked too: %s", (_, text, expected) => {
  const { findings } = examine(text)
  expect(findings.map(({ severity, code }) => `${severity} ${code}`)).toEqual(expected)
  expect(findings.every(({ place }) => (place.line ?? 0) >= 1 && (place.column ?? 0) >= 1)).toBe(true)
})
