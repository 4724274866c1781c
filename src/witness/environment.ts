import type { Item } from "../engine/family.ts"
import { isHeld } from "../engine/holds.ts"
import { publicName } from "../engine/raise.ts"
import { numberOf } from "../messages/ids.ts"
import type { Json } from "../messages/json.ts"
import type { Process } from "../model/net.ts"
import { placeOfScope } from "../model/scope-text.ts"
import {
  advanceWay,
  answerWay,
  joinWays,
  type Knowing,
  liveItems,
  messageWays,
  nodeOfItem,
  removalWays,
  sharedWrites,
  type Way,
  waysToEnd,
  waysToRaise,
  wayToBegin,
} from "./moves.ts"
import { nextDue, type Played } from "./play.ts"

/** Something that may come from outside at any time: a trigger or another event, or a message that rules wait for. */
export interface Outside {
  readonly name: string
  /** `removal`: somebody ends the process or task of that name; `join`: somebody starts that process under the family's case number;
   * `write`: a case that joined writes that variable, which it shares. */
  readonly kind: "case" | "item" | "message" | "removal" | "join" | "write"
  /** The scopes of the rules that want it. */
  readonly at: readonly string[]
}

/** Ways to go on that belong together. */
export interface Going {
  /** Those with fewer values first. */
  ways(): Iterable<Way>
  /** Whether it is part of what goes on by itself; `alone`: nobody looks at it, so it may come before all else. */
  readonly isInside: boolean | "alone"
  readonly price: number
  /** The number of the case it is work in. */
  readonly case?: number
}

/** What can happen next: work and waits, questions of runs, the clock where rules go by it, and what comes from outside. */
export function* waysFrom(knowing: Knowing, played: Played, outside: readonly Outside[]): Generator<Going> {
  const items = firstOfEach(played)
  const free = items.filter((item) => isFree(knowing, played, item))
  for (const isQuiet of [true, false]) {
    for (const item of free) {
      if (isQuiet !== isUnseen(knowing, played, item)) continue
      yield {
        ways: () => waysToEnd(knowing, played, item),
        isInside: isQuiet ? "alone" : true,
        price: 0,
        case: numberOf(item.case),
      }
      if (mattersWhenBegun(knowing, played, item))
        yield { ways: () => [wayToBegin(knowing, played, item)], isInside: true, price: 0 }
    }
  }
  yield { ways: () => answers(knowing, played), isInside: true, price: 0 }
  const due = nextDue(played)
  if (due !== undefined && isAwaited(knowing, played, due))
    yield { ways: () => [advanceWay(knowing, played, Math.max(0, due - played.now))], isInside: true, price: 0 }
  for (const event of outside)
    yield { ways: () => waysFromOutside(knowing, played, event, items), isInside: false, price: 1 }
}

/** Of several items of one place, the oldest. */
function firstOfEach(played: Played): readonly Item[] {
  const found = new Map<string, Item>()
  for (const item of liveItems(played)) {
    const key = `${item.case} ${item.frame} ${item.task}`
    if (!found.has(key)) found.set(key, item)
  }
  return [...found.values()]
}

function isFree({ stage }: Knowing, { state }: Played, item: Item): boolean {
  const found = state.cases.get(item.case)
  const process = found && stage.processes.find(found.process, found.version)
  const isWork = item.kind === "work" || item.kind === "program" || item.kind === "wait"
  return isWork && process !== undefined && !isHeldByOthers(state, item, process)
}

/** That no program is there holds an item only until somebody does it by hand: that is tried. */
function isHeldByOthers(state: Played["state"], item: Item, process: Process): boolean {
  return item.kind !== "program" && isHeld(state, item, process)
}

function isUnseen({ stage, constants }: Knowing, played: Played, item: Item): boolean {
  return !constants.words.has(publicName(item.task)) && !nodeOfItem(stage, played, item).contested
}

function mattersWhenBegun({ constants }: Knowing, { state }: Played, item: Item): boolean {
  if (item.kind !== "work" || item.status === "started") return false
  if (constants.begun.has(publicName(item.task))) return true
  if (!constants.begunIn.has(state.cases.get(item.case)?.process ?? "")) return false
  return ![...state.items.values()].some(
    (other) => other.case === item.case && other.status === "started" && other.kind === "work",
  )
}

/** A run's question may be answered with each of its choices. */
function* answers(knowing: Knowing, played: Played): Generator<Way> {
  const asked = [...played.handling.interventions.values()]
    .filter(({ run, exception }) => run !== undefined && exception === undefined)
    .toSorted((one, other) => numberOf(one.id) - numberOf(other.id))
  const [first] = asked
  if (first === undefined) return
  const choices: readonly Json[] = first.choices ?? [true]
  for (const answer of choices) yield answerWay(knowing, played, first, { do: "confirm", answer })
}

/** Time alone brings nothing that matters where nobody waits for it: a deadline that passes asks a person. */
function isAwaited({ constants }: Knowing, { state, handling }: Played, due: number): boolean {
  for (const timer of state.timers.values()) {
    if (timer.dueAt !== due) continue
    if (timer.purpose === "wait" || constants.looksAtClock) return true
    const own = handling.timers.get(timer.id)
    if (own?.about.startsWith("again ") || own?.about.startsWith("clock ")) return true
  }
  return false
}

function* waysFromOutside(
  knowing: Knowing,
  played: Played,
  { name, kind, at }: Outside,
  items: readonly Item[],
): Generator<Way> {
  const running = [...played.state.cases.values()].filter(({ state }) => state === "running")
  const places = at.map(placeOfScope)
  if (kind === "message") {
    yield* messageWays(knowing, played, name)
    return
  }
  if (kind === "join") {
    yield* joinWays(knowing, played, name)
    return
  }
  if (kind === "write") {
    yield* sharedWrites(knowing, played, name)
    return
  }
  if (kind === "removal") {
    yield* removalWays(knowing, played, name)
    return
  }
  if (kind === "case") {
    const meant = running.filter(({ process }) =>
      places.some((place) => place.process === undefined || place.process === process),
    )
    const [first] = meant.length > 0 ? meant : running
    if (first) yield* waysToRaise(knowing, played, name, { case: first.id })
    return
  }
  for (const item of items) {
    if (item.kind !== "work" && item.kind !== "program") continue
    const process = played.state.cases.get(item.case)?.process
    const isThere = places.some(
      (place) =>
        (place.process === undefined || place.process === process) &&
        (place.task === undefined || place.task === publicName(item.task)),
    )
    if (isThere) yield* waysToRaise(knowing, played, name, { case: item.case, item })
  }
}
