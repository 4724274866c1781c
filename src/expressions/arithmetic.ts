import { arithmeticType } from "./arithmetic-type.ts"
import { type Compiler, costOf, type Part, require } from "./compiler.ts"
import { charge, chargeText, type Evaluation, fail } from "./evaluation.ts"
import type { ArithmeticOperator, Node, NodeOf } from "./syntax.ts"
import { LAST_MOMENT } from "./time.ts"
import { beside } from "./time-reading.ts"
import { Moment, Span } from "./time-value.ts"
import { isList, kindOf, type Value } from "./value.ts"
import { describeType, type ValueType, withArticle } from "./value-type.ts"

export function compileArithmetic(compiler: Compiler, node: NodeOf<"arithmetic">): Part {
  const [first, second] = [compiler.compile(node.left), compiler.compile(node.right)]
  const [left, right] = [beside(compiler, first, second), beside(compiler, second, first)]
  const type = arithmeticType(node.operator, left.type, right.type) ?? mismatch(compiler, node, left, right)
  const [a, b] = [left.run, right.run]
  const calculate = CALCULATIONS[node.operator]
  return {
    node,
    type,
    cost: costOf([left, right]),
    run(evaluation) {
      const x = a(evaluation)
      const y = b(evaluation)
      if (typeof x === "number" && typeof y === "number") {
        const result = calculate(x, y)
        // Only finite numbers give zero here. Adding zero makes 0 of -0, which JSON does not know.
        if (result - result === 0) return result + 0
        return notFinite(evaluation, node, y)
      }
      return calculateOther(evaluation, node, x, y)
    },
  }
}

export function compileMinus(compiler: Compiler, node: NodeOf<"minus">): Part {
  const part = compiler.compile(node.of)
  const isSpan = part.type === "duration"
  if (!isSpan) require(compiler, part, "number", "`-`")
  return {
    node,
    type: isSpan || part.type === "any" ? part.type : "number",
    cost: costOf([part]),
    run(evaluation) {
      const value = part.run(evaluation)
      if (typeof value === "number") return 0 - value
      if (value instanceof Span) return new Span(0 - value.months, 0 - value.milliseconds)
      return fail(evaluation, node, "BAD_OPERANDS", `\`-\` needs a number; this is ${withArticle(kindOf(value))}.`)
    },
  }
}

const CALCULATIONS: Readonly<Record<ArithmeticOperator, (x: number, y: number) => number>> = {
  "+": (x, y) => x + y,
  "-": (x, y) => x - y,
  "*": (x, y) => x * y,
  "/": (x, y) => x / y,
  "%": (x, y) => x % y,
}

function mismatch(compiler: Compiler, node: NodeOf<"arithmetic">, left: Part, right: Part): ValueType {
  const [a, b] = [describeType(left.type), describeType(right.type)]
  const message = `\`${node.operator}\` does not take ${a} and ${b}: \`${compiler.text(node)}\`.`
  const isText = left.type === "string" || right.type === "string"
  const remedy = isText
    ? "Convert one of them: string(x) makes a text, double(x) a number."
    : "It takes numbers; `+` also strings, lists and times, `-` also times."
  return compiler.report(node, "TYPE_MISMATCH", message, remedy).type
}

function calculateOther(evaluation: Evaluation, node: NodeOf<"arithmetic">, x: Value, y: Value): Value {
  const { operator } = node
  if (operator === "+" && typeof x === "string" && typeof y === "string") {
    chargeText(evaluation, node, x.length + y.length)
    return x + y
  }
  if (operator === "+" && isList(x) && isList(y)) {
    charge(evaluation, node, x.length + y.length)
    return x.concat(y)
  }
  const result = operator === "+" || operator === "-" ? calculateTime(operator === "+" ? 1 : -1, x, y) : undefined
  if (result === undefined) {
    const message = `\`${operator}\` does not take ${withArticle(kindOf(x))} and ${withArticle(kindOf(y))}.`
    return fail(evaluation, node, "BAD_OPERANDS", message)
  }
  if (result instanceof Moment && Math.abs(result.epochMs) === LAST_MOMENT) {
    return fail(evaluation, node, "OUT_OF_RANGE", "The result lies outside of time.")
  }
  return result
}

function calculateTime(sign: 1 | -1, x: Value, y: Value): Value | undefined {
  if (x instanceof Moment && y instanceof Span) return x.plus(y, sign)
  if (x instanceof Span && y instanceof Span) return x.plus(y, sign)
  if (x instanceof Span && y instanceof Moment && sign === 1) return y.plus(x, 1)
  return x instanceof Moment && y instanceof Moment && sign === -1 ? new Span(0, x.epochMs - y.epochMs) : undefined
}

function notFinite(evaluation: Evaluation, node: Node, divisor: number): never {
  const isDivision = node.kind === "arithmetic" && (node.operator === "/" || node.operator === "%")
  if (isDivision && divisor === 0) return fail(evaluation, node, "DIVIDE_BY_ZERO", "This divides by zero.")
  return fail(evaluation, node, "OUT_OF_RANGE", "The result is too large for a number.")
}
