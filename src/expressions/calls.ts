import { COLLECTION_FUNCTIONS } from "./collection-functions.ts"
import { type Compiler, constantPart, costOf, type Part } from "./compiler.ts"
import { CONVERSION_FUNCTIONS } from "./conversion-functions.ts"
import { evaluateWith, fail } from "./evaluation.ts"
import { CallSite, type FunctionTable, type Overload } from "./function-table.ts"
import { compileHas } from "./has.ts"
import { compileHostCall, hostFunction, takes } from "./host-calls.ts"
import { compileMacro, MACROS } from "./macros.ts"
import { didYouMean } from "./nearest.ts"
import { NUMBER_FUNCTIONS } from "./number-functions.ts"
import { compileMatches } from "./pattern.ts"
import type { NodeOf } from "./syntax.ts"
import { TEXT_FUNCTIONS } from "./text-functions.ts"
import { TIME_FUNCTIONS } from "./time-functions.ts"
import { hasType, kindOf, type Value } from "./value.ts"
import { describeType, fits, type ValueType } from "./value-type.ts"

/** Macros first, then the functions of the vocabulary, then the built-in ones. */
export function compileCall(compiler: Compiler, node: NodeOf<"call">): Part {
  const { name, receiver } = node
  if (receiver !== undefined && MACROS.get(name)?.includes(node.arguments.length)) {
    return compileMacro(compiler, node, receiver)
  }
  const has = name === "has" && receiver === undefined ? compileHas(compiler, node) : undefined
  if (has !== undefined) return has
  const nodes = receiver === undefined ? node.arguments : [receiver, ...node.arguments]
  const parts = nodes.map(compiler.compile)
  const overloads = Object.hasOwn(FUNCTIONS, name) ? FUNCTIONS[name] : undefined
  const host = receiver === undefined ? hostFunction(compiler, name) : undefined
  if (host !== undefined && (overloads === undefined || takes(host, parts))) {
    const builtIn = overloads?.some((overload) => accepts(overload, parts))
      ? compileBuiltIn(compiler, node, parts, overloads)
      : undefined
    return compileHostCall(compiler, node, parts, host, builtIn)
  }
  const [text, pattern] = parts
  if (name === "matches" && text !== undefined && pattern !== undefined && parts.length === 2) {
    return compileMatches(compiler, node, text, pattern)
  }
  return overloads === undefined ? unknown(compiler, node) : compileBuiltIn(compiler, node, parts, overloads)
}

/** All that are built in, but for macros, `has` and `matches`. */
export const FUNCTIONS: FunctionTable = {
  ...COLLECTION_FUNCTIONS,
  ...CONVERSION_FUNCTIONS,
  ...NUMBER_FUNCTIONS,
  ...TEXT_FUNCTIONS,
  ...TIME_FUNCTIONS,
}

/** Conversions of literals are done, and found wrong, when the expression is stored. */
const CONVERSIONS: ReadonlySet<string> = new Set(Object.keys(CONVERSION_FUNCTIONS).filter((name) => name !== "dyn"))

function compileBuiltIn(
  compiler: Compiler,
  node: NodeOf<"call">,
  parts: readonly Part[],
  all: readonly Overload[],
): Part {
  const overloads = all.filter((overload) => accepts(overload, parts))
  const [first] = overloads
  if (first === undefined) return wrongArguments(compiler, node, parts, all)
  const types = parts.map((part) => part.type)
  const [type = "any", ...others] = overloads.map((overload) => overload.returns(types))
  const runs = parts.map((part) => part.run)
  const call: Part = {
    node,
    type: others.every((other) => other === type) ? type : "any",
    cost: costOf(parts),
    run(evaluation) {
      const values = runs.map((run) => run(evaluation))
      for (const overload of overloads) {
        if (takesValues(overload, values)) return overload.run(values, new CallSite(evaluation, node))
      }
      const message = `${node.name} does not take (${values.map(kindOf).join(", ")}).`
      return fail(evaluation, node, "BAD_OPERANDS", message)
    },
  }
  return CONVERSIONS.has(node.name) && parts[0]?.constant !== undefined ? converted(compiler, call) : call
}

function converted(compiler: Compiler, call: Part): Part {
  return evaluateWith<Part>(
    { value: () => undefined },
    Number.MAX_SAFE_INTEGER,
    (evaluation) => constantPart(call.node, call.type, call.run(evaluation)),
    ({ failure }) => compiler.report(call.node, "TYPE_MISMATCH", failure.message, "Correct the literal."),
  )
}

function parameter({ arguments: types, isRepeated }: Overload, index: number): ValueType | undefined {
  return types[isRepeated ? Math.min(index, types.length - 1) : index]
}

function accepts(overload: Overload, parts: readonly Part[]): boolean {
  if (!overload.isRepeated && overload.arguments.length !== parts.length) return false
  return (
    parts.length > 0 &&
    parts.every((part, index) => part.type !== "null" && fits(part.type, parameter(overload, index) ?? "any"))
  )
}

function takesValues(overload: Overload, values: readonly Value[]): boolean {
  return values.every((value, index) => hasType(value, parameter(overload, index) ?? "any"))
}

function wrongArguments(
  compiler: Compiler,
  node: NodeOf<"call">,
  parts: readonly Part[],
  all: readonly Overload[],
): Part {
  const given = parts.map((part) => describeType(part.type)).join(", ")
  const ways = all.map(
    (way) => `${node.name}(${way.arguments.map(describeType).join(", ")}${way.isRepeated ? ", …" : ""})`,
  )
  const message = `\`${node.name}\` does not take (${given}).`
  return compiler.report(node, "TYPE_MISMATCH", message, `It can be called as ${ways.join(" or ")}.`)
}

function unknown(compiler: Compiler, node: NodeOf<"call">): Part {
  const known = [...Object.keys(FUNCTIONS), ...MACROS.keys(), "matches", "has"]
  const candidates = [...Object.keys(compiler.vocabulary.functions ?? {}), ...known]
  const counts = node.receiver === undefined ? undefined : MACROS.get(node.name)
  if (counts !== undefined) {
    const message = `\`${node.name}\` takes ${counts.join(" or ")} arguments, not ${node.arguments.length}.`
    return compiler.report(node, "TYPE_MISMATCH", message, `Write \`list.${node.name}(x, …)\`.`)
  }
  const remedy = didYouMean(node.name, candidates, "Use one of the functions of the manual.")
  return compiler.report(node, "UNKNOWN_FUNCTION", `There is no function \`${node.name}\` here.`, remedy)
}
