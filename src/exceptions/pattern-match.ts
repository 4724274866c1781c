import { addDuration, type Duration, parseDuration } from "../expressions/time.ts"
import type { Occurrence } from "../messages/handling.ts"
import type { NamedPattern, Pattern } from "./pattern.ts"

/** How many occurrences one search looks at before it gives up: a pattern of reasonable size needs a few dozen. */
const patience = 50_000

/**
 * The occurrences of a match that ends with the newest, in their order; undefined if there is none. `kept` is in the order of
 * happening, the newest last. Of several matches: the oldest occurrence for the first member, then for the second, and so on; of
 * `any` the first that can be had.
 */
export function matchOf(
  { pattern, within }: Pick<NamedPattern, "pattern" | "within">,
  kept: readonly Occurrence[],
): readonly Occurrence[] | undefined {
  const newest = kept.at(-1)
  return newest && new Search(kept, newest).run(pattern, within)
}

/** Whether a span of time is short enough. */
export function isWithin(first: number, last: number, window: Duration | undefined): boolean {
  return window === undefined || last <= addDuration(first, window)
}

/** A time span that all below must keep to, as far as they have been found. */
interface Window {
  readonly length: Duration
  first: number
  last: number
  readonly around: Window | undefined
}

/** What is left to be found after this; `last` is the newest number so far. False: look for another way. */
type Then = (last: number) => boolean

class Search {
  readonly #newest: Occurrence
  readonly #byName = new Map<string, Occurrence[]>()
  readonly #used = new Map<number, Occurrence>()
  #patience = patience

  constructor(kept: readonly Occurrence[], newest: Occurrence) {
    this.#newest = newest
    for (const occurrence of kept) {
      for (const name of occurrence.names) {
        const same = this.#byName.get(name)
        if (same) same.push(occurrence)
        else this.#byName.set(name, [occurrence])
      }
    }
  }

  run(pattern: Pattern, within: string | undefined): readonly Occurrence[] | undefined {
    if (!this.#isPossible(pattern)) return undefined
    const isFound = this.#find(pattern, -1, windowOf(within, undefined), true, () => true)
    return isFound ? [...this.#used.values()].sort((one, other) => one.number - other.number) : undefined
  }

  /** Whether each member has happened at all: without that no order and no window need be looked at. */
  #isPossible(pattern: Pattern): boolean {
    if ("event" in pattern) return this.#byName.has(pattern.event)
    if ("any" in pattern) return pattern.any.some((part) => this.#isPossible(part))
    return ("all" in pattern ? pattern.all : pattern.sequence).every((part) => this.#isPossible(part))
  }

  /** `isLast`: the newest occurrence must be in it. Everything in it comes after the number `after`. */
  #find(pattern: Pattern, after: number, around: Window | undefined, isLast: boolean, then: Then): boolean {
    const window = windowOf(pattern.within, around)
    if ("event" in pattern) return this.#pick(pattern.event, after, window, isLast, then)
    if ("any" in pattern) return pattern.any.some((part) => this.#find(part, after, window, isLast, then))
    if ("sequence" in pattern) return this.#inOrder(pattern.sequence, after, window, isLast, then)
    return this.#together(pattern.all, after, -1, window, isLast, then)
  }

  #inOrder(
    [part, ...rest]: readonly Pattern[],
    after: number,
    window: Window | undefined,
    isLast: boolean,
    then: Then,
  ): boolean {
    if (part === undefined) return then(after)
    return this.#find(part, after, window, isLast && rest.length === 0, (last) =>
      this.#inOrder(rest, last, window, isLast, then),
    )
  }

  #together(
    [part, ...rest]: readonly Pattern[],
    after: number,
    newest: number,
    window: Window | undefined,
    isLast: boolean,
    then: Then,
  ): boolean {
    if (part === undefined) return then(newest)
    const mustBeHere = isLast && rest.length === 0 && !this.#used.has(this.#newest.number)
    return this.#find(part, after, window, mustBeHere, (last) =>
      this.#together(rest, after, Math.max(newest, last), window, isLast, then),
    )
  }

  #pick(name: string, after: number, window: Window | undefined, isLast: boolean, then: Then): boolean {
    const newest = this.#newest
    const candidates = isLast ? (newest.names.includes(name) ? [newest] : []) : (this.#byName.get(name) ?? [])
    for (const candidate of candidates) {
      if (this.#patience-- <= 0) return false
      const { number, at } = candidate
      if (number <= after || this.#used.has(number) || !fits(at, window)) continue
      const before = widen(at, window)
      this.#used.set(number, candidate)
      if (then(number)) return true
      this.#used.delete(number)
      restore(window, before)
    }
    return false
  }
}

function windowOf(within: string | undefined, around: Window | undefined): Window | undefined {
  const length = within === undefined ? undefined : parseDuration(within)
  return length ? { length, first: Number.POSITIVE_INFINITY, last: Number.NEGATIVE_INFINITY, around } : around
}

function fits(at: number, window: Window | undefined): boolean {
  for (let each = window; each; each = each.around)
    if (!isWithin(Math.min(each.first, at), Math.max(each.last, at), each.length)) return false
  return true
}

type Spans = readonly (readonly [number, number])[]

function widen(at: number, window: Window | undefined): Spans {
  const before: [number, number][] = []
  for (let each = window; each; each = each.around) {
    before.push([each.first, each.last])
    each.first = Math.min(each.first, at)
    each.last = Math.max(each.last, at)
  }
  return before
}

function restore(window: Window | undefined, before: Spans): void {
  let index = 0
  for (let each = window; each; each = each.around) {
    const [first, last] = before[index++] ?? [each.first, each.last]
    each.first = first
    each.last = last
  }
}
