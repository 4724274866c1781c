import { combined, type Wanted } from "../expressions/combining.ts"
import type { Context } from "../messages/context.ts"
import type { AgentId } from "../messages/ids.ts"
import type { Json, JsonObject } from "../messages/json.ts"
import { conclusionText } from "./step-text.ts"
import { conclusionWords } from "./step-words.ts"
import { linkAt, type Tree, type TreeNode } from "./tree.ts"

/** One rule of a tree, with all there is to say about it. */
export interface NodeView {
  readonly node: number
  /** The rule it hangs under; absent: it is the first. */
  readonly parent?: number
  /** The answer of the rule above that leads here. */
  readonly branch: "true" | "false"
  readonly if: string
  /** What it says, in words; absent: it takes the answer away. */
  readonly says?: string
  /** As in a file. */
  readonly then?: Json
  readonly solves?: boolean
  readonly title?: string
  /** Of a bound handler: the values of its parameters there. */
  readonly with?: JsonObject
  /** When this very rule answers, as one condition; absent where more rules have a say in it than anybody reads. */
  readonly effective?: string
  readonly cornerstone?: Cornerstone
  /** The version of the tree that brought it. */
  readonly since: number
  readonly at: number
  readonly by: AgentId
  readonly reason?: string
}

/** A tree, its rules one by one. */
export interface TreeNodes {
  readonly key: string
  readonly on: string
  readonly at: string
  readonly version: number
  readonly nodes: readonly NodeView[]
}

/** Where a rule was learnt. */
export interface Cornerstone {
  readonly family: string
  readonly case: string
  readonly item?: string
  /** When it was as the rule saw it. */
  readonly at: number
}

/** Every rule of a tree, now or in an earlier version, in the order they are written: each before its exceptions, those before what follows it. */
export function treeNodes(tree: Tree, asOf: number = tree.version): readonly NodeView[] {
  const views: NodeView[] = []
  const waiting: Hanging[] = [{ node: linkAt(tree.root, "except", asOf), branch: "true", way: [] }]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { node, way } = next
    if (node === undefined) continue
    views.push(viewOf(node, next, asOf))
    const behind = (branch: "true" | "false"): Hanging => ({
      node: linkAt(node, branch === "true" ? "except" : "else", asOf),
      parent: node.id,
      branch,
      way: way && longer(way, { if: node.if, holds: branch === "true" }),
    })
    waiting.push(behind("false"), behind("true"))
  }
  return views
}

interface Hanging extends Pick<NodeView, "parent" | "branch"> {
  readonly node: TreeNode | undefined
  /** How the rules on the way have come out; undefined: they are too many. */
  readonly way: readonly Wanted[] | undefined
}

/** More conditions than these nobody reads as one. */
const mostConditions = 50

function longer(way: readonly Wanted[], next: Wanted): readonly Wanted[] | undefined {
  return way.length < mostConditions ? [...way, next] : undefined
}

function viewOf(rule: TreeNode, { parent, branch, way }: Hanging, asOf: number): NodeView {
  const { id, conclusion, title, with: given, since, at, by, reason } = rule
  const effective = way && effectiveAfter(rule, way, asOf)
  const cornerstone = rule.cornerstone && placeOfContext(rule.cornerstone)
  return {
    node: id,
    ...(parent !== undefined && { parent }),
    branch,
    if: rule.if,
    ...(conclusion && { says: conclusionWords(conclusion), then: conclusionText(conclusion) }),
    ...(conclusion && "solves" in conclusion && { solves: conclusion.solves }),
    ...(title !== undefined && { title }),
    ...(given && { with: given }),
    ...(effective !== undefined && { effective }),
    ...(cornerstone && { cornerstone }),
    since,
    at,
    by,
    ...(reason !== undefined && { reason }),
  }
}

/** Those before it came out as they did, it holds, and none of its exceptions does. */
function effectiveAfter(rule: TreeNode, way: readonly Wanted[], asOf: number): string | undefined {
  const all: Wanted[] = [...way, { if: rule.if, holds: true }]
  for (let except = linkAt(rule, "except", asOf); except; except = linkAt(except, "else", asOf)) {
    if (all.length > mostConditions) return undefined
    all.push({ if: except.if, holds: false })
  }
  return combined(all)
}

export function placeOfContext({ names }: Context): Cornerstone | undefined {
  const [of, family, item] = [names.case, names.family, names.item].map(idIn)
  if (of === undefined || family === undefined) return undefined
  return { family, case: of, ...(item !== undefined && { item }), at: Date.parse(String(names.now)) }
}

function idIn(value: Json | undefined): string | undefined {
  const id = typeof value === "object" && value !== null && "id" in value ? value.id : undefined
  return typeof id === "string" ? id : undefined
}
