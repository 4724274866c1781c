import type { Expression } from "../expressions/expression.ts"
import { canAllBe, type Surroundings } from "../expressions/possible.ts"
import type { PlaceId } from "../messages/events.ts"
import { type Node, type Process, stepNames } from "../model/net.ts"
import { factsOfType, STATES } from "./rule-surroundings.ts"

/** What a node may give its tokens to, one list for each way it may go. */
export interface WaysOut {
  readonly ways: readonly (readonly PlaceId[])[]
  /** False: there are more ways than are worth listing. */
  readonly isAll: boolean
}

/**
 * Data is not known, so every branch of a split is possible, unless its conditions say otherwise: constant ones, opposites, and
 * what several say of the same value. That none holds, or that one cannot be told, is not a way to go: that is told elsewhere.
 */
export function waysOut(process: Process, { split, outputs }: Pick<Node, "split" | "outputs">): WaysOut {
  const places = outputs.map(({ place }) => place)
  if (split === "and" || outputs.length < 2) return { ways: [places], isAll: true }
  const branches = outputs.flatMap(({ place, when }) => (when ? [{ place, when }] : []))
  const [otherwise] = outputs.filter(({ when }) => when === undefined).map(({ place }) => place)
  const canBe = possibility(process, branches)
  if (split === "xor") return { ways: oneOf(branches, otherwise, canBe), isAll: true }
  if (branches.length > MOST_BRANCHES) return someOf(places)
  return { ways: anyOf(branches, otherwise, canBe), isAll: true }
}

interface Branch {
  readonly place: PlaceId
  readonly when: Expression
}

/** Whether these hold and those do not. */
type CanBe = (holding: readonly Branch[], failing: readonly Branch[]) => boolean

/** Conditions about different things may be so or not, each for itself: most are, and need no thought. */
function possibility(process: Process, branches: readonly Branch[]): CanBe {
  const seen = new Set<string>()
  const isPlain = branches.every(({ when: { names, calls } }) => {
    const isNew = [...names].every((name) => !seen.has(name) && !isBounded(process, name))
    for (const name of names) seen.add(name)
    return names.size > 0 && calls.size === 0 && isNew
  })
  if (isPlain) return () => true
  const around = surroundings(process)
  const claims = (of: readonly Branch[], holds: boolean) => of.map(({ when: { source } }) => ({ source, holds }))
  return (holding, failing) => canAllBe([...claims(holding, true), ...claims(failing, false)], around)
}

function isBounded({ variables }: Process, name: string): boolean {
  const type = variables.get(name)
  return type?.min !== undefined || type?.max !== undefined || type?.enum !== undefined || STATES.has(name)
}

/** As for rules, except that a condition without its values goes no way at all. */
function surroundings(process: Process): Surroundings {
  return {
    sets: STATES,
    isInOneSet: (step) => stepNames(process).has(step),
    term(text) {
      const type = process.variables.get(text)
      return { ...(type && factsOfType(type)), isPresent: true }
    },
  }
}

/** The first that holds. */
function oneOf(branches: readonly Branch[], otherwise: PlaceId | undefined, canBe: CanBe): readonly PlaceId[][] {
  const chosen = branches.flatMap((branch, index) => (canBe([branch], branches.slice(0, index)) ? [branch.place] : []))
  if (otherwise !== undefined && canBe([], branches)) chosen.push(otherwise)
  return [...new Set(chosen)].map((place) => [place])
}

/** All that hold, few before many. */
function anyOf(branches: readonly Branch[], otherwise: PlaceId | undefined, canBe: CanBe): readonly PlaceId[][] {
  const ways: PlaceId[][] = []
  for (let number = 1; number < 2 ** branches.length; number++) {
    const holding = branches.filter((_, index) => (number >> index) & 1)
    const failing = branches.filter((_, index) => !((number >> index) & 1))
    if (canBe(holding, failing)) ways.push(holding.map(({ place }) => place))
  }
  if (otherwise !== undefined && canBe([], branches)) ways.push([otherwise])
  return ways.toSorted((one, other) => one.length - other.length)
}

const MOST_BRANCHES = 8

/** One of them, all of them, all but one, and every two. */
function someOf(places: readonly PlaceId[]): WaysOut {
  const pairs = places.flatMap((one, index) => places.slice(index + 1).map((other) => [one, other]))
  const most = places.map((_, left) => places.filter((_, index) => index !== left))
  return { ways: [...places.map((place) => [place]), ...pairs, ...most, places], isAll: false }
}
