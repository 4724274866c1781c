import { expect, test } from "vitest"
import { readBundle, readBundleValues } from "./bundle.ts"
import { describeFinding } from "./describe-finding.ts"

test("[DEF28] a finding is told with its place, code, message and remedy", () => {
  const text = "process: concert\nflow:\n  - task: sell\n    titel: Sell\n"
  expect(readBundle([{ name: "concert.yaml", text }]).findings.map(describeFinding)).toEqual([
    "concert.yaml:4:5 error UNKNOWN_KEY The key 'titel' means nothing in the task 'sell'.\n  Did you mean 'title'?",
  ])
})

test("[DEF28] what was never text is told with its path", () => {
  expect(readBundleValues([{ process: "p", flow: [{ task: "a b" }] }, 7]).findings.map(describeFinding)).toEqual([
    "flow[0].task error BAD_NAME The name of this 'task' cannot be 'a b'.\n  A name starts with a letter and goes on with letters, digits, '_' and '-'.",
    "(everything) error WRONG_KIND A document is the number 7.\n  Write a map of keys and values here.",
  ])
})
