import type { PlaceId } from "../messages/events.ts"
import { type FlowNet, type Part, type Recipe, sameWay, type Way } from "./flow-net.ts"

/** A net while it is made smaller: parts are put and taken away, and it is known who gives to and takes from each place. */
export class Drawing {
  readonly net: FlowNet
  readonly parts: Map<string, Part>
  readonly #givers = new Map<PlaceId, Set<Part>>()
  readonly #takers = new Map<PlaceId, Set<Part>>()
  /** Parts around which something has changed. */
  readonly stirred = new Set<string>()

  constructor(net: FlowNet) {
    this.net = net
    this.parts = new Map()
    for (const part of net.parts.values()) this.put(part)
  }

  put(part: Part): void {
    this.parts.set(part.name, part)
    for (const place of part.inputs) linked(this.#takers, place).add(part)
    for (const place of part.outputs) linked(this.#givers, place).add(part)
    this.#stir(part)
  }

  takeAway(part: Part): void {
    this.parts.delete(part.name)
    for (const place of part.inputs) linked(this.#takers, place).delete(part)
    for (const place of part.outputs) linked(this.#givers, place).delete(part)
    this.#stir(part)
    this.stirred.delete(part.name)
  }

  replace(part: Part, by: Part): void {
    this.takeAway(part)
    this.put(by)
  }

  givers(place: PlaceId): ReadonlySet<Part> {
    return this.#givers.get(place) ?? none
  }

  takers(place: PlaceId): ReadonlySet<Part> {
    return this.#takers.get(place) ?? none
  }

  /** The only part that takes from a place; undefined if there are none or several. */
  onlyTaker(place: PlaceId): Part | undefined {
    return only(this.takers(place))
  }

  onlyGiver(place: PlaceId): Part | undefined {
    return only(this.givers(place))
  }

  /** Whether a place may be taken away. */
  isFree(place: PlaceId): boolean {
    return !this.net.kept.has(place)
  }

  marks(place: PlaceId): string {
    return this.net.marks.get(place) ?? ""
  }

  isContested({ inputs }: Part): boolean {
    return inputs.some((place) => this.takers(place).size > 1)
  }

  /** Whether tokens in these places and parts always go together, when something is cancelled. */
  isUniform(parts: readonly Part[], places: readonly PlaceId[]): boolean {
    const marks = [...parts.map((part) => part.marks), ...places.map((place) => this.marks(place))]
    return marks.every((each) => each === marks[0])
  }

  /** Whoever gave to `from` gives to `to`. */
  redirect(from: PlaceId, to: PlaceId): void {
    for (const giver of [...this.givers(from)]) {
      const renamed = (places: readonly PlaceId[]) => places.map((place) => (place === from ? to : place))
      this.replace(giver, {
        ...giver,
        outputs: [...new Set(renamed(giver.outputs))],
        ways: distinct(giver.ways.map(({ gives, recipe }) => ({ gives: renamed(gives), recipe }))),
      })
    }
  }

  finish(): FlowNet {
    const used = [...this.parts.values()].flatMap(({ inputs, outputs }) => [...inputs, ...outputs])
    const begun = this.net.beginnings.flat()
    return { ...this.net, parts: this.parts, places: new Set([...begun, this.net.end, ...this.net.kept, ...used]) }
  }

  #stir({ name, inputs, outputs }: Part): void {
    this.stirred.add(name)
    for (const place of [...inputs, ...outputs]) {
      for (const part of this.takers(place)) this.stirred.add(part.name)
      for (const part of this.givers(place)) this.stirred.add(part.name)
    }
  }
}

/** Ways that give the same become one. */
export function distinct(ways: readonly Way[]): readonly Way[] {
  const found: Way[] = []
  for (const way of ways) {
    const index = found.findIndex(({ gives }) => sameWay(gives, way.gives))
    const same = found[index]
    if (same === undefined) found.push(way)
    else found[index] = { gives: same.gives, recipe: oneOf([same.recipe, way.recipe]) }
  }
  return found
}

/** Nothing but the flow goes through it: it cancels nothing, and there is no other way out of it. */
export function isPlain({ cancels, detours, isAlone }: Part): boolean {
  return cancels === undefined && detours.length === 0 && !isAlone
}

/** The only place it ever gives to, one token each time. */
export function onlyOutput({ outputs, ways }: Part): PlaceId | undefined {
  const [place] = outputs
  return outputs.length === 1 && ways.every(({ gives }) => gives.length === 1) ? place : undefined
}

/** One of all its ways. */
export function anyWay({ ways }: Part): Recipe {
  return oneOf(ways.map(({ recipe }) => recipe))
}

export function oneOf(recipes: readonly Recipe[]): Recipe {
  const [first] = recipes
  return recipes.length === 1 && first ? first : { do: "one", of: recipes }
}

/** Whether it gives to one place each time, whichever that is. */
export function choosesOne({ split, outputs, ways }: Part): boolean {
  return (split === "xor" || outputs.length === 1) && ways.every(({ gives }) => gives.length === 1)
}

const none: ReadonlySet<Part> = new Set()

function linked(table: Map<PlaceId, Set<Part>>, place: PlaceId): Set<Part> {
  const parts = table.get(place)
  if (parts) return parts
  const fresh = new Set<Part>()
  table.set(place, fresh)
  return fresh
}

function only(parts: ReadonlySet<Part>): Part | undefined {
  const [first] = parts
  return parts.size === 1 ? first : undefined
}
