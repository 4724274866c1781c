import { compileExpression, isExpression } from "../expressions/expression.ts"
import type { Finding } from "../messages/findings.ts"
import type { Process } from "../model/net.ts"
import type { StoredTreeChange } from "../store/port.ts"
import { vocabularyAt } from "./conditions.ts"
import type { Rulebook } from "./rulebook.ts"

/** Rules in force that no longer fit a process in its new version: still there, but failing where they are asked. */
export function staleRules(
  changed: readonly string[],
  compiled: ReadonlyMap<string, Process>,
  rulebook: Rulebook,
  replaced: readonly StoredTreeChange[],
): readonly Finding[] {
  if (changed.length === 0) return []
  const names = new Set(changed)
  const anew = new Set(replaced.map(({ tree }) => tree))
  const findings: Finding[] = []
  for (const tree of rulebook.trees()) {
    const [process = ""] = tree.at.split("/")
    if (!names.has(process) || anew.has(tree.key)) continue
    const vocabulary = vocabularyAt(tree, { book: rulebook, newest: (name) => compiled.get(name) })
    for (const node of tree.nodes.values()) {
      if (node.id === 0 || node.until !== undefined) continue
      const result = compileExpression(node.if, vocabulary, "boolean")
      if (isExpression(result)) continue
      findings.push({
        code: "RULE_STALE",
        severity: "warning",
        place: { path: `rules "${tree.key}" ${node.id}` },
        message: `Rule ${node.id} of the tree on '${tree.on}' at '${tree.at}' (\`${node.if}\`) does not fit the new version of '${process}': ${result.map(({ message }) => message).join(" ")}`,
        remedy:
          "Change or remove the rule; until then it counts as false in new cases, and each time that is recorded.",
      })
    }
  }
  return findings
}
