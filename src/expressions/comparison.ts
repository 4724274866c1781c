import { type Compiler, costOf, type Part } from "./compiler.ts"
import { charge, chargeText, type Evaluation, fail } from "./evaluation.ts"
import { areSame, compareValues } from "./sameness.ts"
import type { ComparisonOperator, Node, NodeOf } from "./syntax.ts"
import { beside } from "./time-reading.ts"
import { isList, isMap, kindOf, type Value } from "./value.ts"
import { areComparable, describeType, type ValueType, withArticle } from "./value-type.ts"
import { isHeldBeyond } from "./wider-lists.ts"

export function compileComparison(compiler: Compiler, node: NodeOf<"comparison">): Part {
  const [first, second] = [compiler.compile(node.left), compiler.compile(node.right)]
  const [left, right] = [beside(compiler, first, second), beside(compiler, second, first)]
  const { operator } = node
  const isOrder = operator !== "==" && operator !== "!="
  if (!areComparable(left.type, right.type) || (isOrder && !(hasOrder(left.type) && hasOrder(right.type)))) {
    mismatch(compiler, node, left, right)
  }
  const base = { node, type: "boolean", cost: costOf([left, right]) } as const
  const [a, b] = [left.run, right.run]
  if (operator === "==") return { ...base, run: (evaluation) => same(evaluation, node, a(evaluation), b(evaluation)) }
  if (operator === "!=") return { ...base, run: (evaluation) => !same(evaluation, node, a(evaluation), b(evaluation)) }
  const isMet = ORDERS[operator]
  return {
    ...base,
    run(evaluation) {
      const x = a(evaluation)
      const y = b(evaluation)
      return isMet(typeof x === "number" && typeof y === "number" ? x - y : order(evaluation, node, x, y))
    },
  }
}

export function compileIn(compiler: Compiler, node: NodeOf<"in">): Part {
  const right = compiler.compile(node.right)
  const element = elementType(right.type)
  const left = beside(compiler, compiler.compile(node.left), { ...right, type: element ?? "any" })
  if (element === undefined || !areComparable(left.type, element)) {
    const message = `\`in\` does not find ${describeType(left.type)} in ${describeType(right.type)}: \`${compiler.text(node)}\`.`
    const isText = right.type === "string"
    const remedy = isText
      ? "For a part of a text, use `text.contains(part)`."
      : "It looks for an element of a list, or a key of a map."
    compiler.report(node, "TYPE_MISMATCH", message, remedy)
  }
  return {
    node,
    type: "boolean",
    cost: costOf([left, right]),
    run(evaluation) {
      const value = left.run(evaluation)
      const all = right.run(evaluation)
      if (isList(all)) return holds(evaluation, node, all, value)
      if (isMap(all)) return typeof value === "string" && Object.hasOwn(all, value)
      return fail(
        evaluation,
        node,
        "BAD_OPERANDS",
        `\`in\` needs a list or a map; this is ${withArticle(kindOf(all))}.`,
      )
    },
  }
}

/** Deep equality that counts what it costs. */
export function same(evaluation: Evaluation, node: Node, left: Value, right: Value): boolean {
  if (typeof left !== "object" && typeof right !== "object") return left === right
  return areSame(left, right, () => charge(evaluation, node, 1))
}

export function holds(evaluation: Evaluation, node: Node, list: readonly Value[], value: Value): boolean {
  for (const element of list) {
    charge(evaluation, node, 1)
    if (same(evaluation, node, value, element)) return true
  }
  return isHeldBeyond(list, value)
}

/** Negative, zero or positive; fails where the two have no order. */
export function order(evaluation: Evaluation, node: Node, left: Value, right: Value): number {
  if (typeof left === "string" && typeof right === "string") {
    chargeText(evaluation, node, Math.min(left.length, right.length))
  }
  const result = compareValues(left, right)
  if (result !== undefined) return result
  return fail(
    evaluation,
    node,
    "BAD_OPERANDS",
    `There is no order between ${withArticle(kindOf(left))} and ${withArticle(kindOf(right))}.`,
  )
}

const ORDERS: Readonly<Record<Exclude<ComparisonOperator, "==" | "!=">, (difference: number) => boolean>> = {
  "<": (difference) => difference < 0,
  "<=": (difference) => difference <= 0,
  ">": (difference) => difference > 0,
  ">=": (difference) => difference >= 0,
}

function hasOrder(type: ValueType): boolean {
  return typeof type === "string" && type !== "boolean" && type !== "null"
}

function elementType(type: ValueType): ValueType | undefined {
  if (type === "any") return "any"
  if (typeof type === "string") return undefined
  return "list" in type ? type.list : "string"
}

function mismatch(compiler: Compiler, node: NodeOf<"comparison">, left: Part, right: Part): void {
  const [a, b] = [describeType(left.type), describeType(right.type)]
  const message = `\`${node.operator}\` cannot compare ${a} with ${b}: \`${compiler.text(node)}\`.`
  compiler.report(node, "TYPE_MISMATCH", message, "Compare values of the same type, or convert one of them.")
}
