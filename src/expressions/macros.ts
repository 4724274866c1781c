import { type Compiler, costOf, type Part, require } from "./compiler.ts"
import { attempt, charge, type Evaluation, FAILED, type Failure, fail } from "./evaluation.ts"
import { asBoolean } from "./logic.ts"
import type { NodeOf } from "./syntax.ts"
import { isList, isMap, kindOf, type Value } from "./value.ts"
import { type ValueType, withArticle } from "./value-type.ts"

/** Names of macros, and how many arguments they take. */
export const MACROS: ReadonlyMap<string, readonly number[]> = new Map([
  ["all", [2]],
  ["exists", [2]],
  ["exists_one", [2]],
  ["filter", [2]],
  ["map", [2, 3]],
])

/** `list.exists(x, x > 1)` and its kin; a map is gone through by its keys. */
export function compileMacro(
  compiler: Compiler,
  node: NodeOf<"call">,
  receiver: NodeOf<"call">["arguments"][number],
): Part {
  const [variable, ...bodies] = node.arguments
  if (variable?.kind !== "name") {
    const message = `The first argument of \`${node.name}\` is the name for one element.`
    return compiler.report(variable ?? node, "EXPRESSION_SYNTAX", message, `Write \`${node.name}(x, …)\`.`)
  }
  const range = compiler.compileRaw(receiver)
  const type = elementType(compiler, node, range)
  const slot = compiler.nextSlot
  const parts = bodies.map((body) => compiler.compileWith(variable.name, type, body))
  const [first = range, second] = parts
  const isTest = node.name !== "map" || second !== undefined
  if (isTest) require(compiler, first, "boolean", `\`${node.name}\``)
  const loop: Loop = { node, range, slot, test: isTest ? first : undefined, result: isTest ? second : first }
  const base = { node, cost: costOf([range]) }
  switch (node.name) {
    case "all":
      return { ...base, type: "boolean", run: (evaluation) => quantify(evaluation, loop, false) }
    case "exists":
      return { ...base, type: "boolean", run: (evaluation) => quantify(evaluation, loop, true) }
    case "exists_one":
      return { ...base, type: "boolean", run: (evaluation) => collect(evaluation, loop).length === 1 }
    default:
      return { ...base, type: { list: loop.result?.type ?? type }, run: (evaluation) => collect(evaluation, loop) }
  }
}

interface Loop {
  readonly node: NodeOf<"call">
  readonly range: Part
  readonly slot: number
  readonly test: Part | undefined
  readonly result: Part | undefined
}

function elementType(compiler: Compiler, node: NodeOf<"call">, range: Part): ValueType {
  const { type } = range
  if (type === "any") return type
  if (typeof type !== "string") return "list" in type ? type.list : "string"
  const message = `\`${node.name}\` goes through a list or a map, but \`${compiler.text(range.node)}\` is a ${type}.`
  return compiler.report(range.node, "TYPE_MISMATCH", message, "Use it on a list.").type
}

function elements(evaluation: Evaluation, { node, range }: Loop): readonly Value[] {
  const value = range.run(evaluation)
  if (isList(value)) return value
  if (isMap(value)) return Object.keys(value)
  return fail(
    evaluation,
    range.node,
    "BAD_OPERANDS",
    `${node.name} needs a list or a map; this is ${withArticle(kindOf(value))}.`,
  )
}

/** As for `&&` and `||`, one element that decides makes failures of others irrelevant. */
function quantify(evaluation: Evaluation, loop: Loop, decisive: boolean): boolean {
  const { node, slot, test } = loop
  let failure: Failure | undefined
  const run = (inner: Evaluation) => (test === undefined ? null : asBoolean(inner, test, test.run(inner)))
  for (const element of elements(evaluation, loop)) {
    charge(evaluation, node, 1 + (test?.cost ?? 0))
    evaluation.slots[slot] = element
    const value = attempt(evaluation, run)
    if (value === decisive) return decisive
    if (value === undefined) failure ??= evaluation.failure
  }
  if (failure === undefined) return !decisive
  evaluation.failure = failure
  throw FAILED
}

function collect(evaluation: Evaluation, loop: Loop): readonly Value[] {
  const { node, slot, test, result } = loop
  const collected: Value[] = []
  for (const element of elements(evaluation, loop)) {
    charge(evaluation, node, 1 + (test?.cost ?? 0))
    evaluation.slots[slot] = element
    if (test !== undefined && !asBoolean(evaluation, test, test.run(evaluation))) continue
    charge(evaluation, node, result?.cost ?? 0)
    collected.push(result === undefined ? element : result.run(evaluation))
  }
  return collected
}
