import { consult, eventOf } from "../exceptions/asking.ts"
import type { Difference } from "../exceptions/differences.ts"
import { type ExplainedWalk, explainWalk } from "../exceptions/explain-walk.ts"
import { isRefusal, type RuleRefusal, refine, removal, undoing } from "../exceptions/refine.ts"
import { says } from "../exceptions/step-text.ts"
import { newTree, type Tree } from "../exceptions/tree.ts"
import type { TreeChange } from "../exceptions/tree-change.ts"
import { type RuleText, treeNumbers, treeText } from "../exceptions/tree-text.ts"
import type { Expression } from "../expressions/expression.ts"
import { readsOf } from "../expressions/reads.ts"
import type { Event } from "../messages/events.ts"
import type { FamilyId } from "../messages/ids.ts"
import type { Json, JsonObject } from "../messages/json.ts"
import type { Rejection } from "../messages/rejections.ts"
import type { RuleConclusion } from "../messages/steps.ts"
import { canonicalEvent } from "../model/event-names.ts"
import { placeOfScope } from "../model/scope-text.ts"
import type { Store, StoredTreeChange } from "../store/port.ts"
import { type Answer, accept, refuse } from "./answer.ts"
import { askedNow, type Question } from "./asked-now.ts"
import type { Authority } from "./authority.ts"
import type { Edit } from "./edits.ts"
import { examine, invalidPart } from "./examining.ts"
import {
  type Asked,
  fetchFor,
  findMoment,
  type LearntFrom,
  lastAsked,
  type Moment,
  type MomentFinder,
  momentAfter,
} from "./learning-context.ts"
import type { Processes } from "./processes.ts"
import { eventNotPermitted, expressionNotPermitted, mayRead, stepsNotPermitted } from "./reach-permitted.ts"
import { past } from "./replay.ts"
import { captureContext, ruleBindings } from "./rule-context.ts"
import type { Rulebook } from "./rulebook.ts"
import { contextSeenBy } from "./seen-context.ts"
import type { Staffing } from "./staffing.ts"
import type { Stamp } from "./stamp.ts"
import { standingAt, standingIn } from "./standing.ts"
import { reachOf, stepsOf } from "./step-reach.ts"

/** A rule that would have given the right answer, and the context whose answer was wrong or missing. */
export interface RuleLesson {
  readonly on: string
  /** `process/task`, `process/activity`, `process` or `everywhere`. */
  readonly at: string
  readonly if: string
  /** As in a file: an exlet's name, steps, `nothing`; for a selection the worklets. */
  readonly then: Json
  readonly title?: string
  readonly from: LearntFrom
  /** The version of the tree the lesson was written for; refused if it has changed since. */
  readonly version?: number
}

export interface Learnt {
  readonly tree: string
  readonly version: number
  readonly node: number
}

/** A tree as people see it. */
export interface TreeView {
  readonly key: string
  readonly on: string
  readonly at: string
  readonly version: number
  /** As in a file. */
  readonly tree: readonly RuleText[]
  /** The number of each rule, in the order they are written. */
  readonly nodes: readonly number[]
}

export interface TeachingParts {
  readonly store: Store
  readonly processes: Processes
  readonly rulebook: Rulebook
  readonly staffing: Staffing
  readonly finder: (now: number) => MomentFinder
  /** Whose doing it is, where they may not do or see everything. */
  readonly authority?: Authority | undefined
}

/** A rule that has been read and placed, but not yet stored. */
export interface Prepared {
  readonly tree: Tree
  readonly change: Extract<TreeChange, { readonly kind: "added" }>
  readonly conclusion: RuleConclusion | undefined
  readonly moment: Moment
}

/** Reads a lesson and finds its place: everything `learn` does short of doing it. */
export async function prepare(parts: TeachingParts, lesson: RuleLesson, now: number): Promise<Answer<Prepared>> {
  const { rulebook } = parts
  const on = canonicalEvent(lesson.on)
  const { at, if: source, title } = lesson
  const rule = { if: source, then: lesson.then, ...(title !== undefined && { title }) }
  const { bundle, findings } = examine({ rules: [{ on, at, tree: [rule] }] }, parts)
  const definition = bundle.repertoire.trees[0]?.nodes[0]
  const hasErrors = findings.some(({ severity }) => severity === "error")
  if (hasErrors || definition === undefined) return refuse(invalidPart("the rule", ruleAround, findings))

  const forbidden = ruleNotPermitted(parts, { on, at, if: source, conclusion: definition.then })
  if (forbidden) return refuse(forbidden)

  const condition = rulebook.reader(on, at)(source)
  const moment = await momentFor(parts, { on, at, from: lesson.from }, rulebook.tree(on, at), { now, condition })
  if (moment === undefined || !standsAt(at, moment)) return refuse(nothingThere)
  const tree = rulebook.tree(on, at) ?? newTree(on, at)
  if (lesson.version !== undefined && lesson.version !== tree.version) return refuse(changed(tree))
  const conclusion = definition.then
  const change = refine(tree, {
    condition,
    ...(conclusion && { conclusion }),
    ...(title !== undefined && { title }),
    context: captureContext(moment.around, moment.place),
    bindings: ruleBindings(moment.around, moment.place),
    seen: (seen) => contextSeenBy(seen, parts.authority, moment.around.find),
  })
  return isRefusal(change) ? refuse(asRejection(change)) : accept({ tree, change, conclusion, moment })
}

