import { addDuration, parseDuration } from "../expressions/time.ts"
import type { FamilyId } from "../messages/ids.ts"
import type { Json, JsonObject } from "../messages/json.ts"
import { MOST_LOOKED_AT, type PastQuestion } from "../model/past-functions.ts"
import type { Store } from "../store/port.ts"

export interface AskedFrom {
  readonly process: string
  /** Its own cases are not of the past. */
  readonly family: FamilyId
  readonly now: number
}

/** Answers what a condition asks about other cases of its process, from the newest of them. Two or a few indexed queries. */
export function pastOf(
  store: Pick<Store, "cases" | "answered">,
  below: (name: string) => readonly string[],
  question: PastQuestion,
  from: AskedFrom,
): Promise<JsonObject> {
  const within = parseDuration(question.within)
  const since = within === undefined ? from.now : addDuration(from.now, within, -1)
  return question.about === "cases"
    ? casesSince(store, since, from)
    : exceptionsSince(store, below(question.class), since, from)
}

/** What it says where there is nothing in the past. */
export function noPast({ about }: PastQuestion): JsonObject {
  return { ...nothing, ...(about === "exceptions" && { answers: {} }), last: [] }
}

const nothing = { count: 0, more: false, states: {} }
const MOST_SHOWN = 20
/** A class with more kinds than that is asked about with the nearest of them. */
const MOST_CLASSES = 20

async function casesSince(
  store: Pick<Store, "cases">,
  startedAfter: number,
  { process, family }: AskedFrom,
): Promise<JsonObject> {
  const rows = await store.cases({ process, startedAfter, order: "newest", limit: MOST_LOOKED_AT + 1 })
  const others = rows.slice(0, MOST_LOOKED_AT).filter((row) => row.family !== family)
  return {
    count: others.length,
    more: rows.length > MOST_LOOKED_AT,
    states: countedBy(others.map(({ state }) => state)),
    last: others.slice(0, MOST_SHOWN).map(({ id, number, state, startedAt, endedAt }) => ({
      case: id,
      ...(number !== undefined && { number }),
      state,
      startedAt: timeOf(startedAt),
      ...(endedAt !== undefined && { endedAt: timeOf(endedAt) }),
    })),
  }
}

async function exceptionsSince(
  store: Pick<Store, "answered">,
  classes: readonly string[],
  since: number,
  { process, family }: AskedFrom,
): Promise<JsonObject> {
  const found = await Promise.all(
    classes.slice(0, MOST_CLASSES).map((name) => store.answered({ class: name, process, limit: MOST_LOOKED_AT + 1 })),
  )
  const rows = found
    .flat()
    .filter((row) => row.raisedAt >= since)
    .toSorted((one, other) => other.raisedAt - one.raisedAt || (one.id < other.id ? 1 : -1))
  const others = rows.slice(0, MOST_LOOKED_AT).filter((row) => row.family !== family)
  return {
    count: others.length,
    more: rows.length > MOST_LOOKED_AT,
    states: countedBy(others.map(({ state }) => state)),
    answers: countedBy(others.flatMap(({ answer }) => answer?.says ?? [])),
    last: others.slice(0, MOST_SHOWN).map(
      (row): Json => ({
        case: row.case,
        class: row.class,
        at: row.at,
        state: row.state,
        raisedAt: timeOf(row.raisedAt),
        ...(row.answer && { answer: row.answer.says }),
      }),
    ),
  }
}

function countedBy(words: readonly string[]): JsonObject {
  const counts: Record<string, number> = {}
  for (const word of words) counts[word] = (counts[word] ?? 0) + 1
  return counts
}

const timeOf = (moment: number): string => new Date(moment).toISOString()
