import { addDuration, parseDuration } from "../expressions/time.ts"
import type { Occurrence } from "../messages/handling.ts"
import type { CaseId, ItemId } from "../messages/ids.ts"
import type { Json } from "../messages/json.ts"
import { type NamedPattern, type Pattern, partsOf } from "./pattern.ts"
import { isWithin } from "./pattern-match.ts"

/** How far a pattern has come in a family. */
export interface PatternProgress {
  readonly pattern: string
  /** What the events seen have in common, where the pattern asks for that. */
  readonly key?: Json
  /** What may still become part of a match, oldest first. */
  readonly seen: readonly SeenEvent[]
  readonly since?: number
  /** When the oldest of them is too old. */
  readonly until?: number
  /** What has not happened yet, in words. */
  readonly missing: string
}

export interface SeenEvent {
  readonly event: string
  readonly at: number
  readonly case: CaseId
  readonly item?: ItemId
}

/** One for each value the pattern's members have to share; one that nothing has been seen of is wanting everything. */
export function progressOf(
  definition: NamedPattern,
  kept: readonly Occurrence[],
  now: number,
): readonly PatternProgress[] {
  const { name, pattern } = definition
  const text = definition.within ?? pattern.within
  const window = text === undefined ? undefined : parseDuration(text)
  const fresh = kept.filter(({ at }) => isWithin(at, now, window))
  if (fresh.length === 0) return [{ pattern: name, seen: [], missing: wholeText(pattern) }]
  const byKey = Map.groupBy(fresh, ({ key = null }) => JSON.stringify(key))
  return [...byKey.values()].map((seen): PatternProgress => {
    const [first] = seen
    const since = first?.at ?? now
    return {
      pattern: name,
      ...(definition.by && { key: first?.key ?? null }),
      seen: seen.map(({ names, at, case: id, item }) => ({
        event: names[0] ?? "",
        at,
        case: id,
        ...(item && { item }),
      })),
      since,
      ...(window && { until: addDuration(since, window) }),
      missing: new Taking(seen).missing(pattern, -1).text,
    }
  })
}

/** `a, then b`, `a and b`, `a or b`; the same several times is counted. */
export function wholeText(pattern: Pattern): string {
  return "event" in pattern
    ? pattern.event
    : joined(
        pattern,
        partsOf(pattern).map((part) => nestedText(part)),
      )
}

/** Gives what has been seen to the members, oldest first, and tells what is left over. */
class Taking {
  readonly #left: Set<Occurrence>

  constructor(seen: readonly Occurrence[]) {
    this.#left = new Set(seen)
  }

  /** An empty text: nothing. `last` is the number of the newest that was taken. */
  missing(pattern: Pattern, after: number): { readonly text: string; readonly last: number } {
    if ("event" in pattern) return this.#take(pattern.event, after)
    if ("any" in pattern) return this.#any(pattern, after)
    const texts: string[] = []
    let last = after
    for (const part of partsOf(pattern)) {
      const isWaiting = "sequence" in pattern && texts.length > 0
      const found = isWaiting
        ? { text: nestedText(part), last }
        : this.missing(part, "sequence" in pattern ? last : after)
      last = Math.max(last, found.last)
      if (found.text !== "") texts.push(found.text)
    }
    return { text: joined(pattern, texts.length === 1 ? texts : texts.map(inBrackets)), last }
  }

  #take(event: string, after: number) {
    for (const each of this.#left) {
      if (each.number <= after || !each.names.includes(event)) continue
      this.#left.delete(each)
      return { text: "", last: each.number }
    }
    return { text: event, last: after }
  }

  #any(pattern: Pattern, after: number) {
    const left = [...this.#left]
    const texts: string[] = []
    for (const part of partsOf(pattern)) {
      const found = this.missing(part, after)
      if (found.text === "") return found
      texts.push(inBrackets(found.text))
      for (const each of left) this.#left.add(each)
    }
    return { text: joined(pattern, texts), last: after }
  }
}

const nestedText = (pattern: Pattern): string => inBrackets(wholeText(pattern))

/** What is more than one thing is kept apart from what stands around it. */
function inBrackets(text: string): string {
  return / and | or |, then /.test(text) && !text.startsWith("(") ? `(${text})` : text
}

function joined(pattern: Pattern, texts: readonly string[]): string {
  const counted: { text: string; count: number }[] = []
  for (const text of texts) {
    const same = "any" in pattern ? undefined : counted.at(-1)
    if (same?.text === text) same.count++
    else counted.push({ text, count: 1 })
  }
  const word = "sequence" in pattern ? ", then " : "any" in pattern ? " or " : " and "
  return counted.map(({ text, count }) => (count === 1 ? text : `${count} × ${text}`)).join(word)
}
