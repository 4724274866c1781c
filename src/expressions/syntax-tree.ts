import type { ASTNode } from "@marcbachmann/cel-js"
import type { Parentheses } from "./quoting.ts"
import type { Node, Place } from "./syntax.ts"

/** What the tree of the parser holds that we cannot take: too deep, or a kind of value JSON does not have. */
export class Unsupported extends Error {
  readonly place: Place
  readonly isTooDeep: boolean

  constructor(message: string, place: Place, isTooDeep = false) {
    super(message)
    this.place = place
    this.isTooDeep = isTooDeep
  }
}

/** From the parser's tree to ours. Throws `Unsupported`. */
export function convert(ast: ASTNode, parentheses: Parentheses, depthLeft: number): Node {
  const place = balance(ast, ast.input, parentheses)
  if (depthLeft === 0) throw new Unsupported("is nested too deeply", place, true)
  const inner = (part: ASTNode): Node => convert(part, parentheses, depthLeft - 1)
  switch (ast.op) {
    case "value":
      return { ...place, kind: "literal", value: literalValue(ast.args, place) }
    case "id":
      return { ...place, kind: "name", name: ast.args }
    case ".":
      return { ...place, kind: "field", of: inner(ast.args[0]), field: ast.args[1] }
    case "[]":
      return { ...place, kind: "index", of: inner(ast.args[0]), at: inner(ast.args[1]) }
    case ".?":
    case "[?]":
      throw new Unsupported("asks for an optional field, which only has() can do", place)
    case "call":
      return { ...place, kind: "call", name: ast.args[0], arguments: ast.args[1].map(inner) }
    case "rcall":
      return {
        ...place,
        kind: "call",
        name: ast.args[0],
        receiver: inner(ast.args[1]),
        arguments: ast.args[2].map(inner),
      }
    case "list":
      return { ...place, kind: "list", elements: ast.args.map(inner) }
    case "map":
      return { ...place, kind: "map", entries: ast.args.map(([key, value]) => [inner(key), inner(value)] as const) }
    case "?:":
      return {
        ...place,
        kind: "choice",
        condition: inner(ast.args[0]),
        whenTrue: inner(ast.args[1]),
        whenFalse: inner(ast.args[2]),
      }
    case "&&":
    case "||":
      return { ...place, kind: ast.op === "&&" ? "and" : "or", operands: chain(ast, ast.op).map(inner) }
    case "!_":
      return { ...place, kind: "not", of: inner(ast.args) }
    case "-_":
      return minus(inner(ast.args), place)
    case "in":
      return { ...place, kind: "in", left: inner(ast.args[0]), right: inner(ast.args[1]) }
    case "+":
    case "-":
    case "*":
    case "/":
    case "%":
      return { ...place, kind: "arithmetic", operator: ast.op, left: inner(ast.args[0]), right: inner(ast.args[1]) }
    default:
      return { ...place, kind: "comparison", operator: ast.op, left: inner(ast.args[0]), right: inner(ast.args[1]) }
  }
}

function minus(of: Node, place: Place): Node {
  if (of.kind === "literal" && typeof of.value === "number") return { ...place, kind: "literal", value: 0 - of.value }
  return { ...place, kind: "minus", of }
}

/** The operands of `a && b && c`, which the parser nests to the left, as deeply as the chain is long. */
function chain(ast: ASTNode, operator: "&&" | "||"): readonly ASTNode[] {
  const operands: ASTNode[] = []
  let left = ast
  while (left.op === operator) {
    operands.push(left.args[1])
    left = left.args[0]
  }
  return operands.concat(left).reverse()
}

/** The parser begins `(a + b) * c` at the `a`; this goes back to the parenthesis. */
function balance(place: Place, source: string, { partners }: Parentheses): Place {
  let { start, end } = place
  for (let at = place.start; at < place.end; at++) {
    const code = source.charCodeAt(at)
    const partner = code === 40 || code === 41 ? partners.get(at) : undefined
    if (partner === undefined) continue
    start = Math.min(start, partner)
    end = Math.max(end, partner + 1)
  }
  return { start, end }
}

function literalValue(value: unknown, place: Place): string | number | boolean | null {
  if (value === null || typeof value === "string" || typeof value === "boolean") return value
  const number = typeof value === "number" || typeof value === "bigint" ? Number(value) : Number.NaN
  if (Number.isFinite(number)) return number
  throw new Unsupported("is no string, number, boolean or null that JSON knows", place)
}