interface WrittenRule {
  readonly on: string
  readonly at: string
  readonly if: string
  readonly conclusion?: RuleConclusion | undefined
}

/** Returns why an author may not write a rule that says, reads or hears that. An administrator may deploy it. */
export function ruleNotPermitted(
  { authority, processes }: Pick<TeachingParts, "authority" | "processes">,
  rule: WrittenRule,
): Rejection | undefined {
  if (authority === undefined) return undefined
  const standing = standingAt(rule.at, processes.current)
  const steps = rule.conclusion ? stepsOf(rule.conclusion) : []
  const where = standing.process === undefined ? {} : { process: standing.process }
  // While it is written, sources are asked each time: that is for whoever may use what they say.
  const mayAsk = authority.may("teach", where) || authority.may("intervene", where)
  if (readsOf(rule.if)?.outside && !mayAsk) return asksOutside(authority)
  return (
    eventNotPermitted(rule.on, standing, authority) ??
    expressionNotPermitted(rule.if, standing, authority) ??
    stepsNotPermitted(reachOf(steps), standing, authority)
  )
}

const asksOutside = ({ by }: Authority): Rejection => ({
  code: "NOT_PERMITTED",
  message: `${by} may neither teach nor intervene there, and so not ask a source outside`,
  remedy: "Leave `external` out, or ask somebody who may",
})

const ruleAround = /^rules\[0\](\.tree\[0\])?/

/**
 * Where the answer was wrong: as it was when the tree was asked, if the rule (or any, without one) holds there, else as it is now.
 * Undefined: there is no such moment, or it is one of a case they may not see.
 */
export async function momentFor(
  { finder: found, authority }: Pick<TeachingParts, "finder" | "authority">,
  asked: Asked,
  tree: Tree | undefined,
  { now, condition }: { readonly now: number; readonly condition?: Expression },
): Promise<Moment | undefined> {
  const finder = found(now)
  const isSeen = ({ around, place }: Moment) =>
    authority === undefined || authority.reads(around.family.cases.get(place.case)?.process)
  const then = await lastAsked(finder, asked)
  if (then && isSeen(then)) {
    await fetchFor(then, finder.sources, tree, condition)
    if (condition === undefined) return then
    const outcome = condition.evaluate(ruleBindings(then.around, then.place))
    if (outcome.ok && outcome.value === true) return then
  }
  const moment = await findMoment(finder, asked)
  if (moment === undefined || !isSeen(moment)) return undefined
  await fetchFor(moment, finder.sources, tree, condition)
  return moment
}

/** A rule of a process is learnt from a case of it. */
export function standsAt(at: string, { around, place }: Moment): boolean {
  const { process } = placeOfScope(at)
  return process === undefined || around.family.cases.get(place.case)?.process === process
}

export async function learn(parts: TeachingParts, lesson: RuleLesson, stamp: Stamp): Promise<Answer<Edit<Learnt>>> {
  const prepared = await prepare(parts, lesson, stamp.at)
  if (!prepared.ok) return prepared
  const { tree, change } = prepared.value
  return changing(parts, tree, change, stamp, (version) => ({ tree: tree.key, version, node: change.node.id }))
}

export function removeRule(
  parts: TeachingParts,
  key: string,
  node: number,
  stamp: Stamp,
): Answer<Edit<{ readonly version: number }>> {
  const tree = parts.rulebook.byKey(key)
  if (tree === undefined) return refuse(noTree(key))
  if (tree.bound) return refuse(ruleBound(tree.bound.handler))
  const change = removal(tree, node)
  if (isRefusal(change)) return refuse(asRejection(change))
  return changing(parts, tree, change, stamp, (version) => ({ version }))
}

