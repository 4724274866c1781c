import type { Json } from "../messages/json.ts"
import { type Compiler, costOf, type Part } from "./compiler.ts"
import { type Evaluation, fail } from "./evaluation.ts"
import type { FunctionType } from "./expression.ts"
import type { NodeOf } from "./syntax.ts"
import { readTimes } from "./time-reading.ts"
import { hasType, toJson, type Value } from "./value.ts"
import { describeType, fits } from "./value-type.ts"

/** The function of that name in the vocabulary. */
export function hostFunction(compiler: Compiler, name: string): FunctionType | undefined {
  const functions = compiler.vocabulary.functions ?? {}
  return Object.hasOwn(functions, name) ? functions[name] : undefined
}

export function takes(host: FunctionType, parts: readonly Part[]): boolean {
  return (
    host.arguments.length === parts.length &&
    parts.every((part, index) => fits(part.type, host.arguments[index] ?? "any"))
  )
}

/**
 * Calls a function of the vocabulary; no result is a missing value. `round("loop")` shares its name with a built-in
 * function: where the types do not tell which one is meant, the values do.
 */
export function compileHostCall(
  compiler: Compiler,
  node: NodeOf<"call">,
  parts: readonly Part[],
  host: FunctionType,
  builtIn: Part | undefined,
): Part {
  compiler.calls.add(node.name)
  if (!takes(host, parts)) return wrongArguments(compiler, node, parts, host)
  for (const [index, { node: argument, constant }] of parts.entries()) {
    const problem = typeof constant === "string" ? host.checkText?.(constant, index) : undefined
    if (problem) compiler.report(argument, problem.code, problem.message, problem.remedy)
  }
  if (host.source !== undefined) {
    const texts = parts.flatMap(({ constant }) => (typeof constant === "string" ? [constant] : []))
    if (texts.length < parts.length) return notWrittenOut(compiler, node)
    compiler.sources.add(host.source(texts))
  }
  return {
    node,
    type: builtIn === undefined ? host.returns : "any",
    cost: costOf(parts),
    run(evaluation) {
      const values = parts.map((part) => part.run(evaluation))
      const isMeant = values.every((value, index) => hasType(value, host.arguments[index] ?? "any"))
      if (!isMeant && builtIn !== undefined) return builtIn.run(evaluation)
      const result = ask(evaluation, node, values)
      if (result !== undefined && result !== null) return readTimes(evaluation, node, result, host.returns)
      return fail(evaluation, node, "MISSING_VALUE", `\`${compiler.text(node)}\` has no value.`)
    },
  }
}

/** The plain answer of the host, which may be nothing. */
export function callHost(evaluation: Evaluation, node: NodeOf<"call">, parts: readonly Part[]): Json | undefined {
  return ask(
    evaluation,
    node,
    parts.map((part) => part.run(evaluation)),
  )
}

function ask(evaluation: Evaluation, node: NodeOf<"call">, values: readonly Value[]): Json | undefined {
  return evaluation.bindings.call?.(
    node.name,
    values.map((value) => toJson(value)),
  )
}

function notWrittenOut(compiler: Compiler, node: NodeOf<"call">): Part {
  const message = `What \`${node.name}\` asks is fetched before the condition is evaluated, so nothing in it can be worked out.`
  return compiler.report(node, "TYPE_MISMATCH", message, "Write each argument as a text.")
}

function wrongArguments(compiler: Compiler, node: NodeOf<"call">, parts: readonly Part[], host: FunctionType): Part {
  const given = parts.map((part) => describeType(part.type)).join(", ")
  const way = `${node.name}(${host.arguments.map(describeType).join(", ")})`
  return compiler.report(node, "TYPE_MISMATCH", `\`${node.name}\` does not take (${given}).`, `Call it as ${way}.`)
}
