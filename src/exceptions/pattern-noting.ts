import { compileExpression, type Expression, isExpression } from "../expressions/expression.ts"
import { formatMoment, parseDuration } from "../expressions/time.ts"
import type { EventOf } from "../messages/events.ts"
import type { Occurrence } from "../messages/handling.ts"
import type { Json, JsonObject } from "../messages/json.ts"
import { namesOfException } from "../model/names-of-exception.ts"
import type { Happening } from "./happening.ts"
import { membersOf, type NamedPattern } from "./pattern.ts"
import { isWithin, matchOf } from "./pattern-match.ts"
import type { Reacting } from "./reacting.ts"

/** So many occurrences are kept for one pattern of one family; then the oldest goes. */
export const mostKept = 1000
/** Patterns that match because others do, in one decision, and still find no rest. */
const mostMatches = 1000

/** Something that may be part of a pattern has happened: it is kept, and what matches with it is told. */
export function noteOccurrence(reacting: Reacting, happening: Happening, depth: number): void {
  const { patterns } = reacting.port.rules
  if (patterns.size === 0 || reacting.matches > mostMatches) return
  for (const pattern of [...patterns.values()]) {
    const members = membersOf(pattern.pattern)
    const names = happening.names.filter((name) => members.has(name))
    if (names.length > 0) note(reacting, pattern, { ...happening, names }, depth)
  }
}

/** The same for an exception: it is an event of its class and of those above. */
export function noteException(reacting: Reacting, raised: EventOf<"ExceptionRaised">, depth: number): void {
  const { classes, patterns } = reacting.port.rules
  if (patterns.size === 0) return
  const { exception: of, class: name, case: id, item, at, parameters } = raised
  const names = classes.lineage(name)
  noteOccurrence(
    reacting,
    { case: id, ...(item && { item }), at, of, parameters, names, namesIn: () => names },
    Math.max(depth, raised.depth ?? 0),
  )
}

function note(reacting: Reacting, pattern: NamedPattern, happening: Happening, depth: number): void {
  const { port, draft } = reacting
  const { case: id, item, at, names, parameters } = happening
  const event = { ...parameters, class: names[0] ?? "", at, by: port.by, case: id, ...(item && { item }) }
  const key = keyOf(pattern, event)
  if (key === undefined) return
  const kept = draft.patterns.get(pattern.name)?.kept ?? []
  const fresh = kept.filter((each) => isWithin(each.at, port.now, windowOf(pattern)))
  const occurrence: Omit<Occurrence, "case"> = {
    number: port.version + 1,
    at: port.now,
    names,
    ...(item && { item }),
    event,
    ...(pattern.by !== undefined && { key }),
  }
  const alike = fresh.filter(({ key: other = null }) => isSame(other, key))
  const match = matchOf(pattern, [...alike, { ...occurrence, case: id }])
  // What makes a match is used up at once, and takes nobody's place.
  const isCrowded = match === undefined && fresh.length >= mostKept
  const left = new Set(isCrowded ? fresh.slice(fresh.length - mostKept + 1) : fresh)
  const dropped = kept.filter((each) => !left.has(each)).map(({ number }) => number)
  reacting.record({
    type: "PatternNoted",
    pattern: pattern.name,
    case: id,
    occurrence,
    ...(dropped.length > 0 && { dropped }),
    ...(isCrowded && { isCrowded }),
  })
  if (match) tell(reacting, pattern, happening, match, depth)
}

/** The match is used up, and an event of the pattern's name happens where its last member did. */
function tell(
  reacting: Reacting,
  { name }: NamedPattern,
  { case: id, item, at, names, of }: Happening,
  match: readonly Occurrence[],
  depth: number,
): void {
  reacting.matches++
  reacting.record({ type: "PatternMatched", pattern: name, case: id, members: match.map(({ number }) => number) })
  const moments = match.map((occurrence) => occurrence.at)
  reacting.happen({
    type: "EventRaised",
    name,
    case: id,
    ...(item && { item }),
    at,
    parameters: {
      first: formatMoment(Math.min(...moments)),
      last: formatMoment(Math.max(...moments)),
      count: match.length,
      events: match.map(({ event }) => event),
    },
    depth,
    ...(of && namesOfException(names, reacting.port.rules.patterns).includes(name) && { of }),
  })
}

/** What its members have in common, for this one; undefined: that cannot be told, so it belongs to none. */
function keyOf({ by }: NamedPattern, event: JsonObject): Json | undefined {
  if (by === undefined) return null
  const outcome = compiledBy(by.source)?.evaluate({ value: (name) => (name === "event" ? event : undefined) })
  return outcome?.ok ? outcome.value : undefined
}

function compiledBy(source: string): Expression | undefined {
  const known = compiled.get(source)
  if (known) return known
  const expression = compileExpression(source, { names: { event: { map: "any" } } })
  if (!isExpression(expression)) return undefined
  if (compiled.size > mostCompiled) compiled.clear()
  compiled.set(source, expression)
  return expression
}

const compiled = new Map<string, Expression>()
const mostCompiled = 1000

const isSame = (one: Json, other: Json): boolean => JSON.stringify(one) === JSON.stringify(other)

const windowOf = ({ within, pattern }: NamedPattern) => {
  const text = within ?? pattern.within
  return text === undefined ? undefined : parseDuration(text)
}
