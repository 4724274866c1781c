import type { DecisionMade, Origin, Walk } from "../messages/handling.ts"
import {
  type AgentId,
  type CaseId,
  type ExceptionId,
  engineAgent,
  type InterventionId,
  type ItemId,
  type RunId,
} from "../messages/ids.ts"
import type { JsonObject } from "../messages/json.ts"
import type { RuleConclusion } from "../messages/steps.ts"
import { compensatingNames } from "../model/event-names.ts"
import type { CaseFacts, Looking, Need, Place } from "./port.ts"
import type { Reacting } from "./reacting.ts"
import type { Classes } from "./rules.ts"
import type { ScopeText } from "./scopes.ts"
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
  /** The answer it follows from. */
  readonly intervention?: InterventionId
  readonly parameters: JsonObject
  readonly by: AgentId
  /** Where it happened, if not in this case: then only the rules of its process are asked. */
  readonly from?: Origin
  /** The only scopes to be asked; absent: all there are. */
  readonly only?: readonly ScopeText[]
  /** How many runs led to it. */
  readonly depth: number
  /** Where rules about it may be bound, where that is not where it stands now. */
  readonly scopes?: readonly string[]
  /** The run whose rollback waits for what is done about it. */
  readonly for?: RunId
}

/** Checkpoints have none. */
export const noParameters: JsonObject = {}

export interface Advice {
  readonly conclusion: RuleConclusion
  readonly tree: string
  readonly node: number
  /** Of a bound handler: its name, its parameters there, and whether it says that it solves. */
  readonly handler?: string
  readonly with?: JsonObject
  readonly solves?: boolean
  /** The version of the decision it stands in. */
  readonly decision?: number
}

interface Consulted {
  readonly walks: readonly Walk[]
  readonly advices: readonly Advice[]
  readonly external?: JsonObject
}

/** Asks scope by scope outwards, in a scope the class and then its superclasses; the first conclusion wins. */
export function consult(
  port: Looking,
  occasion: Occasion,
): Pick<Consulted, "walks" | "external"> & { readonly advice?: Advice } {
  const { advices, ...rest } = walkAll(port, occasion, treesFor(port, occasion), 1)
  const [advice] = advices
  return advice ? { ...rest, advice } : rest
}

/** Asks trees in their order, until so many have concluded something. */
function walkAll(port: Looking, occasion: Occasion, trees: readonly Tree[], enough: number): Consulted {
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
  const advices: Advice[] = []
  for (const tree of trees) {
    const walked = walk(tree, bindings, { available })
    if (isNeeds(walked)) {
      port.lack(neededAt(walked.needs, at, port.case(at.case)))
      return nobodyToAsk
    }
    walks.push(walked.walk)
    const advice = adviceOf(tree, walked.node)
    if (advice) advices.push(advice)
    if (advices.length === enough) break
  }
  return external ? { walks, advices, external } : { walks, advices }
}

function neededAt(sources: readonly string[], at: Place, of: CaseFacts | undefined): Need {
  return { kind: "values", sources, at, ...(of && { data: of.data, process: of.process }) }
}

/** A tree that was asked, and what it says; `failed`: a condition could not be evaluated. */
export interface Walking {
  readonly tree: string
  readonly advice?: Advice
  readonly failed?: true
}

/** Asks all of some trees, whatever the others say: for whoever wants to know. */
export function walkThrough(port: Looking, occasion: Occasion, trees: readonly Tree[]): readonly Walking[] {
  const { walks, advices } = walkAll(port, occasion, trees, Number.POSITIVE_INFINITY)
  return walks.map(({ tree, failed }) => {
    const advice = advices.find((each) => each.tree === tree)
    return { tree, ...(advice && { advice }), ...(failed && { failed: true }) }
  })
}

/** The same, and records what was decided. No tree at all: nothing happened. */
export function ask(reacting: Reacting, occasion: Occasion): Advice | undefined {
  const { port } = reacting
  const consulted = walkAll(port, occasion, treesFor(port, occasion), 1)
  if (consulted.walks.length === 0) return undefined
  reacting.record(decisionMade(occasion, consulted))
  const [advice] = consulted.advices
  return advice && { ...advice, decision: port.version }
}

/** Asks all mandatory handlers, inner scopes first: each that holds is to run. */
export function askMandatory(reacting: Reacting, occasion: Occasion): readonly Advice[] {
  const { port } = reacting
  const consulted = walkAll(port, occasion, mandatoryFor(port, occasion), Number.POSITIVE_INFINITY)
  const { advices, walks } = consulted
  if (walks.length === 0) return none
  const conclusions = advices.length > 0 ? { conclusions: advices.map(conclusionOf) } : {}
  reacting.record({ ...decisionMade(occasion, consulted), stage: "mandatory", ...conclusions })
  return advices.map((advice) => ({ ...advice, decision: port.version }))
}

