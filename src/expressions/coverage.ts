import type { Expression } from "./expression.ts"
import { isFinding, parse } from "./parse.ts"
import type { Node } from "./syntax.ts"

/**
 * Is it plain to see that one of these conditions always holds? Some is true, or two are each other's opposite, or
 * comparisons of the same two things leave no case open. False means only that it is not plain to see.
 */
export function coverEverything(conditions: readonly Expression[]): boolean {
  const seen = new Set<string>()
  const relations = new Map<string, number>()
  for (const { source } of conditions) {
    const node = parse(source)
    if (isFinding(node)) continue
    for (const claim of [{ node, holds: true }, ...alternativesOf(node, true)]) {
      const text = claimText(claim)
      const opposite = claimText({ ...claim, holds: !claim.holds })
      if (text === "true" || seen.has(opposite)) return true
      seen.add(text)
      const relation = relationOf(claim)
      if (relation === undefined) continue
      const known = (relations.get(relation.between) ?? 0) | relation.cases
      if (known === EVERY_CASE) return true
      relations.set(relation.between, known)
    }
  }
  return false
}

/** That a condition holds, or that it does not. */
interface Claim {
  readonly node: Node
  readonly holds: boolean
}

const [LESS, EQUAL, MORE] = [1, 2, 4]
const EVERY_CASE = LESS | EQUAL | MORE
const CASES = { "<": LESS, "<=": LESS | EQUAL, "==": EQUAL, "!=": LESS | MORE, ">=": EQUAL | MORE, ">": MORE }

/** The claims of which one is enough: those of `a || b`, and by De Morgan those of `!(a && b)`. */
function alternativesOf(node: Node, holds: boolean): readonly Claim[] {
  if (node.kind === "not") return alternativesOf(node.of, !holds)
  if (node.kind === (holds ? "or" : "and") && "operands" in node) {
    return node.operands.flatMap((operand) => alternativesOf(operand, holds))
  }
  return [{ node, holds }]
}

/** The same text for the same claim, however it was written. */
function claimText({ node, holds }: Claim): string {
  if (node.kind === "not") return claimText({ node: node.of, holds: !holds })
  if (node.kind === "and" || node.kind === "or") {
    const isAnd = (node.kind === "and") === holds
    const claims = conjoined(node, holds, node.kind)
    return `(${[...new Set(claims.map(claimText))].sort().join(isAnd ? " && " : " || ")})`
  }
  if (node.kind === "literal" && typeof node.value === "boolean") return String(node.value === holds)
  const relation = relationOf({ node, holds })
  if (relation !== undefined) return `(${relation.between} ${relation.cases})`
  return holds ? plainText(node) : `!${plainText(node)}`
}

function conjoined(node: Node, holds: boolean, kind: "and" | "or"): readonly Claim[] {
  if (node.kind !== kind || !("operands" in node)) return [{ node, holds }]
  return node.operands.flatMap((operand) => conjoined(operand, holds, kind))
}

/** Which of less, equal and more a comparison allows, with its two sides in a fixed order. */
export function relationOf({ node, holds }: Claim): { readonly between: string; readonly cases: number } | undefined {
  if (node.kind !== "comparison") return undefined
  const [left, right] = [plainText(node.left), plainText(node.right)]
  const cases = holds ? CASES[node.operator] : EVERY_CASE & ~CASES[node.operator]
  if (left <= right) return { between: `${left} : ${right}`, cases }
  const mirrored = (cases & EQUAL) | (cases & LESS ? MORE : 0) | (cases & MORE ? LESS : 0)
  return { between: `${right} : ${left}`, cases: mirrored }
}

/** The tree as text, with all that does not matter left out. */
export function plainText(node: Node): string {
  const isClaim = node.kind === "not" || node.kind === "and" || node.kind === "or" || node.kind === "comparison"
  if (isClaim) return claimText({ node, holds: true })
  return JSON.stringify(node, (key, value: unknown) => (key === "start" || key === "end" ? undefined : value))
}
