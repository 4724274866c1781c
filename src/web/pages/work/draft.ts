import type { Json, JsonObject } from "../../../messages/json.ts"

/**
 * What somebody has typed into an item's form and nobody has been told yet: of each field he changed, what it was when he did and
 * what it is to be. What he left alone follows the item. Null is no value.
 */
export type Draft = Readonly<Record<string, { readonly from: Json; readonly to: Json }>>

export const nothingTyped: Draft = {}

/** The values a form shows: those of the item, and over them what was typed. */
export function shownIn(draft: Draft, data: JsonObject): JsonObject {
  const typed = Object.entries(draft).map(([name, { to }]): [string, Json] => [name, to])
  return withoutNulls({ ...data, ...Object.fromEntries(typed) })
}

/** The draft after the form has these values. What is as it was is not typed any more. */
export function typedInto(draft: Draft, data: JsonObject, shown: JsonObject): Draft {
  const before = shownIn(draft, data)
  const names = new Set([...Object.keys(before), ...Object.keys(shown)])
  const next: Record<string, Draft[string]> = { ...draft }
  for (const name of names) {
    if (isSame(before[name], shown[name])) continue
    const from = draft[name]?.from ?? data[name] ?? null
    const to = shown[name] ?? null
    if (isSame(data[name] ?? null, to)) delete next[name]
    else next[name] = { from, to }
  }
  return next
}

/** What is to be written. */
export function outputOf(draft: Draft): JsonObject {
  return Object.fromEntries(Object.entries(draft).map(([name, { to }]) => [name, to]))
}

/** The fields that have no value: completing would leave them as they are. */
export function leftEmpty<Field extends { readonly name: string }>(
  fields: readonly Field[],
  value: JsonObject,
): readonly Field[] {
  return fields.filter(({ name }) => value[name] === undefined || value[name] === null)
}

/** The fields that somebody else has changed since they were typed into. */
export function overtaken(draft: Draft, data: JsonObject): readonly string[] {
  return Object.entries(draft)
    .filter(([name, { from, to }]) => !isSame(data[name] ?? null, from) && !isSame(data[name] ?? null, to))
    .map(([name]) => name)
}

/** The draft without what the item itself has by now: it was saved. */
export function stillTyped(draft: Draft, data: JsonObject): Draft {
  return Object.fromEntries(Object.entries(draft).filter(([name, { to }]) => !isSame(data[name] ?? null, to)))
}

export function without(draft: Draft, name: string): Draft {
  const { [name]: _, ...rest } = draft
  return rest
}

/** As a browser kept it; what cannot be understood is no draft. */
export function draftFrom(text: string | null): Draft {
  try {
    const kept: unknown = JSON.parse(text ?? "{}")
    const isDraft =
      typeof kept === "object" &&
      kept !== null &&
      Object.values(kept).every((each) => typeof each === "object" && each !== null && "from" in each && "to" in each)
    return isDraft ? (kept as Draft) : nothingTyped
  } catch {
    return nothingTyped
  }
}

function withoutNulls(data: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(data).filter(([, value]) => value !== null))
}

/** Whatever the order of their names. */
function isSame(one: Json | undefined, other: Json | undefined): boolean {
  if (one === other) return true
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) return false
  if (Array.isArray(one) !== Array.isArray(other)) return false
  const [here, there] = [Object.entries(one), new Map(Object.entries(other))]
  return here.length === there.size && here.every(([name, value]) => there.has(name) && isSame(value, there.get(name)))
}
