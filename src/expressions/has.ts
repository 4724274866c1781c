import { freeNameType, typeOfField } from "./access.ts"
import { type Compiler, costOf, type Part } from "./compiler.ts"
import { fail } from "./evaluation.ts"
import type { FunctionType } from "./expression.ts"
import { callHost, compileHostCall, hostFunction } from "./host-calls.ts"
import type { Node, NodeOf } from "./syntax.ts"
import { isMap, kindOf } from "./value.ts"
import { withArticle } from "./value-type.ts"

/**
 * `has(x)`: does a name, a field or the call of a function have a value? Undefined where it is something else that
 * is called `has` with, such as a capability: that may be a function of the vocabulary.
 */
export function compileHas(compiler: Compiler, node: NodeOf<"call">): Part | undefined {
  const [subject, ...others] = node.arguments
  if (subject !== undefined && others.length === 0) {
    if (subject.kind === "name") return hasName(compiler, node, subject)
    if (subject.kind === "field") return hasField(compiler, node, subject.of, subject.field)
    if (subject.kind === "index" && subject.at.kind === "literal" && typeof subject.at.value === "string") {
      return hasField(compiler, node, subject.of, subject.at.value)
    }
    const host =
      subject.kind === "call" && subject.receiver === undefined ? hostFunction(compiler, subject.name) : undefined
    if (subject.kind === "call" && host !== undefined) return hasResult(compiler, node, subject, host)
  }
  if (hostFunction(compiler, "has") !== undefined) return undefined
  const remedy = "Ask for a name or a field: `has(buyer.email)`."
  return compiler.report(node, "TYPE_MISMATCH", "`has` takes one name, field or call.", remedy)
}

function hasName(compiler: Compiler, node: Node, subject: NodeOf<"name">): Part {
  const variable = compiler.variable(subject.name)
  const base = { node, type: "boolean", cost: 1 } as const
  if (variable !== undefined) return { ...base, run: (evaluation) => evaluation.slots[variable.slot] !== null }
  freeNameType(compiler, subject)
  return { ...base, run: (evaluation) => (evaluation.bindings.value(subject.name) ?? null) !== null }
}

function hasField(compiler: Compiler, node: Node, owner: Node, field: string): Part {
  const of = compiler.compileRaw(owner)
  typeOfField(compiler, of, node, field)
  return {
    node,
    type: "boolean",
    cost: costOf([of]),
    run(evaluation) {
      const value = of.run(evaluation)
      if (isMap(value)) return Object.hasOwn(value, field)
      return fail(
        evaluation,
        node,
        "BAD_OPERANDS",
        `There are no fields in ${withArticle(kindOf(value))}, so no \`${field}\`.`,
      )
    },
  }
}

function hasResult(compiler: Compiler, node: Node, call: NodeOf<"call">, host: FunctionType): Part {
  const parts = call.arguments.map(compiler.compile)
  compileHostCall(compiler, call, parts, host, undefined)
  return {
    node,
    type: "boolean",
    cost: costOf(parts),
    run: (evaluation) => (callHost(evaluation, call, parts) ?? null) !== null,
  }
}
