import { isLive } from "../engine/family.ts"
import { publicName } from "../engine/raise.ts"
import type { JsonObject } from "../messages/json.ts"
import { STORY_BEGINS } from "../stories/read-story.ts"
import { type Knowing, liveItems, type Move, type Way, waysOf } from "./moves.ts"
import { namesBehind } from "./names-behind.ts"
import { curtain, type Played } from "./play.ts"

/** That it can really happen: the steps of a story, and how things stand after them. */
export interface Witness {
  readonly steps: readonly JsonObject[]
  readonly played: Played
}

export interface Seeking {
  /** What must be so at the end besides. */
  readonly goal?: (played: Played) => boolean
  /** How many commands may be tried. */
  readonly most?: number
}

/**
 * Finds data with which a list of moves can be made, one after the other, as the engine decides. Data is taken from what
 * conditions compare with. The same question has the same answer; undefined: none was found within the bound.
 */
export function findWitness(knowing: Knowing, moves: readonly Planned[], seeking: Seeking = {}): Witness | undefined {
  const search = new Search(knowing, seeking)
  const found = search.along(moves, curtain(Date.parse(STORY_BEGINS)), [])
  return "steps" in found ? found : undefined
}

/** A move, moves that depend on how things stand then, or something that must be so then; else with other values for these names it might be. */
export type Planned =
  | Move
  | { readonly then: (played: Played) => readonly Planned[] }
  | { readonly check: (played: Played) => "so" | ReadonlySet<string> | "anything" }

const MOST_TRIED = 5000

/** Why nothing was found: with other values for these names it might have been. */
interface Conflict {
  readonly blames: ReadonlySet<string> | "anything"
}

/** Goes on move by move; where it gets stuck, back to the last move that could have given other values. */
class Search {
  readonly #knowing: Knowing
  readonly #goal: (played: Played) => boolean
  #left: number

  constructor(knowing: Knowing, { goal = () => true, most = MOST_TRIED }: Seeking) {
    this.#knowing = knowing
    this.#goal = goal
    this.#left = most
  }

  along(moves: readonly Planned[], played: Played, steps: readonly JsonObject[]): Witness | Conflict {
    const [move, ...rest] = moves
    if (move === undefined) return this.#goal(played) ? { steps, played } : { blames: "anything" }
    if ("then" in move) return this.along([...move.then(played), ...rest], played, steps)
    if ("check" in move) {
      const verdict = move.check(played)
      return verdict === "so" ? this.along(rest, played, steps) : { blames: verdict }
    }
    let blames: Set<string> | "anything" = new Set()
    let wanted: ReadonlySet<string> | "anything" = "anything"
    let isPossible = false
    for (const way of waysOf(this.#knowing, played, move)) {
      isPossible = true
      if (!mayHelp(way, wanted)) continue
      if (this.#left-- <= 0) return { blames: new Set() }
      const outcome = way.go()
      if (outcome.ok && leadsTo(move, outcome.played)) {
        const found = this.along(rest, outcome.played, [...steps, way.step])
        if ("steps" in found) return found
        blames = united(blames, found.blames)
        wanted = found.blames
      } else blames = united(blames, outcome.ok ? this.#blamesFor(move, played) : "anything")
    }
    return { blames: isPossible ? blames : "anything" }
  }

  #blamesFor(move: Move, played: Played): ReadonlySet<string> | "anything" {
    if (!("complete" in move)) return "anything"
    const item = liveItems(played).find((each) => publicName(each.task) === move.complete)
    const names = item && namesBehind(this.#knowing.stage, played, item)
    return names === undefined || names.size === 0 ? "anything" : names
  }
}

/** Other values for what is not to blame lead to the same end. */
function mayHelp({ gives }: Way, wanted: ReadonlySet<string> | "anything"): boolean {
  return wanted === "anything" || gives.some((name) => wanted.has(name))
}

function united(one: Set<string> | "anything", other: ReadonlySet<string> | "anything"): Set<string> | "anything" {
  return one === "anything" || other === "anything" ? "anything" : new Set([...one, ...other])
}

function leadsTo(move: Move, played: Played): boolean {
  const { towards = [], without = [] } = "complete" in move || "begin" in move ? move : {}
  if (towards.length === 0 && without.length === 0) return true
  const reached = new Set<string>()
  for (const event of played.events) if (event.type === "ItemEnabled") reached.add(publicName(event.task))
  if (without.some((name) => reached.has(name))) return false
  for (const { marking } of played.state.frames.values()) for (const place of marking) reached.add(place)
  for (const item of played.state.items.values()) if (isLive(item)) reached.add(publicName(item.task))
  return towards.every((name) => reached.has(name))
}
