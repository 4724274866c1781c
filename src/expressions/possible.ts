import type { Json } from "../messages/json.ts"
import { areFeasible, type Inequality, linearOf, scaled, sumOf } from "./linear.ts"
import { NEGATED } from "./negated.ts"
import { isFinding, parse } from "./parse.ts"
import { type Node, type NodeOf, partsOf } from "./syntax.ts"
import { termText } from "./term-text.ts"

/** That a condition holds, or that it does not: a condition that cannot be evaluated does not hold. */
export interface Claim {
  readonly source: string
  readonly holds: boolean
}

/** What is known of a name or a field, as it is written: `budget`, `event.amount`. */
export interface TermFacts {
  readonly type?: "number" | "string" | "boolean"
  readonly isWhole?: boolean
  readonly min?: number
  readonly max?: number
  /** All it can be. */
  readonly values?: readonly Json[]
  /** It always has a value. */
  readonly isPresent?: boolean
}

export interface Surroundings {
  term(text: string): TermFacts
  /** The names that are lists of which each name given is in exactly one, and whether that is so for a name. */
  readonly sets: ReadonlySet<string>
  isInOneSet(name: string): boolean
  /** A class and all that are one: what is so of `isA(term, "Class")` is so of a term that is one of these. Undefined: too many to tell. */
  below?(name: string): readonly string[] | undefined
  /** What `class("buyer")` is; undefined: nobody knows. */
  classOf?(path: string): string | undefined
}

/**
 * Whether all claims could be true of the same data. False is certain: whatever the data, they are not. Comparisons of sums with
 * each other, of texts and of true and false are understood; everything else may be so or not.
 */
export function canAllBe(claims: readonly Claim[], around: Surroundings): boolean {
  let goals: List<Goal>
  for (const { source, holds } of claims.toReversed()) {
    const node = parsed(source)
    if (node) goals = { first: { node, want: holds ? "true" : "notTrue" }, rest: goals }
  }
  return new Branches(around).canBe(goals, undefined)
}

/** The same conditions are asked about again and again, each time with others. */
function parsed(source: string): Node | undefined {
  const known = nodes.get(source)
  if (known !== undefined) return known ?? undefined
  const node = parse(source)
  if (nodes.size >= MOST_PARSED) nodes.clear()
  nodes.set(source, isFinding(node) ? null : node)
  return isFinding(node) ? undefined : node
}

const nodes = new Map<string, Node | null>()
const MOST_PARSED = 1000

/** Branches share what they have in common. */
type List<Value> = { readonly first: Value; readonly rest: List<Value> } | undefined

function before<Value>(values: readonly Value[], rest: List<Value>): List<Value> {
  let list = rest
  for (const first of values.toReversed()) list = { first, rest: list }
  return list
}

interface Goal {
  readonly node: Node
  /** True; false; or anything else, which may also be that it cannot be evaluated. */
  readonly want: "true" | "false" | "notTrue" | "notFalse"
}

/** One thing that is so. */
type Fact =
  | { readonly kind: "sum"; readonly inequality: Inequality; readonly terms: readonly string[] }
  | {
      readonly kind: "unequal"
      readonly one: Inequality
      readonly other: Inequality
      readonly terms: readonly string[]
    }
  | { readonly kind: "is"; readonly term: string; readonly value: string | boolean; readonly holds: boolean }
  /** One of these terms has no value, or none that fits. */
  | { readonly kind: "fails"; readonly terms: readonly string[]; readonly asNumber: boolean }
  | { readonly kind: "never" }

function inOrder(newestFirst: List<Fact>): readonly Fact[] {
  const facts: Fact[] = []
  for (let list = newestFirst; list; list = list.rest) facts.push(list.first)
  return facts.reverse()
}

const OPPOSITE = { true: "false", false: "true", notTrue: "notFalse", notFalse: "notTrue" } as const

class Branches {
  readonly #around: Surroundings
  #left = 4000

