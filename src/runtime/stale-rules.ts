import { compileExpression, isExpression } from "../expressions/expression.ts"
import type { Finding } from "../messages/findings.ts"
import type { Known } from "../model/check-names.ts"
import { checkRepertoire } from "../model/check-repertoire.ts"
import type { Process } from "../model/net.ts"
import { EMPTY_REPERTOIRE } from "../model/repertoire.ts"
import { findNode } from "../model/rule-scope.ts"
import { placeOfScope } from "../model/scope-text.ts"
import { vocabularyAt } from "./conditions.ts"
import { namesInSteps } from "./repertoire.ts"
import type { Rulebook } from "./rulebook.ts"

/** What is deployed now, and what stays as it was. */
export interface Renewal {
  /** The processes that get a new version. */
  readonly processes: ReadonlySet<string>
  readonly known: Known
  readonly trees: ReadonlySet<string>
  readonly exlets: ReadonlySet<string>
  readonly handlers: ReadonlySet<string>
}

/** Rules and exlets in force that no longer fit a process in its new version: still there, but failing where they are asked. */
export function staleRules(rulebook: Rulebook, renewal: Renewal): readonly Finding[] {
  if (renewal.processes.size === 0) return []
  return [...staleTrees(rulebook, renewal), ...staleExlets(rulebook, renewal)]
}

function* staleTrees(rulebook: Rulebook, { processes, known, trees, handlers }: Renewal): Iterable<Finding> {
  for (const tree of rulebook.trees()) {
    const { process: name = "", task } = placeOfScope(tree.at)
    const isChecked = trees.has(tree.key) || (tree.bound && handlers.has(tree.bound.handler))
    const process = processes.has(name) && !isChecked ? known.process(name) : undefined
    if (process === undefined) continue
    if (task !== undefined && findNode(process, task) === undefined) {
      yield stale(
        tree.key,
        `The new version of '${name}' has no '${task}', so the tree on '${tree.on}' there is never asked.`,
      )
      continue
    }
    const newest = (other: string): Process | undefined => known.process(other)
    const vocabulary = vocabularyAt(rulebook.siteOf(tree), { book: rulebook, newest })
    for (const node of tree.nodes.values()) {
      if (node.id === 0 || node.until !== undefined) continue
      const result = compileExpression(node.if, vocabulary, "boolean")
      if (isExpression(result)) continue
      const why = result.map(({ message }) => message).join(" ")
      yield stale(
        `${tree.key} ${node.id}`,
        `Rule ${node.id} of the tree on '${tree.on}' at '${tree.at}' (\`${node.if}\`) does not fit the new version of '${name}': ${why}`,
      )
    }
  }
}

function* staleExlets(rulebook: Rulebook, { processes, known, exlets }: Renewal): Iterable<Finding> {
  for (const { name } of rulebook.exlets()) {
    const definition = exlets.has(name) ? undefined : rulebook.definition(name)
    if (definition === undefined || !namesInSteps(definition.steps).some((each) => processes.has(each))) continue
    const found: Finding[] = []
    checkRepertoire({ ...EMPTY_REPERTOIRE, exlets: [definition] }, known, (finding) => found.push(finding))
    for (const { severity, message } of found)
      if (severity === "error") yield stale(name, `The exlet '${name}' does not fit what is deployed now: ${message}`)
  }
}

function stale(path: string, message: string): Finding {
  return {
    code: "RULE_STALE",
    severity: "warning",
    place: { path },
    message,
    remedy:
      "Change or remove it; a condition that cannot be evaluated counts as false, and each time that is recorded.",
  }
}
