import { compileExpression, type Expression, isExpression } from "../expressions/expression.ts"
import { isFinding, parse } from "../expressions/parse.ts"
import { type Node, partsOf } from "../expressions/syntax.ts"
import type { CapabilityDefinition } from "../model/organisation.ts"
import { capabilityVocabulary } from "../model/vocabulary.ts"

export interface Derivation {
  readonly source: string
  /** Absent: it makes no sense, and this is why. */
  readonly expression: Expression | string
  /** The names it asks for with `has`, as far as they are written out. */
  readonly asks: ReadonlySet<string>
}

/** The capabilities that are derived from others, and how they rest on one another. Never changed. */
export class Derivations {
  readonly definitions: ReadonlyMap<string, CapabilityDefinition>
  readonly #read = new Map<string, Derivation>()
  readonly #inOrder = new Map<string, readonly string[]>()
  readonly #restsOn = new Map<string, ReadonlySet<string>>()

  constructor(definitions: ReadonlyMap<string, CapabilityDefinition>) {
    this.definitions = definitions
  }

  /** Undefined for what is not derived. */
  of(token: string): Derivation | undefined {
    const known = this.#read.get(token)
    if (known) return known
    const definition = this.definitions.get(token)
    if (definition?.from === undefined) return undefined
    const derivation = read(definition, definition.from.source)
    this.#read.set(token, derivation)
    return derivation
  }

  /** All names it rests on, itself only if it goes in a circle. */
  restsOn(token: string): ReadonlySet<string> {
    const known = this.#restsOn.get(token)
    if (known) return known
    const rests = new Set(this.of(token)?.asks)
    // A set visits what is added to it on the way.
    for (const name of rests) for (const other of this.of(name)?.asks ?? []) rests.add(other)
    this.#restsOn.set(token, rests)
    return rests
  }

  /** A capability that rests on itself is never derived, whoever asks. */
  isCircular(token: string): boolean {
    return this.restsOn(token).has(token)
  }

  /** The derived capabilities it rests on, each before those that rest on it. */
  inOrder(token: string): readonly string[] {
    const known = this.#inOrder.get(token)
    if (known) return known
    const derived = [...this.restsOn(token)].filter((name) => this.of(name) !== undefined && !this.isCircular(name))
    // Whatever rests on another rests on all that one does, and on it.
    derived.sort((one, other) => this.restsOn(one).size - this.restsOn(other).size)
    this.#inOrder.set(token, derived)
    return derived
  }
}

// A definition is compiled once, however many organisations it is part of.
const derivations = new WeakMap<CapabilityDefinition, Derivation>()

function read(definition: CapabilityDefinition, source: string): Derivation {
  const known = derivations.get(definition)
  if (known) return known
  const compiled = compileExpression(source, capabilityVocabulary, "boolean")
  const expression = isExpression(compiled) ? compiled : (compiled[0]?.message ?? "It makes no sense.")
  const derivation = { source, expression, asks: asksOf(source) }
  derivations.set(definition, derivation)
  return derivation
}

function asksOf(source: string): ReadonlySet<string> {
  const tree = parse(source)
  const asks = new Set<string>()
  const nodes: Node[] = isFinding(tree) ? [] : [tree]
  for (let node = nodes.pop(); node !== undefined; node = nodes.pop()) {
    nodes.push(...partsOf(node))
    const [name] = node.kind === "call" && node.name === "has" && !node.receiver ? node.arguments : []
    if (name?.kind === "literal" && typeof name.value === "string") asks.add(name.value)
  }
  return asks
}
