import type { Path } from "../messages/findings.ts"
import type { Json } from "../messages/json.ts"
import type { RuleConclusion } from "../messages/steps.ts"
import type { Interruptible } from "./interruptible.ts"
import { readConclusion } from "./read-conclusion.ts"
import { readEvents } from "./read-event.ts"
import { checkEither, type Fields, has, optional, present, required, tellUnknown, writtenAs } from "./read-fields.ts"
import type { ReadReport } from "./read-finding.ts"
import { readScope } from "./read-scope.ts"
import { type Reader, readExpression, readFlag, readList, readMap, readText } from "./read-value.ts"
import type { RuleDefinition, TreeDefinition } from "./repertoire.ts"
import type { Locate } from "./source.ts"

/** The trees under `rules`, rule by rule; what cannot be read is left out. */
export function* readingRules(
  value: Json,
  path: Path,
  locate: Locate,
  report: ReadReport,
): Interruptible<readonly TreeDefinition[]> {
  const trees: TreeDefinition[] = []
  for (const [index, entry] of (readList(value, path, "'rules'", report) ?? []).entries()) {
    yield
    for (const tree of yield* readRule(entry, [...path, index], locate, report)) trees.push(tree)
  }
  return trees
}

/** A tree, a tree of one node, or an ordered list of them. */
function* readRule(
  value: Json,
  path: Path,
  locate: Locate,
  report: ReadReport,
): Interruptible<readonly TreeDefinition[]> {
  const map = readMap(value, path, "An entry of 'rules'", report)
  if (map === undefined) return []
  const fields = { map, path, what: "the rule", report }
  checkEither(fields, ["tree", "first"], "Keep the one that is meant.")
  const at = required(fields, "at", readScope, "Write 'at: process/task', 'at: process' or 'at: everywhere'.")
  const found = has(map, "first") ? yield* readOrdered(fields) : yield* readSingle(fields)
  return at === undefined ? [] : found.map((tree) => ({ ...tree, at, locate }))
}

type Found = Omit<TreeDefinition, "at" | "locate">

function* readSingle(fields: Fields): Interruptible<readonly Found[]> {
  const hasTree = has(fields.map, "tree")
  const keys = has(fields.map, "then") ? NODE_KEYS : [...NODE_KEYS, "tree", "first"]
  checkRuleKeys(fields, ["on", "at", ...(hasTree ? ["tree"] : keys)], hasTree ? IN_NODES : new Map())
  const isTree = has(fields.map, writtenAs(fields.map, "tree"))
  const events = required(fields, "on", readEvents, ON_REMEDY)
  const on = events?.[0] ?? ""
  const nodes = isTree ? yield* readNodes(fields, "tree", on) : yield* readOnly(fields, on)
  // The same rules for each event, as trees of their own: what is learnt about one says nothing of the other.
  return nodes ? (events ?? []).map((event) => ({ on: event, nodes, path: fields.path })) : []
}

/** Each entry has an event of its own; entries for the same one are each other's else. */
function* readOrdered(fields: Fields): Interruptible<readonly Found[]> {
  checkRuleKeys(fields, ["at", "first", "tree"], new Map(["on", ...NODE_KEYS].map((key) => [key, IN_ENTRIES])))
  const trees = new Map<string, { readonly nodes: RuleDefinition[]; readonly path: Path }>()
  const entries = optional(fields, "first", readList) ?? []
  if (entries.length === 0 && Array.isArray(fields.map.first))
    fields.report(emptyTree([...fields.path, "first"], "'first'"))
  for (const [index, entry] of entries.entries()) {
    const path = [...fields.path, "first", index]
    const map = readMap(entry, path, "An entry of 'first'", fields.report)
    if (map === undefined) continue
    const own = { map, path, what: "the rule", report: fields.report }
    checkRuleKeys(own, ["on", ...NODE_KEYS], new Map([["at", "It stands once for the whole list, beside 'first'."]]))
    const events = required(own, "on", readEvents, ON_REMEDY)
    const nodes = yield* readOnly(own, events?.[0] ?? "")
    for (const event of events ?? []) {
      const tree = trees.get(event) ?? { nodes: [], path }
      tree.nodes.push(...nodes)
      trees.set(event, tree)
    }
    yield
  }
  return [...trees].map(([on, tree]) => ({ on, ...tree }))
}

