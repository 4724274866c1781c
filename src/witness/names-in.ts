import { type Node, partsOf } from "../expressions/syntax.ts"
import { systemNames } from "../model/vocabulary.ts"

/** What a part speaks of: a variable, a field, or a result. */
export function nameOf(node: Node): string | undefined {
  if (node.kind === "name") return systemNames.has(node.name) ? undefined : node.name
  if (node.kind === "field") return node.field
  if (node.kind === "index" && node.at.kind === "literal") return String(node.at.value)
  return node.kind === "call" && node.name === "result" ? "result" : undefined
}

/** Every name an expression speaks of. */
export function namesIn(node: Node): ReadonlySet<string> {
  const names = new Set<string>()
  const visit = (part: Node): void => {
    const name = nameOf(part)
    if (name !== undefined) names.add(name)
    for (const inner of partsOf(part)) visit(inner)
  }
  visit(node)
  return names
}
