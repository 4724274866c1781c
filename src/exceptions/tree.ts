import { compileExpression, type Expression, isExpression } from "../expressions/expression.ts"
import type { Context } from "../messages/context.ts"
import { type AgentId, engineAgent } from "../messages/ids.ts"
import type { JsonObject } from "../messages/json.ts"
import type { RuleConclusion } from "../messages/steps.ts"

/**
 * The ripple-down tree of rules for one event class at one scope. It belongs to one rulebook and is changed in place, by
 * `applyChange` alone; all its earlier versions can still be walked.
 */
export interface Tree {
  readonly key: string
  readonly on: string
  readonly at: string
  /** How many changes made it. */
  version: number
  /** Always true, concludes nothing; its `except` is the first rule. */
  readonly root: TreeNode
  /** Every node there ever was, also those no longer in the tree. */
  readonly nodes: Map<number, TreeNode>
  /** Ids are never given twice. */
  nextId: number
  /** What each change that can still be undone did, the last at the end. */
  readonly done: Effect[]
  /** For a handler that is bound somewhere: its tree has one node, or none while it is not bound. */
  readonly bound?: Bound
}

export interface Bound {
  readonly handler: string
  /** What it says of itself; absent: told by its steps. */
  solves?: boolean | undefined
}

/** One rule. Only its links, and whether it is still in the tree, ever change. */
export interface TreeNode {
  readonly id: number
  readonly if: string
  readonly condition: Expression
  /** Whether it may look at outside sources, told by its text alone: most do not, and need not be compiled to know. */
  readonly looksOutside: boolean
  /** Absent: it answers nothing. */
  readonly conclusion: RuleConclusion | undefined
  readonly title: string | undefined
  /** Of a bound handler: the values of its parameters there. Its condition and its steps see them by name. */
  readonly with?: JsonObject | undefined
  /** The context it was learnt from. */
  readonly cornerstone: Context | undefined
  /** The version of the tree that brought it. */
  readonly since: number
  readonly at: number
  readonly by: AgentId
  readonly reason: string | undefined
  /** Consulted when it holds. */
  except: TreeNode | undefined
  /** Consulted when it does not hold. */
  else: TreeNode | undefined
  /** Where it hangs, or last hung. */
  under: TreeNode | undefined
  branch: Branch
  /** The version that took it out of the tree; undefined while it is in. */
  until: number | undefined
  /** Where its links led in earlier versions, oldest first. */
  past: PastLink[] | undefined
}

export type Branch = "except" | "else"

/** Before version `before` of the tree, the branch led there. */
export interface PastLink {
  readonly branch: Branch
  readonly before: number
  readonly to: TreeNode | undefined
}

/** What one change did to the tree: all that is needed to take it back. */
export interface Effect {
  readonly version: number
  /** The link that was changed, and where it led. */
  readonly node: TreeNode
  readonly branch: Branch
  readonly was: TreeNode | undefined
  readonly came: readonly TreeNode[]
  readonly went: readonly TreeNode[]
}

export const treeKey = (on: string, at: string): string => `${on} ${at}`

/** The tree of a handler where it is bound. */
export const boundKey = (on: string, at: string, handler: string): string => `${treeKey(on, at)}#${handler}`

export const isBoundKey = (key: string): boolean => key.includes("#")

/** A tree without rules: what changes are folded into. */
export function newTree(on: string, at: string, bound?: Bound): Tree {
  const root: TreeNode = {
    id: 0,
    if: "true",
    condition: always,
    looksOutside: false,
    conclusion: undefined,
    title: undefined,
    with: undefined,
    cornerstone: undefined,
    since: 0,
    at: 0,
    by: engineAgent,
    reason: undefined,
    except: undefined,
    else: undefined,
    under: undefined,
    branch: "except",
    until: undefined,
    past: undefined,
  }
  const key = bound ? boundKey(on, at, bound.handler) : treeKey(on, at)
  const tree = { key, on, at, version: 0, root, nodes: new Map([[0, root]]), nextId: 1, done: [] }
  return bound ? { ...tree, bound } : tree
}

/** Where a branch leads, or led in an earlier version of the tree. */
export function linkAt(node: TreeNode, branch: Branch, version: number): TreeNode | undefined {
  for (const link of node.past ?? []) if (link.branch === branch && version < link.before) return link.to
  return node[branch]
}

export function nodeOf(tree: Tree, id: number): TreeNode {
  const node = tree.nodes.get(id)
  if (node === undefined) throw new Error(`the tree "${tree.key}" never had a node ${id}`)
  return node
}

const always = constant("true")

function constant(source: string): Expression {
  const compiled = compileExpression(source, { names: {} }, "boolean")
  if (!isExpression(compiled)) throw new Error(`"${source}" is an expression`)
  return compiled
}
