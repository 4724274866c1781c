import type { Bindings, Expression } from "../expressions/expression.ts"
import { areSame } from "../expressions/sameness.ts"
import type { Context } from "../messages/context.ts"
import type { Json } from "../messages/json.ts"
import type { RuleConclusion } from "../messages/steps.ts"
import { bindingsOf } from "./context.ts"
import { type Difference, differences } from "./differences.ts"
import type { Tree, TreeNode } from "./tree.ts"
import type { TreeChange } from "./tree-change.ts"
import { placement, walk } from "./walk.ts"

/** A context whose answer was wrong or missing, and the rule that would have given the right one. */
export interface Lesson {
  readonly condition: Expression
  /** Absent: the right answer is none. */
  readonly conclusion?: RuleConclusion
  readonly title?: string
  readonly context: Context
  /** What conditions see in the context; read from it unless given. */
  readonly bindings?: Bindings
  /** What of a context its author may be told; all of it unless given. */
  readonly seen?: (context: Context) => Context
}

/** Why a tree was not changed. */
export interface RuleRefusal {
  readonly code: RuleRefusalCode
  readonly message: string
  readonly remedy: string
  /** The rule whose answer would have been overridden, or that was to be removed. */
  readonly node?: number
  /** Between the context of the lesson (here) and the one that rule was learnt from (there). */
  readonly differences?: readonly Difference[]
  /** The rules that refine the one that was to be removed. */
  readonly refinements?: readonly number[]
}

export type RuleRefusalCode =
  | "RULE_NOT_TRUE"
  | "RULE_DOES_NOT_SEPARATE"
  | "RULE_REPEATED"
  | "RULE_UNKNOWN"
  | "RULE_HAS_REFINEMENTS"
  | "ROOT_RULE"
  | "NOTHING_TO_UNDO"

type Change<Kind extends TreeChange["kind"]> = Extract<TreeChange, { readonly kind: Kind }>

export const isRefusal = (value: TreeChange | RuleRefusal): value is RuleRefusal => "remedy" in value

/**
 * The change that teaches a tree: a rule where the walk for the context ended. It must hold there, and not hold where the rule
 * whose answer it overrides was right.
 */
export function refine(tree: Tree, lesson: Lesson): Change<"added"> | RuleRefusal {
  const { condition, conclusion, title, context } = lesson
  const bindings = lesson.bindings ?? bindingsOf(context)
  const untrue = notTrue(condition, bindings)
  if (untrue) return untrue
  const walked = walk(tree, bindings)
  const refusal = repeated(walked.node, lesson) ?? inseparable(walked.node, lesson)
  if (refusal) return refusal
  return {
    kind: "added",
    ...placement(walked),
    node: {
      id: tree.nextId,
      if: condition.source,
      ...(conclusion && { conclusion }),
      ...(title !== undefined && { title }),
      cornerstone: context,
    },
  }
}

/** Why a tree would not take a rule with this condition, whatever it says; undefined: it may. */
export function misfit(tree: Tree, lesson: Omit<Lesson, "conclusion" | "title">): RuleRefusal | undefined {
  const bindings = lesson.bindings ?? bindingsOf(lesson.context)
  return notTrue(lesson.condition, bindings) ?? inseparable(walk(tree, bindings).node, lesson)
}

/** The change that cuts out a rule. */
export function removal(tree: Tree, id: number): Change<"removed"> | RuleRefusal {
  const node = tree.nodes.get(id)
  if (node === undefined)
    return {
      code: "RULE_UNKNOWN",
      message: `"${tree.key}" has no rule ${id}`,
      remedy: "Look the number up in the tree",
    }
  if (node === tree.root)
    return {
      code: "ROOT_RULE",
      message: "rule 0 is the root, which always holds and concludes nothing",
      remedy: "Remove the rules under it instead",
      node: id,
    }
  if (node.until !== undefined)
    return {
      code: "RULE_UNKNOWN",
      message: `rule ${id} has not been in "${tree.key}" since version ${node.until}`,
      remedy: "Look at the tree as it is now",
      node: id,
    }
  if (node.except === undefined) return { kind: "removed", node: id }
  const refinements: number[] = []
  for (let each: TreeNode | undefined = node.except; each; each = each.else) refinements.push(each.id)
  return {
    code: "RULE_HAS_REFINEMENTS",
    message: `rule ${id} is refined by ${listed(refinements)}`,
    remedy: "Remove those first, or deploy the tree as it should be",
    node: id,
    refinements,
  }
}

/** The change that takes back the last one that is not an undoing and not undone. */
export function undoing(tree: Tree): Change<"undone"> | RuleRefusal {
  const effect = tree.done.at(-1)
  if (effect) return { kind: "undone", version: effect.version }
  return {
    code: "NOTHING_TO_UNDO",
    message: `all changes of "${tree.key}" are undone`,
    remedy: "Look at the tree's changes to see what was undone",
  }
}

function notTrue(condition: Expression, bindings: Bindings): RuleRefusal | undefined {
  const outcome = condition.evaluate(bindings)
  if (outcome.ok && outcome.value === true) return undefined
  const why = outcome.ok ? `gives ${JSON.stringify(outcome.value)}` : `cannot be evaluated: ${outcome.error.message}`
  return {
    code: "RULE_NOT_TRUE",
    message: `in the context it is to answer, \`${condition.source}\` ${why}`,
    remedy: "Write a condition that holds in this context",
  }
}

function repeated(node: TreeNode, { condition, conclusion }: Lesson): RuleRefusal | undefined {
  if (node.if.trim() !== condition.source.trim() || !sameConclusion(node.conclusion, conclusion)) return undefined
  return {
    code: "RULE_REPEATED",
    message: `rule ${node.id} has this condition and this conclusion, and it answers here already`,
    remedy: "Nothing needs to be added; for another answer, write another conclusion",
    node: node.id,
  }
}

function inseparable(node: TreeNode, { condition, context, seen = (all) => all }: Lesson): RuleRefusal | undefined {
  if (node.cornerstone === undefined) return undefined
  const outcome = condition.evaluate(bindingsOf(node.cornerstone))
  if (!outcome.ok || outcome.value !== true) return undefined
  const apart = differences(seen(context), seen(node.cornerstone))
  const names = apart.map(({ name }) => name)
  return {
    code: "RULE_DOES_NOT_SEPARATE",
    message: `\`${condition.source}\` also holds in the context rule ${node.id} was learnt from, and would take its answer away there`,
    remedy:
      names.length > 0
        ? `Add to the condition what tells the two contexts apart; they differ in ${listed(names)}`
        : `The two contexts do not differ in anything a condition can see; if rule ${node.id} is wrong, undo or remove it`,
    node: node.id,
    differences: apart,
  }
}

function sameConclusion(one: RuleConclusion | undefined, other: RuleConclusion | undefined): boolean {
  return areSame((one ?? null) as Json, (other ?? null) as Json, () => {})
}

function listed(names: readonly (string | number)[]): string {
  const shown = names.slice(0, 8).join(", ")
  return names.length > 8 ? `${shown} and ${names.length - 8} more` : shown
}