/** The short form: one node, whose condition may be left out. */
function* readOnly(fields: Fields, on: string): Interruptible<readonly RuleDefinition[]> {
  const said = required(fields, "then", readConclusion(on), "Name an exlet, write steps, or 'nothing'.")
  const then = said && withSolves(fields, said)
  const condition = has(fields.map, "if")
    ? optional(fields, "if", readExpression)
    : { source: "true", path: fields.path }
  const rest = yield* readRest(fields, on)
  return condition && then ? [{ if: condition, then, ...rest }] : []
}

function* readNodes(fields: Fields, key: string, on: string): Interruptible<readonly RuleDefinition[] | undefined> {
  const reading = optional(fields, key, readTree(on))
  return reading && (yield* reading)
}

/** Entries of one list are each other's else. */
function readTree(on: string): Reader<Interruptible<readonly RuleDefinition[] | undefined>> {
  return function* (value, path, what, report) {
    const list = readList(value, path, what, report)
    if (list === undefined) return undefined
    if (list.length === 0 && what === "'tree'") report(emptyTree(path, what))
    const nodes: RuleDefinition[] = []
    for (const [index, entry] of list.entries()) {
      const place = [...path, index]
      const map = readMap(entry, place, `An entry of ${what}`, report)
      if (map) for (const node of yield* readNode({ map, path: place, what: "the rule", report }, on)) nodes.push(node)
      yield
    }
    return nodes
  }
}

function* readNode(fields: Fields, on: string): Interruptible<readonly RuleDefinition[]> {
  checkRuleKeys(fields, NODE_KEYS, ELSEWHERE)
  const condition = required(fields, "if", readExpression, "Write a condition; 'if: true' always holds.")
  const said = optional(fields, "then", readConclusion(on))
  const then = said && withSolves(fields, said)
  const rest = yield* readRest(fields, on)
  return condition ? [{ if: condition, ...present({ then }), ...rest }] : []
}

/** Only what has steps can be said to solve something, or not to. */
function withSolves(fields: Fields, conclusion: RuleConclusion): RuleConclusion {
  const solves = optional(fields, "solves", readFlag)
  const hasSteps = conclusion.kind === "exlet" || conclusion.kind === "steps"
  return solves === undefined || !hasSteps ? conclusion : { ...conclusion, solves }
}

function* readRest(fields: Fields, on: string) {
  const { map, path } = fields
  const then = writtenAs(map, "then")
  return {
    except: (yield* readNodes(fields, "except", on)) ?? [],
    ...present({ title: optional(fields, "title", readText) }),
    ...(has(map, then) && { thenPath: [...path, then], thenSource: map[then] ?? null }),
    path,
  }
}

/** Tells every key that has no meaning there, and where those stand that people are tempted to write. */
function checkRuleKeys(fields: Fields, known: readonly string[], tempting: Tempting): void {
  for (const key of Object.keys(fields.map))
    if (!known.includes(key)) tellUnknown(fields, key, known, tempting.get(key) ?? ELSEWHERE.get(key))
}

type Tempting = ReadonlyMap<string, string>

const NODE_KEYS = ["if", "then", "solves", "except", "title"] as const
const ON_REMEDY = "Say on which checkpoint, class or event: 'on: itemPre'."
const IN_ENTRIES = "It stands in the entries of 'first'."
const IN_NODES: Tempting = new Map(NODE_KEYS.map((key) => [key, "It stands in the entries of 'tree'."]))
const ELSEWHERE: Tempting = new Map([
  ["on", "It stands once for the whole tree, beside 'at'."],
  ["at", "It stands once for the whole tree, beside 'on'."],
  ["else", "The next entry of the same list is asked when this one does not hold."],
  ["when", "A rule's condition is 'if'."],
  ["do", "What a rule does stands under 'then'."],
])

function emptyTree(path: Path, what: string) {
  const message = `There are no rules in ${what}.`
  return { code: "EMPTY", severity: "warning", path, message, remedy: "Write rules, or learn them later." } as const
}
