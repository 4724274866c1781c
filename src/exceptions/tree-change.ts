import type { Expression } from "../expressions/expression.ts"
import type { Context } from "../messages/context.ts"
import type { AgentId } from "../messages/ids.ts"
import type { JsonObject } from "../messages/json.ts"
import type { RuleConclusion } from "../messages/steps.ts"
import { type Branch, type Effect, nodeOf, type Tree, type TreeNode } from "./tree.ts"

/** One change of a tree, as it is stored. Folding all of a tree's changes in order gives the tree, and all its versions. */
export type TreeChange =
  /** The whole tree was given anew; what was there is no longer in it. */
  | { readonly kind: "replaced"; readonly first?: number; readonly nodes: readonly LinkedRule[] }
  | { readonly kind: "added"; readonly under: number; readonly branch: Branch; readonly node: StoredRule }
  /** A node without refinements was cut out; what its `else` led to takes its place. */
  | { readonly kind: "removed"; readonly node: number }
  /** The change that made this version was taken back. */
  | { readonly kind: "undone"; readonly version: number }

export interface StoredRule {
  readonly id: number
  readonly if: string
  readonly conclusion?: RuleConclusion
  readonly title?: string
  /** Of a bound handler: the values of its parameters there. */
  readonly with?: JsonObject
  readonly cornerstone?: Context
}

export interface LinkedRule extends StoredRule {
  readonly except?: number
  readonly else?: number
}

/** A change with who made it, when and why, and the version it makes. */
export interface TreeEntry {
  readonly version: number
  readonly change: TreeChange
  readonly at: number
  readonly by: AgentId
  readonly reason?: string
}

/** Reads a condition that was checked before it was stored. */
export type ReadCondition = (source: string) => Expression

/** Makes the next version of a tree, in place. What cannot be applied is a bug, and thrown before anything is changed. */
export function applyChange(tree: Tree, entry: TreeEntry, read: ReadCondition): void {
  if (entry.version !== tree.version + 1)
    throw new Error(`the tree "${tree.key}" is at version ${tree.version}; change ${entry.version} does not follow`)
  const { change } = entry
  switch (change.kind) {
    case "replaced":
      replace(tree, entry, linked(tree, entry, change.nodes, read), change.first)
      break
    case "added":
      add(tree, entry, change, read)
      break
    case "removed":
      remove(tree, entry, change.node)
      break
    case "undone":
      undo(tree, entry, change.version)
  }
}

function replace(tree: Tree, { version }: TreeEntry, rules: ReadonlyMap<number, TreeNode>, first?: number): void {
  const root = tree.root
  const start = first === undefined ? undefined : free(tree, rules, first)
  const went = [...tree.nodes.values()].filter((node) => node !== root && node.until === undefined)
  for (const rule of rules.values()) join(tree, rule)
  for (const node of went) node.until = version
  finish(tree, { version, node: root, branch: "except", was: root.except, came: [...rules.values()], went }, start)
}

function add(
  tree: Tree,
  entry: TreeEntry,
  { under, branch, node: rule }: Extract<TreeChange, { kind: "added" }>,
  read: ReadCondition,
): void {
  const parent = nodeOf(tree, under)
  if (parent.until !== undefined || parent[branch] !== undefined || (under === 0 && branch === "else"))
    throw new Error(`the tree "${tree.key}" has no room for a rule as ${branch} of node ${under}`)
  const node = nodeFor(tree, entry, rule, read)
  join(tree, node)
  finish(tree, { version: entry.version, node: parent, branch, was: undefined, came: [node], went: [] }, node)
}

function remove(tree: Tree, { version }: TreeEntry, id: number): void {
  const node = nodeOf(tree, id)
  const { under, branch } = node
  if (under === undefined || node.until !== undefined || node.except !== undefined)
    throw new Error(`node ${id} cannot be cut out of the tree "${tree.key}"`)
  node.until = version
  finish(tree, { version, node: under, branch, was: node, came: [], went: [node] }, node.else)
}

function undo(tree: Tree, { version }: TreeEntry, undone: number): void {
  const effect = tree.done.at(-1)
  if (effect?.version !== undone)
    throw new Error(`change ${undone} of the tree "${tree.key}" is not the last that can be undone`)
  tree.done.pop()
  for (const node of effect.came) node.until = version
  for (const node of effect.went) {
    node.until = undefined
    hang(node, "else", node.else)
  }
  link(effect.node, effect.branch, effect.was, version)
  tree.version = version
}

function finish(tree: Tree, effect: Effect, to: TreeNode | undefined): void {
  link(effect.node, effect.branch, to, effect.version)
  tree.done.push(effect)
  tree.version = effect.version
}

function link(node: TreeNode, branch: Branch, to: TreeNode | undefined, version: number): void {
  node.past ??= []
  node.past.push({ branch, before: version, to: node[branch] })
  hang(node, branch, to)
}

function hang(node: TreeNode, branch: Branch, to: TreeNode | undefined): void {
  node[branch] = to
  if (to === undefined) return
  to.under = node
  to.branch = branch
}

function join(tree: Tree, node: TreeNode): void {
  tree.nodes.set(node.id, node)
  tree.nextId = Math.max(tree.nextId, node.id + 1)
}

/** The nodes of a whole tree, linked with one another. */
function linked(
  tree: Tree,
  entry: TreeEntry,
  rules: readonly LinkedRule[],
  read: ReadCondition,
): ReadonlyMap<number, TreeNode> {
  const nodes = new Map<number, TreeNode>()
  for (const rule of rules) nodes.set(rule.id, nodeFor(tree, entry, rule, read))
  for (const rule of rules) {
    const node = nodes.get(rule.id) as TreeNode
    if (rule.except !== undefined) hang(node, "except", free(tree, nodes, rule.except))
    if (rule.else !== undefined) hang(node, "else", free(tree, nodes, rule.else))
  }
  return nodes
}

/** A node that hangs nowhere yet: so no walk can come to it twice. */
function free(tree: Tree, nodes: ReadonlyMap<number, TreeNode>, id: number): TreeNode {
  const node = nodes.get(id)
  if (node === undefined) throw new Error(`a change of the tree "${tree.key}" names node ${id} and does not bring it`)
  if (node.under !== undefined) throw new Error(`a change of the tree "${tree.key}" hangs node ${id} in two places`)
  return node
}

function nodeFor(tree: Tree, { version, at, by, reason }: TreeEntry, rule: StoredRule, read: ReadCondition): TreeNode {
  if (tree.nodes.has(rule.id)) throw new Error(`the tree "${tree.key}" already had a node ${rule.id}`)
  return {
    id: rule.id,
    if: rule.if,
    condition: read(rule.if),
    looksOutside: /external|pastCases|pastExceptions/.test(rule.if),
    conclusion: rule.conclusion,
    title: rule.title,
    with: rule.with,
    cornerstone: rule.cornerstone,
    since: version,
    at,
    by,
    reason,
    except: undefined,
    else: undefined,
    under: undefined,
    branch: "except",
    until: undefined,
    past: undefined,
  }
}
