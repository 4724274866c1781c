import type { TreeChange } from "../../../exceptions/tree-change.ts"
import type { JsonObject } from "../../../messages/json.ts"

/** A change of a tree as it came over the wire, in a line. */
export function changeWords(told: JsonObject): string {
  const change = told as unknown as TreeChange
  switch (change.kind) {
    case "replaced": {
      const count = change.nodes.length
      return count === 0
        ? "The tree was emptied"
        : `The whole tree was deployed, ${count} ${count === 1 ? "rule" : "rules"}`
    }
    case "added":
      return `Rule ${change.node.id} was learnt${where(change)}: if ${change.node.if}`
    case "removed":
      return `Rule ${change.node} was removed`
    case "undone":
      return `Version ${change.version} was taken back`
  }
}

function where({ under, branch }: Extract<TreeChange, { readonly kind: "added" }>): string {
  if (under === 0) return ""
  return branch === "except" ? ` as an exception to rule ${under}` : ` for where rule ${under} does not hold`
}
