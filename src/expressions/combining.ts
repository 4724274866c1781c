import { NEGATED } from "./negated.ts"
import { isFinding, parse } from "./parse.ts"
import type { Node } from "./syntax.ts"

/** A condition, and whether it is to hold or not to hold. */
export interface Wanted {
  readonly if: string
  readonly holds: boolean
}

/**
 * One condition that holds where all of these come out as wanted, as somebody would write it: `true` is left out, nothing is said twice,
 * and `!(a < b)` is `a >= b`. Where one of them cannot be evaluated, neither can the whole.
 */
export function combined(wanted: readonly Wanted[]): string {
  const parts = new Map<string, Part>()
  for (const each of wanted) {
    const part = each.holds ? asWritten(each.if) : opposite(each.if)
    if (part.text !== "true") parts.set(part.text, part)
  }
  const [only, ...more] = parts.values()
  if (only === undefined) return "true"
  return more.length === 0
    ? only.text
    : [only, ...more].map(({ text, isLoose }) => (isLoose ? `(${text})` : text)).join(" && ")
}

interface Part {
  readonly text: string
  /** Whether it falls apart beside `&&`. */
  readonly isLoose: boolean
}

function asWritten(source: string): Part {
  const node = parse(source)
  if (isFinding(node)) return { text: source.trim(), isLoose: true }
  return node.kind === "not" ? opposite(textOf(source, node.of)) : partOf(source, node)
}

const partOf = (source: string, node: Node): Part => ({
  text: textOf(source, node),
  isLoose: node.kind === "or" || node.kind === "choice",
})

function opposite(source: string): Part {
  const node = parse(source)
  if (isFinding(node)) return { text: `!(${source.trim()})`, isLoose: false }
  switch (node.kind) {
    case "not":
      return partOf(source, node.of)
    case "literal":
      return {
        text: node.value === true ? "false" : node.value === false ? "true" : `!${textOf(source, node)}`,
        isLoose: false,
      }
    case "comparison": {
      const between = source.slice(node.left.end, node.right.start)
      // What stands in a comment is no operator.
      if (between.includes("//")) break
      const flipped = between.replace(node.operator, NEGATED[node.operator])
      return {
        text: source.slice(node.start, node.left.end) + flipped + source.slice(node.right.start, node.end),
        isLoose: false,
      }
    }
    case "name":
    case "field":
    case "index":
    case "call":
      return { text: `!${textOf(source, node)}`, isLoose: false }
  }
  return { text: `!(${textOf(source, node)})`, isLoose: false }
}

const textOf = (source: string, { start, end }: Node): string => source.slice(start, end)
