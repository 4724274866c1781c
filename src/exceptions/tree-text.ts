import type { Json, JsonObject } from "../messages/json.ts"
import type { RuleDefinition } from "../model/repertoire.ts"
import { conclusionText } from "./step-text.ts"
import { type Branch, linkAt, type Tree, type TreeNode } from "./tree.ts"
import type { StoredRule, TreeChange } from "./tree-change.ts"

/** A rule as people write it; the entries of one list are each other's else. */
export interface RuleText {
  readonly if: string
  readonly then?: Json
  readonly solves?: boolean
  readonly title?: string
  /** Of a bound handler: the values of its parameters there. */
  readonly with?: JsonObject
  readonly except?: readonly RuleText[]
}

/** A tree, now or in an earlier version, as people write it behind `tree:`. Rules may be nested deeper than a stack is. */
export function treeText(tree: Tree, asOf: number = tree.version): readonly RuleText[] {
  const follow = (node: TreeNode, branch: Branch) => linkAt(node, branch, asOf)
  const rules: RuleText[] = []
  const lists = [{ first: follow(tree.root, "except"), rules }]
  for (let list = lists.pop(); list; list = lists.pop()) {
    for (let node = list.first; node; node = follow(node, "else")) {
      const first = follow(node, "except")
      const except: RuleText[] = []
      list.rules.push(ruleText(node, first && except))
      if (first) lists.push({ first, rules: except })
    }
  }
  return rules
}

/** The numbers of the same rules, in the order they are written: each before its exceptions, those before what follows it. */
export function treeNumbers(tree: Tree, asOf: number = tree.version): readonly number[] {
  const numbers: number[] = []
  const waiting = [linkAt(tree.root, "except", asOf)]
  while (waiting.length > 0) {
    const node = waiting.pop()
    if (node === undefined) continue
    numbers.push(node.id)
    waiting.push(linkAt(node, "else", asOf), linkAt(node, "except", asOf))
  }
  return numbers
}

/** The change that makes a tree what a definition says. Its rules are numbered anew, in the order they are written. */
export function replacement(
  tree: Tree,
  definition: readonly RuleDefinition[],
): Extract<TreeChange, { readonly kind: "replaced" }> {
  const nodes: Draft[] = []
  const root: Draft = { id: 0, if: "true" }
  const lists: { rules: readonly RuleDefinition[]; index: number; before: Draft; branch: Branch }[] = [
    { rules: definition, index: 0, before: root, branch: "except" },
  ]
  for (let list = lists.pop(); list; list = lists.pop()) {
    const { rules, index, before, branch } = list
    const rule = rules[index]
    if (rule === undefined) continue
    const node: Draft = {
      id: tree.nextId + nodes.length,
      if: rule.if.source,
      ...(rule.then && { conclusion: rule.then }),
      ...(rule.title !== undefined && { title: rule.title }),
    }
    before[branch] = node.id
    nodes.push(node)
    lists.push({ rules, index: index + 1, before: node, branch: "else" })
    lists.push({ rules: rule.except, index: 0, before: node, branch: "except" })
  }
  return { kind: "replaced", ...(root.except !== undefined && { first: root.except }), nodes }
}

type Draft = StoredRule & { [Key in Branch]?: number }

function ruleText(
  { if: condition, conclusion, title, with: given }: TreeNode,
  except: readonly RuleText[] | undefined,
): RuleText {
  return {
    ...(title !== undefined && { title }),
    if: condition,
    ...(conclusion && { then: conclusionText(conclusion) }),
    ...(conclusion && "solves" in conclusion && { solves: conclusion.solves }),
    ...(given && { with: given }),
    ...(except && { except }),
  }
}
