import { expect, test } from "vitest"
import { partLines, valueText } from "./explained-parts.ts"

test("[SHOP6] a condition is told with the value of each of its parts, each once", () => {
  const sold = { text: "sold", outcome: { ok: true as const, value: 5 }, parts: [] }
  const lines = partLines({
    text: "sold < 9 || sold > missing",
    outcome: { ok: true, value: true },
    parts: [
      { text: "sold < 9", outcome: { ok: true, value: true }, parts: [sold] },
      { text: "sold > missing", outcome: "not evaluated", parts: [sold] },
    ],
  })
  expect(lines).toEqual([
    { text: "sold < 9 || sold > missing", depth: 0, value: "true", tone: "yes" },
    { text: "sold < 9", depth: 1, value: "true", tone: "yes" },
    { text: "sold", depth: 2, value: "5", tone: "value" },
    { text: "sold > missing", depth: 1, value: "not asked", tone: "unasked" },
  ])
  expect([valueText("x".repeat(200)).length, valueText(undefined)]).toEqual([120, "–"])
})
