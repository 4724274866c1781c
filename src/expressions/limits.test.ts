import fc from "fast-check"
import { expect, test } from "vitest"
import type { Json } from "../messages/json.ts"
import { type Bindings, compileExpression, type Explanation, isExpression, type Outcome } from "./expression.ts"
import { compileText, isText } from "./text.ts"

const open = { names: {}, open: true }

function run(source: string, data: Readonly<Record<string, Json>> = {}, limit?: number): Outcome | string {
  const expression = compileExpression(source, open)
  if (!isExpression(expression)) return expression.map((finding) => finding.code).join()
  return expression.evaluate({ value: (name) => data[name] }, limit)
}

function codeOf(outcome: Outcome | string): unknown {
  return typeof outcome === "string" ? outcome : outcome.ok ? outcome.value : outcome.error.code
}

test("[EXPR24] steps are limited", () => {
  const list = Array.from({ length: 1000 }, (_, index) => index)
  expect(codeOf(run("l.all(x, l.all(y, x + y >= 0))", { l: list }))).toEqual("COST_LIMIT")
  expect(codeOf(run("l.all(x, l.all(y, x + y >= 0)) || true", { l: list }))).toEqual("COST_LIMIT")
  expect(codeOf(run("l.all(x, x >= 0)", { l: list }))).toEqual(true)
  expect(run("a + b > 1", { a: 1, b: 2 }, 5)).toEqual({ ok: true, value: true })
  expect(codeOf(run("a + b > 1", { a: 1, b: 2 }, 4))).toEqual("COST_LIMIT")
  expect(codeOf(run("a == b", { a: list, b: [...list] }, 500))).toEqual("COST_LIMIT")
  expect(codeOf(run(`[s]${".map(x, x + x)".repeat(60)}`, { s: "x" }))).toEqual("COST_LIMIT")
  expect(codeOf(run('s.replace("x", s)', { s: "x".repeat(200_000) }))).toEqual("COST_LIMIT")
})

test("[EXPR25] size is limited", () => {
  expect(codeOf(run(`"${"x".repeat(10_000)}"`))).toEqual("EXPRESSION_TOO_LARGE")
  expect(codeOf(run("(".repeat(200) + 1 + ")".repeat(200)))).toEqual("EXPRESSION_TOO_LARGE")
  expect(codeOf(run(`${"[".repeat(200)}${"]".repeat(200)}`))).toEqual("EXPRESSION_TOO_LARGE")
  expect(codeOf(run(`${"! ".repeat(4000)}a`))).toEqual("EXPRESSION_TOO_LARGE")
  expect(codeOf(run(Array(4000).fill("1").join("+")))).toEqual("EXPRESSION_TOO_LARGE")
  expect(codeOf(run(`a${".b".repeat(4000)}`))).toEqual("EXPRESSION_TOO_LARGE")
  expect(codeOf(run("(".repeat(90) + 1 + ")".repeat(90)))).toEqual(1)
  expect(codeOf(run(Array(1500).fill("a").join(" && "), { a: true }))).toEqual(true)
})

test("[EXPR26] deep data does not overflow", () => {
  const deep = (): Json => {
    let value: Json = 1
    for (let level = 0; level < 200_000; level++) value = level % 2 === 0 ? [value] : { a: value }
    return value
  }
  expect(codeOf(run("a == b", { a: deep(), b: deep() }))).toEqual("COST_LIMIT")
  expect(run("a == b", { a: deep(), b: deep() }, 1e9)).toEqual({ ok: true, value: true })
  expect(codeOf(run('size([a, timestamp("2026-01-01")])', { a: deep() }))).toEqual(2)
  const expression = compileExpression('[a, timestamp("2026-01-01")]', open)
  const value = deep()
  const outcome = isExpression(expression) ? expression.evaluate({ value: () => value }) : undefined
  expect(outcome?.ok).toEqual(true)
  const text = compileText("{{a}}", open)
  expect(isText(text) && text.render({ value: () => value }).ok).toEqual(true)
})

const WORDS = [
  "a",
  "b.c",
  "1",
  "2.5",
  '"x"',
  "true",
  "null",
  "(",
  ")",
  "[",
  "]",
  "{",
  "}",
  ",",
  ":",
  "?",
  "!",
  "-",
  "+",
]
const MORE = [
  "*",
  "/",
  "%",
  "<",
  ">=",
  "==",
  "!=",
  "&&",
  "||",
  "in",
  ".size()",
  ".map(x, x)",
  "has(",
  "timestamp(",
  ".",
]
const token = fc.constantFrom(...WORDS, ...MORE)
const source = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.array(token, { maxLength: 20 }).map((words) => words.join(" ")),
)

