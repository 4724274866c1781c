import { isRefusal, removal } from "../exceptions/refine.ts"
import { says } from "../exceptions/step-text.ts"
import type { Tree, TreeNode } from "../exceptions/tree.ts"
import { placement, type Walked, walk } from "../exceptions/walk.ts"
import type { Bindings, Expression } from "../expressions/expression.ts"
import type { Event } from "../messages/events.ts"
import type { CaseId, FamilyId, ItemId } from "../messages/ids.ts"
import type { Rejection } from "../messages/rejections.ts"
import type { RuleConclusion } from "../messages/steps.ts"
import { type Answer, accept, refuse } from "./answer.ts"
import { nextTurn } from "./committer.ts"
import { catchUpDecisions } from "./decision-index.ts"
import { type Moment, momentAfter } from "./learning-context.ts"
import { past } from "./replay.ts"
import { ruleBindings } from "./rule-context.ts"
import { noTree, prepare, type RuleLesson, type TeachingParts } from "./teaching.ts"

/** A rule that might be added, or one that might be removed. */
export type Proposal = RuleLesson | { readonly tree: string; readonly remove: number }

export interface BacktestOptions {
  readonly now?: number
  /** Told every so often. */
  readonly onProgress?: (progress: { readonly checked: number; readonly of: number }) => void
  readonly signal?: AbortSignal
  /** How many of the changes to list; 1,000 unless set. All are counted. */
  readonly limit?: number
}

export interface Backtest {
  readonly tree: string
  readonly version: number
  /** Recorded checkpoints looked at. */
  readonly checked: number
  /** How many of them would be answered otherwise. */
  readonly changed: number
  readonly changes: readonly BacktestChange[]
  /** Checkpoints at which the proposed condition could not be evaluated. */
  readonly failed: number
}

export interface BacktestChange {
  readonly family: FamilyId
  readonly version: number
  readonly case: CaseId
  readonly item?: ItemId
  readonly at: number
  /** What the tree says now, and what it would say; absent: nothing. */
  readonly before?: string
  readonly after?: string
}

/** Walks the tree through every context it was ever asked about, with and without the proposal. Changes nothing. */
export async function backtest(
  parts: TeachingParts,
  proposal: Proposal,
  { now = 0, onProgress, signal, limit = 1000 }: BacktestOptions,
): Promise<Answer<Backtest>> {
  if (signal?.aborted) return refuse(cancelled(0, 0))
  const proposed = await read(parts, proposal, now)
  if ("code" in proposed) return refuse(proposed)
  const { store } = parts
  const finder = parts.finder(now)
  const { tree, answer } = proposed
  const { key, version } = tree
  if (!(await catchUpDecisions(store, signal))) return refuse(cancelled(0, 0))
  const of = await store.countDecisions(key)
  const changes: BacktestChange[] = []
  let checked = 0
  let changed = 0
  let failed = 0
  let told = Date.now()
  const isAsked = (event: Event) => event.type === "DecisionMade" && event.walks.some((each) => each.tree === key)
  for await (const family of familiesOf(parts, key)) {
    if (signal?.aborted) return refuse(cancelled(checked, of))
    for await (const each of past(store, family, isAsked)) {
      const moment = momentAfter(each, finder)
      if (moment === undefined) continue
      const outcome = answer(ruleBindings(moment.around, moment.place))
      checked++
      if (outcome === "failed") failed++
      else if (outcome) {
        changed++
        if (changes.length < limit)
          changes.push({ family, version: each.version, ...placeOf(moment), at: each.at, ...outcome })
      }
    }
    if (Date.now() - told < 50) continue
    onProgress?.({ checked, of })
    await nextTurn()
    told = Date.now()
  }
  onProgress?.({ checked, of })
  return accept({ tree: key, version, checked, changed, changes, failed })
}

function placeOf({ place }: Moment) {
  return { case: place.case, ...(place.item && { item: place.item }) }
}

type Outcome = { readonly before?: string; readonly after?: string } | "failed" | undefined

async function read(
  parts: TeachingParts,
  proposal: Proposal,
  now: number,
): Promise<Rejection | { readonly tree: Tree; readonly answer: (bindings: Bindings) => Outcome }> {
  if ("remove" in proposal) {
    const tree = parts.rulebook.byKey(proposal.tree)
    if (tree === undefined) return noTree(proposal.tree)
    const change = removal(tree, proposal.remove)
    if (isRefusal(change)) return change
    const node = tree.nodes.get(proposal.remove)
    if (node === undefined) throw new Error(`rule ${proposal.remove} was there a moment ago`)
    return { tree, answer: without(tree, node) }
  }
  const prepared = await prepare(parts, proposal, now)
  if (!prepared.ok) return prepared.rejection
  const { tree, change, conclusion } = prepared.value
  const condition = parts.rulebook.reader(tree.on, tree.at)(change.node.if)
  return { tree, answer: withRule(tree, change, condition, conclusion) }
}

/** Only where the walk ends at the rule's place does it matter at all. */
function withRule(
  tree: Tree,
  place: { readonly under: number; readonly branch: string },
  condition: Expression,
  conclusion: RuleConclusion | undefined,
): (bindings: Bindings) => Outcome {
  return (bindings) => {
    const walked = walk(tree, bindings)
    const { under, branch } = placement(walked)
    if (under !== place.under || branch !== place.branch) return undefined
    const outcome = condition.evaluate(bindings)
    if (!outcome.ok) return "failed"
    return outcome.value === true ? difference(walked.node.conclusion, conclusion) : undefined
  }
}

/** Where the rule held, the walk would have gone on with what its else leads to. */
function without(tree: Tree, node: TreeNode): (bindings: Bindings) => Outcome {
  return (bindings) => {
    const walked = walk(tree, bindings)
    if (walked.node !== node) return undefined
    const before = tree.nodes.get(walked.walk.held.at(-2) ?? 0) ?? tree.root
    return difference(node.conclusion, answerFrom(node.else, before, bindings))
  }
}

function answerFrom(first: TreeNode | undefined, held: TreeNode, bindings: Bindings): RuleConclusion | undefined {
  let last = held
  for (let next = first; next; ) {
    const outcome = next.condition.evaluate(bindings)
    const isTrue: boolean = outcome.ok && outcome.value === true
    if (isTrue) last = next
    next = isTrue ? next.except : next.else
  }
  return last.conclusion
}

function difference(before: Walked["node"]["conclusion"], after: RuleConclusion | undefined): Outcome {
  if (JSON.stringify(before) === JSON.stringify(after)) return undefined
  return { ...(before && { before: says(before) }), ...(after && { after: says(after) }) }
}

/** Every family the tree was asked in, once. */
async function* familiesOf({ store }: TeachingParts, tree: string): AsyncGenerator<FamilyId> {
  let after: { readonly family: FamilyId; readonly version: number } | undefined
  let last: FamilyId | undefined
  for (;;) {
    const rows = await store.decisions({ tree, limit: page, ...(after && { after }) })
    for (const { family } of rows) {
      if (family === last) continue
      last = family
      yield family
    }
    after = rows.at(-1)
    if (rows.length < page) return
  }
}

const page = 5000

function cancelled(checked: number, of: number): Rejection {
  return {
    code: "BACKTEST_CANCELLED",
    message: `the backtest was cancelled after ${checked} of ${of} checkpoints`,
    remedy: "Nothing was changed; start it again if you want to know",
  }
}
