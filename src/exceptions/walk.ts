import type { Bindings, Outcome } from "../expressions/expression.ts"
import type { Walk } from "../messages/handling.ts"
import { handlerBindings } from "./handler-bindings.ts"
import { type Branch, linkAt, type Tree, type TreeNode } from "./tree.ts"

export interface WalkOptions {
  /** The version of the tree to walk; the present one unless given. */
  readonly asOf?: number
  /**
   * Whether the value of an outside source can be read from the bindings, or why it never can. Without this, all can.
   */
  readonly available?: (source: string) => Availability
}

/** A text says why there is no value: a condition that looks at it cannot be evaluated. */
export type Availability = boolean | string

export interface Walked {
  readonly walk: Walk
  /** The last node that held: its conclusion is the answer. */
  readonly node: TreeNode
  /** The last node looked at. */
  readonly last: TreeNode
}

/** The walk came to a condition that looks at outside sources nobody has read yet. With their values, walk again. */
export interface Needs {
  readonly needs: readonly string[]
}

export interface Placement {
  readonly under: number
  readonly branch: Branch
}

/**
 * Asks a tree: a node that holds leads to its `except`, one that does not to its `else`; the answer is the conclusion of the
 * last that held. A condition that cannot be evaluated, or gives something other than true or false, counts as false.
 */
export function walk(tree: Tree, bindings: Bindings, options: { readonly asOf?: number }): Walked
export function walk(tree: Tree, bindings: Bindings): Walked
export function walk(tree: Tree, bindings: Bindings, options: WalkOptions): Walked | Needs
export function walk(tree: Tree, bindings: Bindings, { asOf, available }: WalkOptions = {}): Walked | Needs {
  const isPast = asOf !== undefined && asOf < tree.version
  const held: number[] = []
  let failed: { node: number; message: string }[] | undefined
  let node = tree.root
  let last = tree.root
  let next = isPast ? linkAt(node, "except", asOf) : node.except
  while (next !== undefined) {
    last = next
    const { condition } = last
    let why: string | undefined
    if (last.looksOutside && available !== undefined) {
      const missing = [...condition.sources].filter((source) => available(source) === false)
      if (missing.length > 0) return { needs: missing }
      why = [...condition.sources].map(available).find((answer) => typeof answer === "string") as string | undefined
    }
    const seen = last.with === undefined ? bindings : handlerBindings(bindings, last.with)
    const outcome = why === undefined ? condition.evaluate(seen) : unavailable(condition.source, why)
    if (outcome.ok && outcome.value === true) {
      held.push(last.id)
      node = last
      next = isPast ? linkAt(last, "except", asOf) : last.except
    } else {
      if (!outcome.ok || outcome.value !== false) {
        failed ??= []
        failed.push({ node: last.id, message: failureOf(outcome) })
      }
      next = isPast ? linkAt(last, "else", asOf) : last.else
    }
  }
  return {
    walk: { tree: tree.key, version: asOf ?? tree.version, held, last: last.id, ...(failed && { failed }) },
    node,
    last,
  }
}

export const isNeeds = (result: Walked | Needs): result is Needs => "needs" in result

/** Where a rule goes that is to answer what was walked for. */
export function placement({ node, last }: Pick<Walked, "node" | "last">): Placement {
  return { under: last.id, branch: node === last ? "except" : "else" }
}

/** Why a condition has no answer; only for an outcome that is neither true nor false. */
function failureOf(outcome: Outcome): string {
  if (!outcome.ok) return outcome.error.message
  const value = JSON.stringify(outcome.value)
  return `It gives ${value.length > 60 ? `${value.slice(0, 60)}…` : value}, which is neither true nor false.`
}

function unavailable(source: string, message: string): Outcome {
  return { ok: false, error: { code: "MISSING_VALUE", message, start: 0, end: source.length, part: source } }
}
