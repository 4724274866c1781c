import type { Finding, Path } from "../../messages/findings.ts"
import { NOTHING } from "../../model/read-exlets.ts"
import type { RuleDefinition, TreeDefinition } from "../../model/repertoire.ts"
import { parseScope } from "../../model/scope-text.ts"
import type { Locate } from "../../model/source.ts"
import { type XmlNode, xmlNode } from "../xml/write-xml.ts"
import { WqmWriting } from "./wqm-writing.ts"

/** Trees that only have else branches as ESP rules, in the order they were written in. `isLost` tells which exlets are not written. */
export function writeEspRules(
  trees: readonly TreeDefinition[],
  isLost: (exlet: string) => boolean,
  findings: Finding[],
): readonly XmlNode[] {
  const documents = new Map<Locate, number>()
  const rules = trees.flatMap((tree) => {
    if (!documents.has(tree.locate)) documents.set(tree.locate, documents.size)
    const document = documents.get(tree.locate) ?? 0
    const nodes = writeTree(tree, isLost, new WqmWriting(`the tree '${tree.on} ${tree.at}'`, tree.locate, findings))
    return nodes.map(({ path, node }) => ({ node, order: [document, ...numbersIn(path)] }))
  })
  return rules.toSorted(({ order: one }, { order: other }) => inOrder(one, other)).map(({ node }) => node)
}

interface WrittenRule {
  readonly path: Path
  readonly node: XmlNode
}

/** All of its rules, or none: one alone would answer where the others should. */
function writeTree(
  tree: TreeDefinition,
  isLost: (exlet: string) => boolean,
  writing: WqmWriting,
): readonly WrittenRule[] {
  const scope = parseScope(tree.at)
  if (scope.kind !== "place" || scope.task !== undefined) {
    writing.lose([...tree.path, "at"], `The scope '${tree.at}'`, "ESP rules are for a whole workflow.")
    return []
  }
  const nodes = tree.nodes.flatMap((rule) => {
    const node = writing.whole(writeRule(rule, tree, isLost, writing), rule.path)
    return node ? [{ path: rule.path, node }] : []
  })
  return nodes.length === tree.nodes.length ? nodes : []
}

function writeRule(
  rule: RuleDefinition,
  { at, on }: TreeDefinition,
  isLost: (exlet: string) => boolean,
  writing: WqmWriting,
): XmlNode | undefined {
  const { if: condition, then, except, title, path } = rule
  if (except.length > 0) return writing.lose([...path, "except"], "'except'", "Write the rules as one list, 'first'.")
  if (then?.kind !== "exlet" && then?.kind !== "nothing")
    return writing.lose([...path, "then"], "A rule that names no exlet", "Give its steps a name under 'exlets'.")
  const exlet = then.kind === "nothing" ? NOTHING : then.name
  if (isLost(exlet)) return writing.lose([...path, "then"], `The exlet '${exlet}'`, "Mend the exlet.")
  const state = condition.source === "true" ? undefined : condition.source
  return xmlNode("rule", { workflow: at, event: on, state, meta_workflow: exlet, title })
}

function numbersIn(path: Path): readonly number[] {
  return path.filter((step) => typeof step === "number")
}

function inOrder(one: readonly number[], other: readonly number[]): number {
  for (const [index, number] of one.entries()) {
    const difference = number - (other[index] ?? -1)
    if (difference !== 0) return difference
  }
  return 0
}
