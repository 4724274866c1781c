import { LAST_MOMENT } from "../expressions/time.ts"
import { zonePeriod } from "../expressions/zones.ts"
import type { Absence, AgentDefinition, Hours } from "../model/organisation.ts"

/** There at that moment: within his hours, if he has any, and not away. */
export function isPresent({ away, hours }: AgentDefinition, now: number): boolean {
  if (away.length > 0 && away.some((absence) => covers(absence, now))) return false
  return hours === undefined || isWithin(hours, now)
}

/** The first moment from then on at which he is there; undefined: never. */
export function nextPresence({ away, hours }: AgentDefinition, from: number): number | undefined {
  let at = from
  // Each turn but the last gets past an absence.
  for (let turn = 0; turn <= away.length && at < LAST_MOMENT; turn++) {
    const begun = hours === undefined ? at : nextWithin(hours, at)
    if (begun === undefined) return undefined
    const absences = away.filter((absence) => covers(absence, begun))
    if (absences.length === 0) return begun
    at = Math.max(...absences.map(({ to }) => to))
  }
  return undefined
}

/** The beginning of the next absence after that moment. */
export function nextAbsence(agent: AgentDefinition | undefined, after: number): number | undefined {
  const beginnings = (agent?.away ?? []).flatMap(({ from }) => (from > after ? from : []))
  return beginnings.length === 0 ? undefined : Math.min(...beginnings)
}

/** Those named to stand in for him at that moment, as they are written. Nobody stands in outside of his hours. */
export function standInsOf({ away }: AgentDefinition, now: number): readonly string[] {
  const standIns: string[] = []
  for (const absence of away) if (absence.standIn !== undefined && covers(absence, now)) standIns.push(absence.standIn)
  return standIns
}

const covers = ({ from, to }: Absence, now: number): boolean => from <= now && now < to

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const WEEK = 7 * DAY
/** 1970 began on a Thursday, and weeks begin on Mondays. */
const FIRST_MONDAY = 4 * DAY

function isWithin({ timeZone, spans }: Hours, now: number): boolean {
  const clock = clockOf(now, zonePeriod(timeZone, now).ahead)
  return spans.some((span) => beginning(span) <= clock && clock < ending(span))
}

/** Clocks that are put forward or back in between are followed as they go: what counts is what they show. */
function nextWithin(hours: Hours, from: number): number | undefined {
  const spans = hours.spans.filter((span) => span.from < span.to)
  if (spans.length === 0) return undefined
  for (let at = from; at < LAST_MOMENT; ) {
    if (isWithin(hours, at)) return at
    const { ahead, to } = zonePeriod(hours.timeZone, at)
    const clock = clockOf(at, ahead)
    const waits = spans.map((span) => (beginning(span) - clock + WEEK) % WEEK)
    const next = at + Math.min(...waits)
    if (next < to) return next
    at = to
  }
  return undefined
}

/** Milliseconds since Monday began, as clocks there show it. */
function clockOf(now: number, ahead: number): number {
  return (((now + ahead - FIRST_MONDAY) % WEEK) + WEEK) % WEEK
}

type Span = Hours["spans"][number]
const beginning = ({ day, from }: Span): number => (day - 1) * DAY + from * MINUTE
const ending = ({ day, to }: Span): number => (day - 1) * DAY + to * MINUTE
