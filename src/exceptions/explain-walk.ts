import type { Bindings, Explanation } from "../expressions/expression.ts"
import type { Walk } from "../messages/handling.ts"
import type { JsonObject } from "../messages/json.ts"
import type { RuleConclusion } from "../messages/steps.ts"
import { handlerBindings } from "./handler-bindings.ts"
import { type Branch, linkAt, nodeOf, type Tree, type TreeNode } from "./tree.ts"

/** A walk told at length: every rule that was looked at, in order, and whose conclusion is the answer. */
export interface ExplainedWalk {
  readonly tree: string
  readonly version: number
  readonly path: readonly ExplainedNode[]
  /** 0 if no rule held. */
  readonly answer: number
  /** Absent: the answer is none. */
  readonly conclusion?: RuleConclusion
}

export interface ExplainedNode {
  readonly node: number
  readonly if: string
  readonly title?: string
  readonly outcome: "held" | "did not hold" | "failed"
  /** Why it could not be evaluated. */
  readonly message?: string
  /** The branch it sent the walk to, whether anything hangs there or not. */
  readonly branch: Branch
  /** Of a bound handler: the values of its parameters. */
  readonly with?: JsonObject
  readonly conclusion?: RuleConclusion
  /** How the condition and each of its parts come out, with the bindings given. */
  readonly explanation?: Explanation
}

/**
 * From what was recorded of a walk, also through an earlier version of the tree. Throws if it was not a walk of this tree. Of a
 * condition that is not to be shown with its values, only how it came out is told.
 */
export function explainWalk(
  tree: Tree,
  walk: Walk,
  bindings?: Bindings,
  isShown: (condition: string) => boolean = () => true,
): ExplainedWalk {
  const held = new Set(walk.held)
  const failed = new Map(walk.failed?.map(({ node, message }) => [node, message]))
  const path: ExplainedNode[] = []
  let at = tree.root
  let branch: Branch = "except"
  while (at.id !== walk.last) {
    const next = linkAt(at, branch, walk.version)
    if (next === undefined)
      throw new Error(`version ${walk.version} of the tree "${tree.key}" does not lead to node ${walk.last}`)
    at = next
    branch = held.has(at.id) ? "except" : "else"
    const shown = isShown(at.if)
    path.push(explained(at, branch, told(failed.get(at.id), shown), shown ? bindings : undefined))
  }
  const answer = nodeOf(tree, walk.held.at(-1) ?? 0)
  return {
    tree: tree.key,
    version: walk.version,
    path,
    answer: answer.id,
    ...(answer.conclusion && { conclusion: answer.conclusion }),
  }
}

const told = (message: string | undefined, isShown: boolean) =>
  message === undefined || isShown ? message : "it could not be evaluated"

function explained(node: TreeNode, branch: Branch, message: string | undefined, bindings?: Bindings): ExplainedNode {
  const { id, title, conclusion, condition, with: given } = node
  return {
    node: id,
    if: node.if,
    ...(title !== undefined && { title }),
    outcome: branch === "except" ? "held" : message === undefined ? "did not hold" : "failed",
    ...(message !== undefined && { message }),
    branch,
    ...(given && { with: given }),
    ...(conclusion && { conclusion }),
    ...(bindings && { explanation: condition.explain(given ? handlerBindings(bindings, given) : bindings) }),
  }
}