function decisionMade(
  { on, at, case: caseId, item, exception, from, parameters, by }: Occasion,
  { walks, advices: [advice], external }: Consulted,
): DecisionMade {
  const made: { -readonly [Key in keyof DecisionMade]: DecisionMade[Key] } = {
    type: "DecisionMade",
    on,
    at,
    case: caseId,
    walks,
  }
  if (item) made.item = item
  if (exception) made.exception = exception
  if (from) made.from = from
  if (by !== engineAgent) made.by = by
  if (parameters !== noParameters && Object.keys(parameters).length > 0) made.parameters = parameters
  if (external) made.external = external
  if (advice) made.conclusion = conclusionOf(advice)
  return made
}

const conclusionOf = ({ tree, node, conclusion }: Advice) => ({ tree, node, says: says(conclusion) })

/** The trees that would be asked, in their order: of a scope and class the learnt one, then the handlers bound there. */
export function treesFor(port: Looking, occasion: Asked): readonly Tree[] {
  const { rules } = port
  return inOrder(port, occasion, (on, at) => {
    const tree = rules.tree(on, at)
    const bound = rules.bound(on, at)
    if (bound.length === 0) return tree ? [tree] : none
    return tree ? [tree, ...bound] : bound
  })
}

/** The mandatory handlers that would be asked, in their order. One that fails is not asked about that. */
export function mandatoryFor(port: Looking, occasion: Asked): readonly Tree[] {
  const trees = inOrder(port, occasion, (on, at) => port.rules.mandatory(on, at))
  const failed = occasion.parameters?.handler
  if (failed === undefined || !port.rules.classes.is(occasion.on, "HandlerFailed")) return trees
  return trees.filter((tree) => tree.bound?.handler !== failed)
}

/** What is asked about, and where. */
type Asked = Pick<Occasion, "on" | "case" | "item" | "from" | "only" | "scopes"> & Partial<Pick<Occasion, "parameters">>

/** Under which names trees are asked: a class and its superclasses; of an undoing those of the exception that is answered. */
export function namesAsked({ on, parameters }: Pick<Asked, "on" | "parameters">, classes: Classes): readonly string[] {
  if (on !== "compensating") return classes.has(on) ? classes.names(on) : [on]
  const { class: answered } = parameters ?? noParameters
  return typeof answered === "string" ? compensatingNames(classes.lineage(answered)) : [on]
}

/** What happened in another case reaches the rules of a process, and nothing beyond. */
function scopesOf(port: Looking, occasion: Asked): readonly ScopeText[] {
  if (occasion.only) return occasion.only
  return occasion.from ? [port.case(occasion.case)?.process ?? ""] : port.scopes(occasion)
}

/** Scope by scope outwards; in a scope the class, then its superclasses. */
function inOrder(
  port: Looking,
  occasion: Asked,
  treesAt: (on: string, at: ScopeText) => readonly Tree[],
): readonly Tree[] {
  const { rules } = port
  const { classes } = rules
  const lineage = namesAsked(occasion, classes)
  if (!lineage.some((on) => rules.wants(on))) return none
  const scopes = occasion.scopes ?? scopesOf(port, occasion)
  // What failed is asked only about its failing: of the rest those around it were told already.
  const isFailed = occasion.item !== undefined && classes.is(occasion.on, "SubactivityFailed")
  let found: readonly Tree[] = none
  for (const at of scopes) {
    const isItself = isFailed && at === scopes[0]
    const names = isItself ? lineage.filter((on) => classes.is(on, "SubactivityFailed")) : lineage
    for (const on of names) {
      const trees = treesAt(on, at)
      // Mostly there is one, if any.
      if (trees.length > 0) found = found.length === 0 ? trees : [...found, ...withoutRepeats(trees, found)]
    }
  }
  return found
}

/** A handler of several events is asked once where it is bound: about the nearest of them. */
function withoutRepeats(trees: readonly Tree[], asked: readonly Tree[]): readonly Tree[] {
  const isAsked = ({ bound, at }: Tree) =>
    bound !== undefined && asked.some((other) => other.at === at && other.bound?.handler === bound.handler)
  return trees.some(isAsked) ? trees.filter((tree) => !isAsked(tree)) : trees
}

export function eventOf({ on, by, parameters, from, ...own }: Omit<Occasion, "depth" | "only">): JsonObject {
  const { at, case: caseId, item } = from ?? own
  // Undoing is no event of its own class, but part of what is done about another.
  const name = on === "compensating" ? (parameters.class ?? on) : on
  return { ...parameters, class: name, at, by, case: caseId, ...(item && { item }) }
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
const nobodyToAsk = { walks: none, advices: none }

function adviceOf(tree: Tree, node: TreeNode): Advice | undefined {
  if (node.conclusion === undefined) return undefined
  const advice = { conclusion: node.conclusion, tree: tree.key, node: node.id }
  if (tree.bound === undefined) return advice
  const { handler, solves } = tree.bound
  return { ...advice, handler, ...(node.with && { with: node.with }), ...(solves !== undefined && { solves }) }
}
