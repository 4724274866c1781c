import { RE2JS } from "re2js"
import { expect, test } from "vitest"
import { compileExpression, isExpression } from "./expression.ts"
import { readPattern } from "./pattern-cache.ts"

const findingsOf = (source: string) => {
  const read = compileExpression(source, { names: { text: "string", pattern: "string" } }, "boolean")
  return isExpression(read) ? [] : read.map(({ code }) => code)
}
const outcomeOf = (source: string, values: Readonly<Record<string, string>>) => {
  const read = compileExpression(source, { names: { text: "string", pattern: "string" } }, "boolean")
  if (!isExpression(read)) throw new Error(source)
  const outcome = read.evaluate({ value: (name) => values[name] })
  return outcome.ok ? outcome.value : outcome.error.code
}

test("[EXPR40] a pattern is compiled once, however often it is asked for", () => {
  const first = readPattern("kept{2}")
  expect(first).toBeInstanceOf(RE2JS)
  expect(readPattern("kept{2}")).toBe(first)
  for (let index = 0; index < 500; index++) readPattern(`other${index}`)
  expect(readPattern("kept{2}")).not.toBe(first)
})

test("[EXPR40] patterns are bounded, each and all of an expression together", () => {
  expect(findingsOf('text.matches("a{1000}")')).toEqual([])
  expect(findingsOf('text.matches("(a{100}){100}")')).toEqual(["BAD_PATTERN"])
  expect(findingsOf('text.matches("((a{10}b){10}c){25}")')).toEqual(["BAD_PATTERN"])
  expect(findingsOf(`text.matches("${"x".repeat(1001)}")`)).toEqual(["BAD_PATTERN"])
  const many = Array.from({ length: 40 }, (_, index) => `text.matches("${index}a{900}")`)
  expect(findingsOf(many.slice(0, 4).join(" || "))).toEqual([])
  expect(new Set(findingsOf(many.join(" || ")))).toEqual(new Set(["BAD_PATTERN"]))
})

test("[EXPR40] a pattern from data is charged for, and so is each step of a large one for each character", () => {
  expect(outcomeOf("text.matches(pattern)", { text: "aaa", pattern: "a{2}" })).toBe(true)
  expect(outcomeOf("text.matches(pattern)", { text: "aaa", pattern: "x".repeat(1001) })).toBe("BAD_CONVERSION")
  const patterns = Array.from({ length: 30 }, (_, index) => `text.matches("${index}a{60" + "0}")`)
  expect(outcomeOf(patterns.join(" || "), { text: "b" })).toBe("COST_LIMIT")
  expect(outcomeOf('text.matches("a{500}b")', { text: "a".repeat(2000) })).toBe("COST_LIMIT")
  expect(outcomeOf('text.matches("^[a-z]+@[a-z.]+$")', { text: `${"a".repeat(2000)}@b.c` })).toBe(true)
})
