import type { UnitDefinition } from "../model/organisation.ts"
import { inverse, reachable } from "./reachable.ts"

/** The units there are and how they lie in one another. Never changed. */
export class Units {
  readonly definitions: ReadonlyMap<string, UnitDefinition>
  readonly #above = new Map<string, readonly string[]>()
  #children: ReadonlyMap<string, readonly string[]> | undefined

  constructor(definitions: ReadonlyMap<string, UnitDefinition>) {
    this.definitions = definitions
  }

  /** The unit and those it lies in, inner first. */
  above(unit: string): readonly string[] {
    const known = this.#above.get(unit)
    if (known) return known
    const above = [...reachable(unit, (name) => outerOf(this.definitions.get(name)))]
    this.#above.set(unit, above)
    return above
  }

  /** Several units and those they lie in, each once. */
  aboveAll(units: readonly string[]): readonly string[] {
    return [...reachable(units, (name) => outerOf(this.definitions.get(name)))]
  }

  /** The unit and all that lie in it, however deep; of several units, each once. */
  below(unit: string | readonly string[]): readonly string[] {
    this.#children ??= inverse(this.definitions, outerOf)
    const children = this.#children
    return [...reachable(unit, (name) => children.get(name) ?? [])]
  }

  isWithin(unit: string, outer: string): boolean {
    return this.above(unit).includes(outer)
  }

  /** Steps through the tree from one unit to another; infinite where no unit holds both. */
  distance(one: string, other: string): number {
    const from = this.above(one)
    const ways = this.above(other).map((unit, steps) => {
      const at = from.indexOf(unit)
      return at < 0 ? Number.POSITIVE_INFINITY : at + steps
    })
    return Math.min(...ways)
  }
}

const outerOf = (definition: UnitDefinition | undefined): readonly string[] =>
  definition?.in === undefined ? [] : [definition.in]
