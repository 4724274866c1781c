export type ComparisonOperator = "<" | "<=" | ">" | ">=" | "==" | "!="
export type ArithmeticOperator = "+" | "-" | "*" | "/" | "%"

/** Offsets into the source; parentheses are balanced, so that the text of a part can be shown. */
export interface Place {
  readonly start: number
  readonly end: number
}

/** An expression as a tree. Chains of `&&` and of `||` are one node with many operands. */
export type Node = Place &
  (
    | { readonly kind: "literal"; readonly value: string | number | boolean | null }
    | { readonly kind: "name"; readonly name: string }
    | { readonly kind: "field"; readonly of: Node; readonly field: string }
    | { readonly kind: "index"; readonly of: Node; readonly at: Node }
    | { readonly kind: "call"; readonly name: string; readonly receiver?: Node; readonly arguments: readonly Node[] }
    | { readonly kind: "list"; readonly elements: readonly Node[] }
    | { readonly kind: "map"; readonly entries: readonly (readonly [Node, Node])[] }
    | { readonly kind: "choice"; readonly condition: Node; readonly whenTrue: Node; readonly whenFalse: Node }
    | { readonly kind: "and" | "or"; readonly operands: readonly Node[] }
    | { readonly kind: "not"; readonly of: Node }
    | { readonly kind: "minus"; readonly of: Node }
    | { readonly kind: "comparison"; readonly operator: ComparisonOperator; readonly left: Node; readonly right: Node }
    | { readonly kind: "in"; readonly left: Node; readonly right: Node }
    | { readonly kind: "arithmetic"; readonly operator: ArithmeticOperator; readonly left: Node; readonly right: Node }
  )

export type NodeOf<Kind extends Node["kind"]> = Extract<Node, { readonly kind: Kind }>

/** The parts a part is made of, in the order they are written. */
export function partsOf(node: Node): readonly Node[] {
  switch (node.kind) {
    case "literal":
    case "name":
      return []
    case "field":
    case "not":
    case "minus":
      return [node.of]
    case "index":
      return [node.of, node.at]
    case "call":
      return node.receiver === undefined ? node.arguments : [node.receiver, ...node.arguments]
    case "list":
      return node.elements
    case "map":
      return node.entries.flat()
    case "choice":
      return [node.condition, node.whenTrue, node.whenFalse]
    case "and":
    case "or":
      return node.operands
    case "comparison":
    case "in":
    case "arithmetic":
      return [node.left, node.right]
  }
}
