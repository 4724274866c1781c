import type { Path } from "../messages/findings.ts"
import type { Json, JsonObject } from "../messages/json.ts"
import { meant, quoted } from "./names.ts"
import { type ReadReport, wrong, wrongKey } from "./read-finding.ts"
import type { Reader } from "./read-value.ts"
import { SCOPED_KEYS } from "./scoped-keys.ts"

/** A map whose keys are words of the language, and what it is, for messages: "the task 'sellTickets'". */
export interface Fields {
  readonly map: JsonObject
  readonly path: Path
  readonly what: string
  readonly report: ReadReport
}

/** Tells every key that has no meaning there, and what to do about those people are tempted to write. */
export function checkKeys(
  { map, path, what, report }: Fields,
  known: readonly string[],
  tempting: ReadonlyMap<string, string> = ELSEWHERE,
): void {
  for (const key of Object.keys(map)) {
    if (known.includes(key)) continue
    const remedy = tempting.get(key) ?? meant(key, known, `Known here: ${known.join(", ")}.`)
    wrongKey(report, "UNKNOWN_KEY", [...path, key], `The key ${quoted(key)} means nothing in ${what}.`, remedy)
  }
}

/** The value under a key, read; undefined if it is not there or wrong. */
export function optional<T>(fields: Fields, key: string, reader: Reader<T>): T | undefined {
  const value = fieldOf(fields.map, key)
  return value === undefined ? undefined : reader(value, [...fields.path, key], `'${key}'`, fields.report)
}

/** The same, and tells if it is not there. */
export function required<T>(fields: Fields, key: string, reader: Reader<T>, remedy: string): T | undefined {
  if (has(fields.map, key)) return optional(fields, key, reader)
  const message = `The key '${key}' is missing in ${fields.what}.`
  return wrong(fields.report, "MISSING_KEY", [...fields.path, key], message, remedy)
}

/** Tells if keys that exclude each other stand side by side. */
export function checkEither({ map, path, what, report }: Fields, keys: readonly string[], remedy: string): void {
  const [first, second] = keys.filter((key) => has(map, key))
  if (first === undefined || second === undefined) return
  wrongKey(
    report,
    "CONTRADICTION",
    [...path, second],
    `The keys '${first}' and '${second}' in ${what} exclude each other.`,
    remedy,
  )
}

/** Keys of the map only, never what every JavaScript object has. */
export function fieldOf(map: JsonObject, key: string): Json | undefined {
  return has(map, key) ? map[key] : undefined
}

export function has(map: JsonObject, key: string): boolean {
  return Object.hasOwn(map, key)
}

/** The fields that are there: with `exactOptionalPropertyTypes` an absent one and an undefined one differ. */
export function present<T extends object>(fields: T): Present<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Present<T>
}

type Present<T> = { readonly [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  readonly [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>
}

const ON_SCOPES = "It stands on a task, an activity or the process; put the blocks into an activity to give it to them."
const ON_ACTIVITIES = "It stands on an activity or the process."
/** Keys people are tempted to write where they do not belong. */
const ELSEWHERE: ReadonlyMap<string, string> = new Map([
  ...[...SCOPED_KEYS, "deadline"].map((key) => [key, ON_SCOPES] as const),
  ["budget", ON_ACTIVITIES],
  ["aside", ON_ACTIVITIES],
  ["then", "It stands only on blocks directly in 'aside'."],
  ["on", "It stands on a task, an activity or a 'forEach'."],
])
