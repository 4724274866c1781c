import type { Path } from "../messages/findings.ts"
import type { Json, JsonObject } from "../messages/json.ts"
import { didYouMeanName, nearestName, quoted } from "./names.ts"
import { type ReadReport, wrong, wrongKey } from "./read-finding.ts"
import type { Reader } from "./read-value.ts"
import { elsewhere, type Tempting } from "./tempting-keys.ts"

/** A map whose keys are words of the language, and what it is, for messages: "the task 'sellTickets'". */
export interface Fields {
  readonly map: JsonObject
  readonly path: Path
  readonly what: string
  readonly report: ReadReport
}

/** Tells every key that has no meaning there, and what to do about those people are tempted to write. */
export function checkKeys(fields: Fields, known: readonly string[], tempting: Tempting = elsewhere): void {
  for (const [key, value] of Object.entries(fields.map))
    if (!known.includes(key)) tellUnknown(fields, key, known, tempting(key, value))
}

/** Tells a key that has no meaning. One that nearly has is read as what was meant, so that what stands under it is looked at too. */
export function tellUnknown(
  { map, path, what, report }: Fields,
  key: string,
  known: readonly string[],
  tempting?: string,
): void {
  const near = tempting === undefined ? nearestName(key, known) : undefined
  const remedy = tempting ?? (near === undefined ? `Known here: ${known.join(", ")}.` : didYouMeanName(near))
  wrongKey(report, "UNKNOWN_KEY", [...path, key], `The key ${quoted(key)} means nothing in ${what}.`, remedy)
  if (near === undefined || has(map, near)) return
  const slips = misspelt.get(map) ?? new Map<string, string>()
  misspelt.set(map, slips)
  if (!slips.has(near)) slips.set(near, key)
}

/** Keys that were meant, and how they were written. */
const misspelt = new WeakMap<JsonObject, Map<string, string>>()

/** The key as it was written. */
export const writtenAs = (map: JsonObject, key: string): string =>
  has(map, key) ? key : (misspelt.get(map)?.get(key) ?? key)

/** The value under a key, read; undefined if it is not there or wrong. */
export function optional<T>(fields: Fields, key: string, reader: Reader<T>): T | undefined {
  const written = writtenAs(fields.map, key)
  const value = fieldOf(fields.map, written)
  return value === undefined ? undefined : reader(value, [...fields.path, written], `'${key}'`, fields.report)
}

/** The same, and tells if it is not there. */
export function required<T>(fields: Fields, key: string, reader: Reader<T>, remedy: string): T | undefined {
  if (has(fields.map, writtenAs(fields.map, key))) return optional(fields, key, reader)
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
