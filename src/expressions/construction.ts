import { type Compiler, constantPart, costOf, type Part, require } from "./compiler.ts"
import { fail } from "./evaluation.ts"
import type { NodeOf } from "./syntax.ts"
import { kindOf, type Value } from "./value.ts"
import { joinTypes, type ValueType, withArticle } from "./value-type.ts"

export function compileLiteral(node: NodeOf<"literal">): Part {
  const { value } = node
  if (value === null) return constantPart(node, "null", null)
  const type = typeof value === "string" ? "string" : typeof value === "number" ? "number" : "boolean"
  return constantPart(node, type, value)
}

export function compileList(compiler: Compiler, node: NodeOf<"list">): Part {
  const parts = node.elements.map(compiler.compile)
  const runs = parts.map((part) => part.run)
  const type = { list: joinAll(parts.map((part) => part.type)) }
  const cost = costOf(parts)
  // Lists of constants are common (`status in ["open", "late"]`), and may be made once.
  const constants = parts.flatMap((part) => (part.constant === undefined ? [] : [part.constant]))
  if (constants.length === parts.length) return { ...constantPart(node, type, constants), cost }
  return { node, type, cost, run: (evaluation) => runs.map((run) => run(evaluation)) }
}

export function compileMap(compiler: Compiler, node: NodeOf<"map">): Part {
  const entries = node.entries.map(([key, value]) => [compiler.compile(key), compiler.compile(value)] as const)
  for (const [key] of entries) require(compiler, key, "string", "The key of a map")
  return {
    node,
    type: mapType(entries),
    cost: costOf(entries.flat()),
    run(evaluation) {
      const made: (readonly [string, Value])[] = []
      for (const [key, value] of entries) {
        const name = key.run(evaluation)
        if (typeof name !== "string") {
          return fail(
            evaluation,
            key.node,
            "BAD_OPERANDS",
            `The key of a map must be a string; this is ${withArticle(kindOf(name))}.`,
          )
        }
        made.push([name, value.run(evaluation)])
      }
      // Unlike assignment this makes a field even of `__proto__`.
      return Object.fromEntries(made)
    },
  }
}

function mapType(entries: readonly (readonly [Part, Part])[]): ValueType {
  const fields: (readonly [string, ValueType])[] = []
  for (const [key, value] of entries) {
    if (typeof key.constant !== "string") return { map: joinAll(entries.map(([, other]) => other.type)) }
    fields.push([key.constant, value.type])
  }
  return { object: Object.fromEntries(fields) }
}

function joinAll(types: readonly ValueType[]): ValueType {
  const [first, ...others] = types
  return first === undefined ? "any" : others.reduce(joinTypes, first)
}
