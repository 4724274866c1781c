import type { Node } from "./syntax.ts"
import { termText } from "./term-text.ts"

/** A sum of terms, each with a factor, and a number: what comparisons of numbers are about. */
export interface Linear {
  readonly terms: ReadonlyMap<string, number>
  readonly constant: number
}

/** That a sum is below zero, at most zero, or zero. */
export interface Inequality extends Linear {
  readonly is: "<" | "<=" | "=="
}

/** A value as a sum; what cannot be taken apart is a term by itself. Undefined: it is no number. */
export function linearOf(node: Node): Linear | undefined {
  switch (node.kind) {
    case "literal":
      return typeof node.value === "number" ? { terms: new Map(), constant: node.value } : undefined
    case "name":
    case "field":
    case "index":
    case "call":
    case "choice":
      return { terms: new Map([[termText(node), 1]]), constant: 0 }
    case "minus": {
      const of = linearOf(node.of)
      return of && scaled(of, -1)
    }
    case "arithmetic":
      return ofArithmetic(node)
    default:
      return undefined
  }
}

export function scaled({ terms, constant }: Linear, by: number): Linear {
  return { terms: new Map([...terms].map(([term, factor]) => [term, factor * by])), constant: constant * by }
}

export function sumOf(one: Linear, other: Linear): Linear {
  const terms = new Map(one.terms)
  for (const [term, factor] of other.terms) {
    const sum = (terms.get(term) ?? 0) + factor
    if (sum === 0) terms.delete(term)
    else terms.set(term, sum)
  }
  return { terms, constant: one.constant + other.constant }
}

/**
 * Whether numbers could satisfy all of them, by eliminating one term after the other (Fourier and Motzkin). True where that takes too
 * long to tell.
 */
export function areFeasible(inequalities: readonly Inequality[]): boolean {
  let left: readonly Inequality[] = inequalities.flatMap((each) =>
    each.is === "=="
      ? [
          { ...each, is: "<=" as const },
          { ...scaled(each, -1), is: "<=" as const },
        ]
      : [each],
  )
  for (;;) {
    if (left.some(({ terms, constant, is }) => terms.size === 0 && (is === "<" ? constant >= 0 : constant > TINY)))
      return false
    const open = left.filter(({ terms }) => terms.size > 0)
    const term = open[0]?.terms.keys().next().value
    if (term === undefined) return true
    const [above, below, rest] = split(open, term)
    if (above.length * below.length + rest.length > MOST_INEQUALITIES) return true
    left = [...rest, ...above.flatMap((one) => below.map((other) => together(one, other, term)))]
  }
}

const MOST_INEQUALITIES = 400
/** What may have come of reckoning with fractions. */
const TINY = 1e-9

function ofArithmetic(node: Extract<Node, { readonly kind: "arithmetic" }>): Linear | undefined {
  const [left, right] = [linearOf(node.left), linearOf(node.right)]
  if (left === undefined || right === undefined) return undefined
  const itself: Linear = { terms: new Map([[termText(node), 1]]), constant: 0 }
  switch (node.operator) {
    case "+":
      return sumOf(left, right)
    case "-":
      return sumOf(left, scaled(right, -1))
    case "*":
      return right.terms.size === 0
        ? scaled(left, right.constant)
        : left.terms.size === 0
          ? scaled(right, left.constant)
          : itself
    case "/":
      return right.terms.size === 0 && right.constant !== 0 ? scaled(left, 1 / right.constant) : itself
    case "%":
      return itself
  }
}

function split(inequalities: readonly Inequality[], term: string) {
  const above: Inequality[] = []
  const below: Inequality[] = []
  const rest: Inequality[] = []
  for (const each of inequalities) {
    const factor = each.terms.get(term) ?? 0
    ;(factor > 0 ? above : factor < 0 ? below : rest).push(each)
  }
  return [above, below, rest] as const
}

/** Without the term, which is bounded by one of them from above and by the other from below. */
function together(above: Inequality, below: Inequality, term: string): Inequality {
  const [a, b] = [above.terms.get(term) ?? 1, -(below.terms.get(term) ?? -1)]
  const { terms, constant } = sumOf(scaled(above, b), scaled(below, a))
  const without = new Map(terms)
  without.delete(term)
  return { terms: without, constant, is: above.is === "<" || below.is === "<" ? "<" : "<=" }
}
