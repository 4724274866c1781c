import type { Node } from "./syntax.ts"

/** The same text for the same part of an expression, however it was spaced. */
export function termText(node: Node): string {
  switch (node.kind) {
    case "name":
      return node.name
    case "field":
      return `${termText(node.of)}.${node.field}`
    case "index":
      if (node.at.kind === "literal" && typeof node.at.value === "string")
        return `${termText(node.of)}.${node.at.value}`
      return `${termText(node.of)}[${termText(node.at)}]`
    case "literal":
      return JSON.stringify(node.value)
    default:
      return JSON.stringify(node, (key, value: unknown) => (key === "start" || key === "end" ? undefined : value))
  }
}
