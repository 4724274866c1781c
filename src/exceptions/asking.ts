import type { DecisionMade, Walk } from "../messages/handling.ts"
import { type AgentId, type CaseId, type ExceptionId, engineAgent, type ItemId } from "../messages/ids.ts"
import type { JsonObject } from "../messages/json.ts"
import type { RuleConclusion } from "../messages/steps.ts"
import { FactsNeeded, type ItemFacts, type Looking, type Place } from "./port.ts"
import type { Reacting } from "./reacting.ts"
import { says } from "./step-text.ts"
import type { Tree, TreeNode } from "./tree.ts"
import { isNeeds, walk } from "./walk.ts"

/** Something that asks the trees: a checkpoint, a selection or an exception, and where. */
export interface Occasion {
  /** A checkpoint (`itemPre` …), `select`, or the class of an exception. */
  readonly on: string
  readonly case: CaseId
  readonly item?: ItemId
  /** The task it stands at, or the process. */
  readonly at: string
  readonly exception?: ExceptionId
  readonly parameters: JsonObject
  readonly by: AgentId
  /** How many runs led to it. */
  readonly depth: number
}

/** Checkpoints have none. */
export const noParameters: JsonObject = {}

export interface Advice {
  readonly conclusion: RuleConclusion
  readonly tree: string
  readonly node: number
  /** The version of the decision it stands in. */
  readonly decision?: number
}

/** Asks scope by scope outwards, in a scope the class and then its superclasses; the first conclusion wins. */
export function consult(
  port: Looking,
  occasion: Occasion,
): { readonly walks: readonly Walk[]; readonly advice?: Advice; readonly external?: JsonObject } {
  const trees = treesFor(port, occasion)
  if (trees.length === 0) return nobodyToAsk
  const at = new OccasionPlace(occasion)
  const bindings = port.context(at)
  let external: Record<string, JsonObject[string]> | undefined
  const available = (source: string) => {
    const fetched = port.external(source, at)
    if (fetched === undefined) return false
    if (!fetched.ok) return `${source}: ${fetched.message}`
    external ??= {}
    external[source] = fetched.value
    return true
  }
  const walks: Walk[] = []
  for (const tree of trees) {
    const walked = walk(tree, bindings, { available })
    if (isNeeds(walked)) throw new FactsNeeded(walked.needs, at)
    walks.push(walked.walk)
    const advice = adviceOf(tree, walked.node)
    if (advice) return external ? { walks, advice, external } : { walks, advice }
  }
  return external ? { walks, external } : { walks }
}

/** The same, and records what was decided. No tree at all: nothing happened. */
export function ask(reacting: Reacting, occasion: Occasion): Advice | undefined {
  const { on, at, case: caseId, item, exception, parameters, by } = occasion
  const { walks, advice, external } = consult(reacting.port, occasion)
  if (walks.length === 0) return undefined
  const made: { -readonly [Key in keyof DecisionMade]: DecisionMade[Key] } = {
    type: "DecisionMade",
    on,
    at,
    case: caseId,
    walks,
  }
  if (item) made.item = item
  if (exception) made.exception = exception
  if (by !== engineAgent) made.by = by
  if (parameters !== noParameters && Object.keys(parameters).length > 0) made.parameters = parameters
  if (external) made.external = external
  if (advice) made.conclusion = { tree: advice.tree, node: advice.node, says: says(advice.conclusion) }
  reacting.record(made)
  return advice && { ...advice, decision: reacting.port.version }
}

/** The trees that would be asked, in their order. */
export function treesFor(port: Looking, occasion: Pick<Occasion, "on" | "case" | "item">): readonly Tree[] {
  const { rules } = port
  const classes = rules.classes.has(occasion.on) ? rules.classes.lineage(occasion.on) : [occasion.on]
  if (!classes.some((on) => rules.wants(on))) return none
  const item = occasion.item && port.item(occasion.item)
  const scopes = item ? scopesOf(item) : [port.case(occasion.case)?.process ?? "", "everywhere"]
  let trees: readonly Tree[] = none
  for (const at of scopes) {
    for (const on of classes) {
      const tree = rules.tree(on, at)
      // Mostly there is one, if any.
      if (tree) trees = trees.length === 0 ? [tree] : [...trees, tree]
    }
  }
  return trees
}

/** Where rules about an item may be bound, inner first. */
export function scopesOf({ process, task, activities }: ItemFacts): readonly string[] {
  if (activities.length === 0) return [`${process}/${task}`, process, "everywhere"]
  return [`${process}/${task}`, ...activities.map((activity) => `${process}/${activity}`), process, "everywhere"]
}

export function eventOf({ on, at, by, case: caseId, item, parameters }: Occasion): JsonObject {
  return { ...parameters, class: on, at, by, case: caseId, ...(item && { item }) }
}

/**
 * Where an occasion is. Few conditions look at its event, so it is made when one does. This is a class because V8 keeps a
 * getter of an object literal, and all it can see, until the next full collection: here that would be whole decisions.
 */
class OccasionPlace implements Place {
  readonly case: CaseId
  readonly item: ItemId | undefined
  readonly #occasion: Occasion

  constructor(occasion: Occasion) {
    this.case = occasion.case
    this.item = occasion.item
    this.#occasion = occasion
  }

  get event(): JsonObject {
    return eventOf(this.#occasion)
  }
}

const none: readonly never[] = []
const nobodyToAsk = { walks: none }

function adviceOf(tree: Tree, node: TreeNode): Advice | undefined {
  return node.conclusion && { conclusion: node.conclusion, tree: tree.key, node: node.id }
}
