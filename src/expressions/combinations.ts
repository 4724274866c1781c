import { plainText, relationOf } from "./coverage.ts"
import { isFinding, parse } from "./parse.ts"
import type { ComparisonOperator, Node } from "./syntax.ts"

/**
 * Which of these conditions can hold together, each combination once: all that are not plainly impossible, because one is
 * constant, or they are each other's opposite, or compare the same thing with several values. Undefined: too many to list.
 */
export function combinations(sources: readonly string[], most = 256): readonly (readonly boolean[])[] | undefined {
  const matters = new Matters()
  const nodes = sources.map((source) => {
    const node = parse(source)
    return isFinding(node) ? undefined : node
  })
  for (const node of nodes) if (node) matters.note(node)
  const formulas = nodes.map((node) => (node ? matters.formula(node) : matters.truth(Symbol("unreadable"))))
  const found = new Map<string, readonly boolean[]>()
  for (const values of matters.everyWay() ?? []) {
    const combination = formulas.map((formula) => formula(values))
    found.set(combination.join(), combination)
    if (found.size > most) return undefined
  }
  return found.size === 0 ? undefined : [...found.values()]
}

/** Whether something holds, given which of its values each matter has. */
type Formula = (values: readonly number[]) => boolean

/** What conditions are about, each with the values that make a difference to them. */
class Matters {
  /** How many values each has. */
  readonly #sizes: number[] = []
  readonly #indexes = new Map<string | symbol, number>()
  readonly #numbers = new Map<string, Set<number>>()
  readonly #texts = new Map<string, Set<string>>()

  /** What each thing is compared with must be known before anything is made of it. */
  note(node: Node): void {
    if (node.kind === "not") this.note(node.of)
    else if (node.kind === "and" || node.kind === "or") for (const operand of node.operands) this.note(operand)
    else if (node.kind === "comparison") {
      const { term, value } = sidesOf(node) ?? {}
      if (term === undefined) return
      if (typeof value === "number") noted(this.#numbers, term, value)
      if (typeof value === "string") noted(this.#texts, term, value)
    }
  }

  formula(node: Node): Formula {
    switch (node.kind) {
      case "literal":
        return () => node.value === true
      case "not": {
        const inner = this.formula(node.of)
        return (values) => !inner(values)
      }
      case "and": {
        const inner = node.operands.map((operand) => this.formula(operand))
        return (values) => inner.every((formula) => formula(values))
      }
      case "or": {
        const inner = node.operands.map((operand) => this.formula(operand))
        return (values) => inner.some((formula) => formula(values))
      }
      case "comparison":
        return this.#comparison(node)
      default:
        return this.truth(plainText(node))
    }
  }

  /** Something that holds or not, whatever it is. */
  truth(key: string | symbol): Formula {
    const index = this.#index(key, 2)
    return (values) => values[index] === 1
  }

  /** Undefined: too many. */
  *everyWay(): Generator<readonly number[]> {
    const total = this.#sizes.reduce((product, size) => product * size, 1)
    if (total > MOST_WAYS) return
    for (let number = 0; number < total; number++) {
      let rest = number
      yield this.#sizes.map((size) => {
        const value = rest % size
        rest = Math.floor(rest / size)
        return value
      })
    }
  }

  #comparison(node: Node & { readonly kind: "comparison" }): Formula {
    const { left, right } = node
    if (isNumber(left) && isNumber(right)) {
      const holds = compared(left.value, node.operator, right.value)
      return () => holds
    }
    const sides = sidesOf(node)
    if (sides !== undefined) {
      const { term, value, operator } = sides
      if (typeof value === "boolean" && (operator === "==" || operator === "!=")) {
        const truth = this.truth(term)
        return (values) => (truth(values) === value) === (operator === "==")
      }
      if (typeof value === "number") {
        const points = between([...(this.#numbers.get(term) ?? [])])
        const index = this.#index(`${term} as number`, points.length)
        return (values) => compared(points[values[index] ?? 0] ?? 0, operator, value)
      }
      if (typeof value === "string" && (operator === "==" || operator === "!=")) {
        const texts = [...(this.#texts.get(term) ?? [])]
        const index = this.#index(`${term} as text`, texts.length + 1)
        return (values) => (texts[values[index] ?? 0] === value) === (operator === "==")
      }
    }
    const { between: pair = "", cases = 0 } = relationOf({ node, holds: true }) ?? {}
    const index = this.#index(pair, 3)
    return (values) => (cases & (1 << (values[index] ?? 0))) !== 0
  }

  #index(key: string | symbol, size: number): number {
    const known = this.#indexes.get(key)
    if (known !== undefined) return known
    this.#indexes.set(key, this.#sizes.length)
    return this.#sizes.push(size) - 1
  }
}

const MOST_WAYS = 4_096

interface Sides {
  readonly term: string
  readonly operator: ComparisonOperator
  readonly value: string | number | boolean
}

/** A comparison of something with a constant, the constant on the right. */
function sidesOf({ left, right, operator }: Node & { readonly kind: "comparison" }): Sides | undefined {
  if (right.kind === "literal" && right.value !== null && left.kind !== "literal")
    return { term: plainText(left), operator, value: right.value }
  if (left.kind === "literal" && left.value !== null && right.kind !== "literal")
    return { term: plainText(right), operator: MIRRORED[operator], value: left.value }
  return undefined
}

function isNumber(node: Node): node is Node & { readonly kind: "literal"; readonly value: number } {
  return node.kind === "literal" && typeof node.value === "number"
}

const MIRRORED = { "<": ">", "<=": ">=", ">": "<", ">=": "<=", "==": "==", "!=": "!=" } as const

/** The numbers given, and one on each side of each. */
function between(numbers: readonly number[]): readonly number[] {
  const sorted = [...numbers].sort((one, other) => one - other)
  const points: number[] = [(sorted[0] ?? 0) - 1]
  sorted.forEach((number, index) => {
    const next = sorted[index + 1]
    points.push(number, next === undefined ? number + 1 : (number + next) / 2)
  })
  return points
}

function compared(left: number, operator: ComparisonOperator, right: number): boolean {
  switch (operator) {
    case "<":
      return left < right
    case "<=":
      return left <= right
    case ">":
      return left > right
    case ">=":
      return left >= right
    case "==":
      return left === right
    case "!=":
      return left !== right
  }
}

function noted<Value>(table: Map<string, Set<Value>>, key: string, value: Value): void {
  const values = table.get(key)
  if (values) values.add(value)
  else table.set(key, new Set([value]))
}
