import { bindingsOf } from "../exceptions/context.ts"
import { type ExplainedWalk, explainWalk } from "../exceptions/explain-walk.ts"
import { says } from "../exceptions/step-text.ts"
import { newTree, type Tree, type TreeNode } from "../exceptions/tree.ts"
import { type Cornerstone, placeOfContext } from "../exceptions/tree-nodes.ts"
import { walk } from "../exceptions/walk.ts"
import type { Suggestion } from "../learn/candidates.ts"
import { type SeenValue, sideBySide } from "../learn/side-by-side.ts"
import { suggestions } from "../learn/suggestions.ts"
import type { Context } from "../messages/context.ts"
import type { Rejection } from "../messages/rejections.ts"
import { canonicalEvent } from "../model/event-names.ts"
import { type Answer, accept, refuse } from "./answer.ts"
import { vocabularyAt } from "./conditions.ts"
import { examine, invalidPart } from "./examining.ts"
import type { Asked, LearntFrom, Moment } from "./learning-context.ts"
import { mayRead } from "./reach-permitted.ts"
import { captureContext, ruleBindings } from "./rule-context.ts"
import { contextSeenBy } from "./seen-context.ts"
import { standingIn } from "./standing.ts"
import { momentFor, nothingThere, standsAt, type TeachingParts } from "./teaching.ts"

/** Something to learn from: what its tree says there now, what conditions see there, and what could tell it from where that was right. */
export interface LessonView {
  readonly tree: string
  readonly version: number
  readonly on: string
  readonly at: string
  /** The place and the moment it is learnt from. */
  readonly here: Cornerstone
  /** What the tree says there now; absent: nothing. */
  readonly says?: string
  readonly walk: ExplainedWalk
  /** Where the rule that answers was learnt, if it was: there its answer must stay. */
  readonly there?: Cornerstone & { readonly node: number }
  readonly values: readonly SeenValue[]
  readonly suggestions: readonly Suggestion[]
}

export interface LessonAsked {
  readonly on: string
  readonly at: string
  readonly from: LearntFrom
  /** Whether whoever asks may see a case a rule was learnt from; everybody may unless this says otherwise. */
  readonly maySee?: MaySee
}

export type MaySee = (id: string) => boolean | Promise<boolean>

/** What there is to learn from a place whose answer was wrong. Nothing is done. */
export async function lessonAt(parts: TeachingParts, asked: LessonAsked, now: number): Promise<Answer<LessonView>> {
  const { rulebook, processes } = parts
  const on = canonicalEvent(asked.on)
  const { at, from } = asked
  const wrong = wrongSite(parts, { on, at })
  if (wrong) return refuse(wrong)
  const tree = rulebook.tree(on, at) ?? newTree(on, at)
  const moment = await momentFor(parts, { on, at, from } satisfies Asked, tree, { now })
  if (moment === undefined || !standsAt(at, moment)) return refuse(nothingThere)
  const { authority } = parts
  const { find } = moment.around
  const walked = walk(tree, ruleBindings(moment.around, moment.place))
  // What the tree says is so for everybody; why, they are told as far as they may see.
  const seen = { ...moment.around, authority }
  const bindings = ruleBindings(seen, moment.place)
  const standing = standingIn({ state: seen.family }, moment.place.case, find)
  const explained = explainWalk(tree, walked.walk, bindings, (source) => mayRead(source, standing, authority))
  const { conclusion, id: node } = walked.node
  const learntIn = await shownCornerstone(walked.node, asked.maySee)
  const cornerstone = learntIn && contextSeenBy(learntIn, authority, find)
  const values = sideBySide(contextSeenBy(captureContext(seen, moment.place), authority, find), cornerstone)
  const there = cornerstone && placeOfContext(cornerstone)
  return accept({
    tree: tree.key,
    version: tree.version,
    on,
    at,
    here: spotOf(moment),
    ...(conclusion && { says: says(conclusion) }),
    walk: explained,
    ...(there && { there: { ...there, node } }),
    values,
    suggestions: suggestions({
      values,
      here: bindings,
      there: cornerstone && bindingsOf(cornerstone),
      vocabulary: vocabularyAt({ on, at }, { book: rulebook, newest: processes.current }),
      lookedAt: namesOnTheWay(tree, explained),
    }),
  })
}

/** The context a rule was learnt from, if it was and may be seen. */
export async function shownCornerstone({ cornerstone }: TreeNode, maySee?: MaySee): Promise<Context | undefined> {
  if (cornerstone === undefined || maySee === undefined) return cornerstone
  const place = placeOfContext(cornerstone)
  return place && (await maySee(place.case)) ? cornerstone : undefined
}

/** What is wrong with an event and a scope, whatever the rule there says. */
export function wrongSite(parts: TeachingParts, { on, at }: Pick<LessonAsked, "on" | "at">): Rejection | undefined {
  const { findings } = examine({ rules: [{ on, at, tree: [{ if: "true", then: "nothing" }] }] }, parts)
  const errors = findings.filter(({ severity, place }) => severity === "error" && !/\.(then|if)\b/.test(place.path))
  return errors.length > 0 ? invalidPart("the place of the rule", /^rules\[0\](\.tree\[0\])?/, errors) : undefined
}

function spotOf({ around, place }: Moment): Cornerstone {
  return { family: around.family.id, case: place.case, ...(place.item && { item: place.item }), at: around.now }
}

function namesOnTheWay({ nodes }: Tree, { path }: ExplainedWalk): ReadonlySet<string> {
  return new Set(path.flatMap(({ node }) => [...(nodes.get(node)?.condition.names ?? [])]))
}
