import { combinations } from "../expressions/combinations.ts"
import type { PlaceId } from "../messages/events.ts"
import type { Node } from "../model/net.ts"

/** What a node may give its tokens to, one list for each way it may go. */
export interface WaysOut {
  readonly ways: readonly (readonly PlaceId[])[]
  /** False: there are more ways than are worth listing. */
  readonly isAll: boolean
}

/**
 * Data is not known, so every branch of a split is possible, unless its conditions say otherwise: constant ones, opposites, and
 * what several say of the same value. That no branch holds is a finding of its own.
 */
export function waysOut({ split, outputs }: Pick<Node, "split" | "outputs">): WaysOut {
  const places = outputs.map(({ place }) => place)
  if (split === "and" || outputs.length < 2) return { ways: [places], isAll: true }
  const conditions = outputs.flatMap(({ place, when }) => (when ? [{ place, source: when.source }] : []))
  const [otherwise] = outputs.filter(({ when }) => when === undefined)
  const together = combinations(conditions.map(({ source }) => source))
  if (together === undefined) return split === "xor" ? each(places) : some(places)
  const ways = new Map<string, readonly PlaceId[]>()
  for (const combination of together) {
    const holding = conditions.filter((_, index) => combination[index]).map(({ place }) => place)
    const chosen = split === "xor" ? holding.slice(0, 1) : holding
    if (chosen.length === 0 && otherwise) chosen.push(otherwise.place)
    if (chosen.length > 0) ways.set(chosen.join(), chosen)
  }
  return { ways: inOrder([...ways.values()], places), isAll: true }
}

function each(places: readonly PlaceId[]): WaysOut {
  return { ways: places.map((place) => [place]), isAll: true }
}

/** One of them, all of them, all but one, and every two. */
function some(places: readonly PlaceId[]): WaysOut {
  const pairs = places.flatMap((one, index) => places.slice(index + 1).map((other) => [one, other]))
  const most = places.map((_, left) => places.filter((_, index) => index !== left))
  return { ways: [...places.map((place) => [place]), places, ...most, ...pairs], isAll: false }
}

/** Few before many, and as they were written. */
function inOrder(ways: readonly (readonly PlaceId[])[], places: readonly PlaceId[]) {
  const rank = (way: readonly PlaceId[]) => places.indexOf(way[0] ?? "")
  return ways.toSorted((one, other) => one.length - other.length || rank(one) - rank(other))
}
