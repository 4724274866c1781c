import { isFinding, parse } from "./parse.ts"
import { type Node, type Place, partsOf } from "./syntax.ts"

/** A call `name("text")`; `text` absent where the argument is something else. The place is the argument's. */
export interface LiteralCall extends Place {
  readonly name: string
  readonly text?: string
  /** Whether the argument is a field, as in `has(buyer.email)`. */
  readonly isField: boolean
}

/** The calls of these functions with one argument, in the order they are written. None where the text is no expression. */
export function literalCalls(source: string, names: readonly string[]): readonly LiteralCall[] {
  const tree = parse(source)
  if (isFinding(tree)) return []
  const calls: LiteralCall[] = []
  const visit = (node: Node): void => {
    if (node.kind === "call" && node.receiver === undefined && names.includes(node.name)) {
      const [argument, ...more] = node.arguments
      if (argument !== undefined && more.length === 0) calls.push(callOf(node.name, argument))
    }
    for (const part of partsOf(node)) visit(part)
  }
  visit(tree)
  return calls
}

function callOf(name: string, argument: Node): LiteralCall {
  const { kind, start, end } = argument
  const isField = kind === "field" || kind === "index"
  const text = argument.kind === "literal" && typeof argument.value === "string" ? argument.value : undefined
  return { name, ...(text !== undefined && { text }), isField, start, end }
}