const leaf = fc.constantFrom("a", "b.c", "b.z", "n", "s", "1", "0", "2.5", '"x"', "true", "false", "[1, n]", "t")
const operator = fc.constantFrom("+", "-", "*", "/", "<", ">=", "==", "!=", "&&", "||", "in")
const { sensible } = fc.letrec<{ sensible: string }>((tie) => ({
  sensible: fc.oneof(
    { maxDepth: 5, withCrossShrink: true },
    leaf,
    fc.tuple(tie("sensible"), operator, tie("sensible")).map(([left, sign, right]) => `(${left} ${sign} ${right})`),
    tie("sensible").map((inner) => `!(${inner})`),
    fc.tuple(tie("sensible"), tie("sensible"), tie("sensible")).map(([a, b, c]) => `(${a} ? ${b} : ${c})`),
    fc.tuple(tie("sensible"), tie("sensible")).map(([list, body]) => `[${list}].map(x, ${body} == x)`),
    tie("sensible").map((inner) => `timestamp("2026-01-01") + duration("P1D") == ${inner}`),
  ),
}))

const data: Readonly<Record<string, Json>> = { a: true, b: { c: 3 }, n: 4, s: "x", t: "2026-01-02" }
const bindings: Bindings = { value: (name) => data[name] }

test("[EXPR26] whatever the text, compiling and evaluating never throw", () => {
  fc.assert(
    fc.property(source, (text) => {
      const expression = compileExpression(text, open)
      if (isExpression(expression)) expression.evaluate(bindings)
      else for (const { start, end } of expression) expect(0 <= start && start <= end && end <= text.length).toBe(true)
      const rendered = compileText(`{{${text}`, open)
      if (isText(rendered)) rendered.render(bindings)
    }),
    { numRuns: 2000 },
  )
})

test("[EXPR28] an explanation has the outcome of the evaluation", () => {
  fc.assert(
    fc.property(sensible, fc.integer({ min: 0, max: 60 }), (text, limit) => {
      const expression = compileExpression(text, open)
      if (!isExpression(expression)) return
      expect(expression.explain(bindings, limit).outcome).toEqual(expression.evaluate(bindings, limit))
    }),
    { numRuns: 2000 },
  )
})

test("[EXPR28] an explanation tells how each part came out", () => {
  const expression = compileExpression(
    "(sold < seats * 0.75 || gone > 1) && (has(gone) ? gone : lines.exists(l, l > 1))",
    open,
  )
  const values: Readonly<Record<string, Json>> = { sold: 14, seats: 20, lines: [1, 2] }
  const told = isExpression(expression) ? tell(expression.explain({ value: (name) => values[name] })) : []
  expect(told).toEqual([
    ["(sold < seats * 0.75 || gone > 1) && (has(gone) ? gone : lines.exists(l, l > 1))", true],
    ["sold < seats * 0.75 || gone > 1", true],
    ["sold < seats * 0.75", true],
    ["sold", 14],
    ["seats * 0.75", 15],
    ["seats", 20],
    ["gone > 1", "not evaluated"],
    ["gone", "not evaluated"],
    ["has(gone) ? gone : lines.exists(l, l > 1)", true],
    ["has(gone)", false],
    ["gone", "not evaluated"],
    ["lines.exists(l, l > 1)", true],
    ["lines", [1, 2]],
  ])
})

test("[EXPR28] a part that cannot be read as a time is told to have failed", () => {
  const expression = compileExpression('due < "2026-01-01" || true', { names: { due: "timestamp" } })
  const told = isExpression(expression) ? tell(expression.explain({ value: () => "soon" })) : []
  expect(told).toEqual([
    ['due < "2026-01-01" || true', true],
    ['due < "2026-01-01"', "BAD_CONVERSION"],
    ["due", "BAD_CONVERSION"],
  ])
})

function tell({ text, outcome, parts }: Explanation): readonly (readonly [string, unknown])[] {
  const result = outcome === "not evaluated" ? outcome : outcome.ok ? outcome.value : outcome.error.code
  return [[text, result] as const, ...parts.flatMap(tell)]
}
