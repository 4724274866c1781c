import { expect, test } from "vitest"
import { toldTogether } from "./told-together.ts"

test("[WEB11] what is said several times at once is said once, with how often", () => {
  const lines = ["began", "decided", "began", "ended", "began", "decided"].map((text) => ({ text }))
  const told = toldTogether(lines, ({ text }) => text === "decided")
  expect(told.map(({ text, times }) => [text, times])).toEqual([
    ["began", 3],
    ["decided", 1],
    ["ended", 1],
    ["decided", 1],
  ])
})