/** Takes back the last change of a tree that is not taken back yet. */
export function undoRule(
  parts: TeachingParts,
  key: string,
  stamp: Stamp,
): Answer<Edit<{ readonly version: number; readonly undone: number }>> {
  const tree = parts.rulebook.byKey(key)
  if (tree === undefined) return refuse(noTree(key))
  if (tree.bound) return refuse(ruleBound(tree.bound.handler))
  const change = undoing(tree)
  if (isRefusal(change)) return refuse(asRejection(change))
  return changing(parts, tree, change, stamp, (version) => ({ version, undone: change.version }))
}

export function treeView(tree: Tree, version = tree.version): TreeView {
  const { key, on, at } = tree
  return { key, on, at, version, tree: treeText(tree, version), nodes: treeNumbers(tree, version) }
}

/** What was decided, and every condition on the way with its value and parts. */
export interface ExplainedDecision {
  readonly on: string
  readonly at: string
  readonly case: string
  readonly item?: string
  readonly says: string | undefined
  readonly walks: readonly ExplainedWalk[]
}

/** A decision of the past, told with what was known then. */
export async function explainPast(
  { store, rulebook, finder, authority }: TeachingParts,
  family: FamilyId,
  version: number,
): Promise<ExplainedDecision | undefined> {
  const isMeant = (event: Event, at: number) => at === version && event.type === "DecisionMade"
  for await (const each of past(store, family, isMeant)) {
    const moment = momentAfter(each, finder(each.at))
    if (moment === undefined || each.event.type !== "DecisionMade") break
    const { on, at, case: id, item, walks, conclusion } = each.event
    const bindings = ruleBindings({ ...moment.around, authority }, moment.place)
    const standing = standingIn({ state: moment.around.family }, id, moment.around.find)
    return {
      on,
      at,
      case: id,
      ...(item && { item }),
      says: conclusion?.says,
      walks: walks.flatMap((walk) => {
        const tree = rulebook.byKey(walk.tree)
        return tree ? [explainWalk(tree, walk, bindings, (source) => mayRead(source, standing, authority))] : []
      }),
    }
  }
  return undefined
}

/** What the trees would say now. Undefined: there is no such case or item. */
export function explainNow(
  parts: TeachingParts,
  question: Question,
  now: number,
): Promise<ExplainedDecision | undefined> {
  const { authority, processes } = parts
  return askedNow(parts, question, now, (port, occasion, loaded) => {
    const { on, at, case: id, item } = occasion
    const { walks, advice } = consult(port, occasion)
    const bindings = port.contextFor(authority, { case: id, item, event: eventOf(occasion) })
    const standing = standingIn(loaded, id, processes.find)
    return {
      on,
      at,
      case: id,
      ...(item && { item }),
      says: advice && says(advice.conclusion),
      walks: walks.flatMap((walk) => {
        const tree = parts.rulebook.byKey(walk.tree)
        return tree ? [explainWalk(tree, walk, bindings, (source) => mayRead(source, standing, authority))] : []
      }),
    }
  })
}

function changing<Value>(
  { rulebook }: TeachingParts,
  tree: Tree,
  change: TreeChange,
  stamp: Stamp,
  told: (version: number) => Value,
): Answer<Edit<Value>> {
  const version = tree.version + 1
  const stored: StoredTreeChange = { tree: tree.key, version, change: change as unknown as JsonObject, ...stamp }
  return accept({
    value: told(version),
    batch: { treeChanges: [stored] },
    comeIntoForce: () => rulebook.change(stored),
  })
}

function asRejection({ code, message, remedy, differences }: RuleRefusal): Rejection {
  return { code, message, remedy, ...(differences && { differences: differences as readonly Difference[] }) }
}

export const noTree = (key: string): Rejection => ({
  code: "TREE_NOT_FOUND",
  message: `there is no tree "${key}"`,
  remedy:
    'A tree is called by its event and its scope, as in "itemPre organise-concert/doShow"; look at the list of trees',
})

const ruleBound = (handler: string): Rejection => ({
  code: "RULE_BOUND",
  message: `this is the rule of the handler "${handler}", which is bound there`,
  remedy: "Unbind it, bind it with other values, or deploy the handler anew",
})

export const nothingThere: Rejection = {
  code: "DECISION_NOT_FOUND",
  message: "there is no such case, item or decision to learn from",
  remedy: "Name a live case or item, or a recorded decision by its family and version",
}

function changed({ key, version }: Tree): Rejection {
  return {
    code: "TREE_CHANGED",
    message: `the tree "${key}" is at version ${version} now`,
    remedy: "Look at what has changed and learn again",
  }
}