  constructor(around: Surroundings) {
    this.#around = around
  }

  /** `facts`: the newest first. */
  canBe(goals: List<Goal>, facts: List<Fact>): boolean {
    // Nobody can tell in reasonable time.
    if (this.#left-- <= 0) return true
    if (goals === undefined) return this.#areConsistent(inOrder(facts))
    const { first, rest } = goals
    return this.#waysTo(first).some(
      ({ goals: more, facts: found }) =>
        !found.some(({ kind }) => kind === "never") &&
        this.canBe(before(more, rest), before(found.toReversed(), facts)),
    )
  }

  #waysTo({ node, want }: Goal): readonly { readonly goals: readonly Goal[]; readonly facts: readonly Fact[] }[] {
    const all = (operands: readonly Node[], each: Goal["want"]) => [
      { goals: operands.map((operand) => ({ node: operand, want: each })), facts: [] },
    ]
    const some = (operands: readonly Node[], each: Goal["want"]) =>
      operands.map((operand) => ({ goals: [{ node: operand, want: each }], facts: [] }))
    switch (node.kind) {
      case "not":
        return all([node.of], OPPOSITE[want])
      case "and":
        return want === "true" || want === "notFalse" ? all(node.operands, want) : some(node.operands, want)
      case "or":
        return want === "false" || want === "notTrue" ? all(node.operands, want) : some(node.operands, want)
      default: {
        const same = this.#rewritten(node)
        if (same) return all([same], want)
        return this.#factsFor(node, want).map((facts) => ({ goals: [], facts }))
      }
    }
  }

  /** The same said with `&&`, `||` and simple comparisons. */
  #rewritten(node: Node): Node | undefined {
    const { start, end } = node
    const place = { start, end }
    if (node.kind === "in" && node.right.kind === "list") {
      const { left } = node
      const operands = node.right.elements.map(
        (right): Node => ({ ...place, kind: "comparison", operator: "==", left, right }),
      )
      return operands.length === 0 ? { ...place, kind: "literal", value: false } : { ...place, kind: "or", operands }
    }
    const one = this.#oneOf(node)
    if (one) return one
    const [set] = node.kind === "call" ? node.arguments : []
    if (node.kind === "call" && node.name === "subsetOf" && node.receiver?.kind === "list" && set?.kind === "name") {
      const operands = node.receiver.elements.map((left): Node => ({ ...place, kind: "in", left, right: set }))
      return operands.length === 0 ? { ...place, kind: "literal", value: true } : { ...place, kind: "and", operands }
    }
    if (node.kind !== "comparison" || (node.operator !== "==" && node.operator !== "!=")) return undefined
    const [side, other] = isBoolean(node.left) ? [node.left, node.right] : [node.right, node.left]
    if (!isBoolean(side) || isBoolean(other)) return undefined
    return side.value === (node.operator === "==") ? other : { ...place, kind: "not", of: other }
  }

  /** `isA(event.class, "Late")`: the class is one of those below. */
  #oneOf(node: Node): Node | undefined {
    if (node.kind !== "call" || node.name !== "isA" || node.receiver !== undefined) return undefined
    const [left, about] = node.arguments
    if (left === undefined || about?.kind !== "literal" || typeof about.value !== "string") return undefined
    const { start, end } = node
    const all = this.#around.below?.(about.value)
    if (all === undefined) return undefined
    const its = this.#classOf(left)
    if (its !== undefined) return { kind: "literal", value: all.includes(its), start, end }
    const elements = all.map((value): Node => ({ kind: "literal", value, start, end }))
    return { kind: "in", left, right: { kind: "list", elements, start, end }, start, end }
  }

  #classOf(node: Node): string | undefined {
    if (node.kind !== "call" || node.name !== "class" || node.receiver !== undefined) return undefined
    const [path] = node.arguments
    if (path?.kind !== "literal" || typeof path.value !== "string") return undefined
    return this.#around.classOf?.(path.value)
  }

  #factsFor(node: Node, want: Goal["want"]): readonly (readonly Fact[])[] {
    const holds = want === "true" || want === "notFalse"
    const mayFail = want === "notTrue" || want === "notFalse"
    if (node.kind === "literal")
      return typeof node.value === "boolean" && (node.value === holds || false) ? [[]] : [[never]]
    const membership = this.#stateOf(node)
    if (membership) return [[{ kind: "is", term: membership.term, value: membership.set, holds }]]
    const terms = leavesOf(node)
    const known = this.#known(node, terms, holds)
    return mayFail ? [...known, [{ kind: "fails", terms, asNumber: isOrder(node) }]] : known
  }

  #known(node: Node, terms: readonly string[], holds: boolean): readonly (readonly Fact[])[] {
    if (node.kind !== "comparison") return [[{ kind: "is", term: termText(node), value: true, holds }]]
    const { operator, left, right } = node
    const isEquality = operator === "==" || operator === "!="
    const text = isEquality ? (textBeside(left, right) ?? textBeside(right, left)) : undefined
    if (text) return [[{ kind: "is", term: text.term, value: text.value, holds: holds === (operator === "==") }]]
    if (isEquality && isNull(left) !== isNull(right)) {
      const subject = isNull(left) ? right : left
      // A name without a value cannot be compared, not even with nothing.
      if (subject.kind === "name" && holds === (operator === "==")) return [[never]]
    }
    const [one, other] = [linearOf(left), linearOf(right)]
    if (one === undefined || other === undefined) return [[{ kind: "is", term: termText(node), value: true, holds }]]
    const difference = sumOf(one, scaled(other, -1))
    const asked = holds ? operator : NEGATED[operator]
    const below: Inequality = { ...difference, is: "<" }
    const above: Inequality = { ...scaled(difference, -1), is: "<" }
    switch (asked) {
      case "<":
        return [[{ kind: "sum", inequality: below, terms }]]
      case "<=":
        return [[{ kind: "sum", inequality: { ...below, is: "<=" }, terms }]]
      case ">":
        return [[{ kind: "sum", inequality: above, terms }]]
      case ">=":
        return [[{ kind: "sum", inequality: { ...above, is: "<=" }, terms }]]
      case "==":
        return [[{ kind: "sum", inequality: { ...below, is: "==" }, terms }]]
      case "!=":
        return [[{ kind: "unequal", one: below, other: above, terms }]]
    }
  }

  /** `"B2" in done`: the state of B2 is one of those there are. */
  #stateOf(node: Node): { readonly term: string; readonly set: string } | undefined {
    if (node.kind !== "in" || node.right.kind !== "name" || !this.#around.sets.has(node.right.name)) return undefined
    if (node.left.kind !== "literal" || typeof node.left.value !== "string") return undefined
    const name = node.left.value
    return this.#around.isInOneSet(name) ? { term: stateTerm(name), set: node.right.name } : undefined
  }

  #areConsistent(facts: readonly Fact[]): boolean {
    const values = new Map<string, { is?: string | boolean; isNot: Set<string | boolean> }>()
    const numbers = new Set<string>()
    const present = new Set<string>()
    for (const fact of facts) {
      if (fact.kind === "sum" || fact.kind === "unequal")
        for (const term of fact.terms) {
          present.add(term)
          if (fact.kind === "sum" && (fact.inequality.is !== "==" || fact.inequality.terms.size === 1))
            numbers.add(term)
        }
      if (fact.kind !== "is") continue
      present.add(fact.term)
      const known = values.get(fact.term) ?? { isNot: new Set() }
      values.set(fact.term, known)
      if (typeof fact.value === "boolean") {
        const value = fact.value === fact.holds
        if (known.is !== undefined && known.is !== value) return false
        known.is = value
      } else if (!fact.holds) known.isNot.add(fact.value)
      else if (known.is !== undefined && known.is !== fact.value) return false
      else known.is = fact.value
    }
    for (const [term, { is, isNot }] of values) {
      if (is !== undefined && isNot.has(is)) return false
      const all = this.#allOf(term)
      if (all === undefined) continue
      if (is !== undefined ? !all.includes(is) : all.every((value) => isNot.has(value as string))) return false
    }
    for (const fact of facts)
      if (fact.kind === "fails" && !fact.terms.some((term) => this.#mayFail(term, fact.asNumber, present, numbers)))
        return false
    return this.#areFeasible(facts, present)
  }

  #allOf(term: string): readonly Json[] | undefined {
    if (isState(term)) return [...this.#around.sets]
    return this.#around.term(term).values
  }

  #mayFail(term: string, asNumber: boolean, present: ReadonlySet<string>, numbers: ReadonlySet<string>): boolean {
    const { isPresent, type } = this.#around.term(term)
    if (!isPresent && !present.has(term)) return true
    return asNumber && type !== "number" && !numbers.has(term)
  }

  #areFeasible(facts: readonly Fact[], terms: ReadonlySet<string>): boolean {
    const sums: Inequality[] = []
    const unequal: Extract<Fact, { readonly kind: "unequal" }>[] = []
    for (const fact of facts) {
      if (fact.kind === "sum") sums.push(this.#whole(fact.inequality))
      if (fact.kind === "unequal") unequal.push(fact)
    }
    if (sums.length === 0 && unequal.length === 0) return true
    for (const term of terms) {
      const { min, max } = this.#around.term(term)
      if (min !== undefined) sums.push({ terms: new Map([[term, -1]]), constant: min, is: "<=" })
      if (max !== undefined) sums.push({ terms: new Map([[term, 1]]), constant: -max, is: "<=" })
    }
    const tryAll = (index: number, more: readonly Inequality[]): boolean => {
      const next = unequal[index]
      if (next === undefined || index >= MOST_UNEQUAL) return areFeasible(more)
      return [next.one, next.other].some((each) => tryAll(index + 1, [...more, this.#whole(each)]))
    }
    return tryAll(0, sums)
  }

  /** Among whole numbers, below is at least one below. */
  #whole(inequality: Inequality): Inequality {
    const { terms, constant, is } = inequality
    if (is !== "<") return inequality
    const isWhole = [...terms].every(([term, factor]) => Number.isInteger(factor) && this.#around.term(term).isWhole)
    return isWhole ? { terms, constant: Math.floor(constant) + 1, is: "<=" } : inequality
  }
}

const MOST_UNEQUAL = 5
const never: Fact = { kind: "never" }

const stateTerm = (name: string): string => `state of ${name}`
const isState = (term: string): boolean => term.startsWith("state of ")

function isOrder(node: Node): boolean {
  if (node.kind !== "comparison") return false
  const { operator, left, right } = node
  return (operator !== "==" && operator !== "!=") || left.kind === "arithmetic" || right.kind === "arithmetic"
}

function isBoolean(node: Node): node is NodeOf<"literal"> & { readonly value: boolean } {
  return node.kind === "literal" && typeof node.value === "boolean"
}

const isNull = (node: Node): boolean => node.kind === "literal" && node.value === null

function textBeside(term: Node, text: Node): { readonly term: string; readonly value: string } | undefined {
  if (text.kind !== "literal" || typeof text.value !== "string" || term.kind === "literal") return undefined
  return { term: termText(term), value: text.value }
}

/** What it takes its values from; what is more than names and fields is itself something that may fail. */
function leavesOf(node: Node): readonly string[] {
  switch (node.kind) {
    case "literal":
      return []
    case "comparison":
    case "minus":
    case "arithmetic": {
      const inner = partsOf(node).flatMap(leavesOf)
      const isRisky = node.kind === "arithmetic" && (node.operator === "/" || node.operator === "%")
      return isRisky ? [...inner, termText(node)] : inner
    }
    default:
      return [termText(node)]
  }
}
