import { expect, test } from "vitest"
import { coverEverything } from "./coverage.ts"
import { compileExpression, isExpression } from "./expression.ts"

function covered(...sources: readonly string[]): boolean {
  return coverEverything(
    sources.map((source) => compileExpression(source, { names: {}, open: true })).filter(isExpression),
  )
}

const rows: readonly (readonly [boolean, readonly string[]])[] = [
  [true, ["a > 1", "true"]],
  [true, ["!false"]],
  [true, ["x", "!x"]],
  [true, ["!( x.y )", "x . y"]],
  [true, ["a < b", "a >= b"]],
  [true, ["a < b", "b <= a"]],
  [true, ["a == b", "c", "b != a"]],
  [true, ["a < 1", "a == 1", "a > 1"]],
  [true, ["a && b", "!a || !b"]],
  [true, ["a && b", "!(b && a)"]],
  [true, ["a || b", "!a"]],
  [true, ["(a > 1)", "!(a>1)"]],
  [true, ["f.all(x, x > 1)", "!f.all(x, x > 1)"]],
  [false, []],
  [false, ["a", "b"]],
  [false, ["a < b", "a > b"]],
  [false, ["a < 1", "a >= 2"]],
  [false, ["a && b", "!a && !b"]],
  [false, ['a == "x"', "a == x"]],
  [false, ["false", "a"]],
]

test("[EXPR30] conditions that cover everything are seen to", () => {
  expect(rows.map(([, sources]) => [covered(...sources), sources])).toEqual(rows)
})
