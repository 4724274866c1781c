import type { Json, JsonObject } from "../../messages/json.ts"
import type { FormField } from "../../model/forms.ts"
import { readDuration } from "../words/durations.ts"

export type Read =
  | { readonly ok: true; readonly value: Json | undefined }
  | { readonly ok: false; readonly problem: string }

/** What somebody wrote into a control, as a value of its type; an empty text is no value. */
export function readText({ type }: Pick<FormField, "type">, text: string): Read {
  const trimmed = text.trim()
  if (trimmed === "") return { ok: true, value: undefined }
  switch (type) {
    case "integer":
    case "number":
      return readNumber(type, trimmed.replace(/(?<=\d)[\s'’_](?=\d{3})/g, ""))
    case "date":
      return /^\d{4}-\d\d-\d\d$/.test(trimmed) && isDay(trimmed) ? read(trimmed) : wrong("This is not a date.")
    case "datetime": {
      const at = new Date(trimmed)
      return Number.isNaN(at.getTime()) ? wrong("This is no date and time.") : read(at.toISOString())
    }
    case "duration": {
      const duration = readDuration(trimmed)
      return duration === undefined ? wrong("Write it as in 2 days, 4 h 30 min or P2D.") : read(duration)
    }
    case "any":
    case "list":
    case "object":
      return readJson(type, text)
    default:
      return read(text)
  }
}

/** A value as a control shows it. */
export function textOf({ type }: Pick<FormField, "type">, value: Json | undefined): string {
  if (isUnread(value)) return value[unread]
  if (value === undefined || value === null) return ""
  if (type === "datetime" && typeof value === "string") return localTime(value)
  if (type === "any" && typeof value === "string") return looksLikeJson(value) ? JSON.stringify(value) : value
  if (typeof value === "string") return value
  return typeof value === "object" ? JSON.stringify(value, undefined, 2) : String(value)
}

/** What cannot be read is kept in its place as it was written, so that nothing typed is lost and nobody takes it for a value. */
export interface Unread extends JsonObject {
  readonly "~unread": string
}

export const notRead = (text: string): Unread => ({ [unread]: text })

export function isUnread(value: Json | undefined): value is Unread {
  return isObject(value) && typeof value[unread] === "string"
}

/** The value with the defaults of fields that have none, at any depth. */
export function withDefaults(fields: readonly FormField[], value: JsonObject): JsonObject {
  const filled = fields.flatMap((field): [string, Json][] => {
    const own = filledIn(field, value[field.name])
    return own === undefined ? [] : [[field.name, own]]
  })
  return { ...value, ...Object.fromEntries(filled) }
}

/** What a new element of a list begins as: nothing yet, or the defaults it has. */
export function newElement(element: FormField): Json {
  return filledIn(element, element.type === "object" ? {} : element.type === "list" ? [] : undefined) ?? null
}

/** An object with one field changed; a value that is taken away leaves no name behind. */
export function changed(value: JsonObject, name: string, next: Json | undefined): JsonObject {
  if (next !== undefined) return { ...value, [name]: next }
  const { [name]: _, ...rest } = value
  return rest
}

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value)
}

const unread = "~unread"
const read = (value: Json): Read => ({ ok: true, value })
const wrong = (problem: string): Read => ({ ok: false, problem })

function readNumber(type: "integer" | "number", text: string): Read {
  if (/^[+-]?\d+,\d+$/.test(text)) return wrong("Write it with a point, as in 1.5.")
  const number = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text) ? Number(text) : Number.NaN
  if (!Number.isFinite(number)) return wrong("This is not a number.")
  return type === "integer" && !Number.isInteger(number) ? wrong("This must be a whole number.") : read(number)
}

function readJson(type: "any" | "list" | "object", text: string): Read {
  if (type === "any" && !looksLikeJson(text)) return read(text)
  if (!isJson(text)) return wrong("This is not JSON.")
  const value = JSON.parse(text) as Json
  if (type === "list" && !Array.isArray(value)) return wrong("This must be a list, as in [1, 2].")
  if (type === "object" && !isObject(value)) return wrong('This must be an object, as in {"a": 1}.')
  return read(value)
}

/** Also where it was meant to be and went wrong. */
const looksLikeJson = (text: string): boolean => isJson(text) || /^\s*[[{"]/.test(text)

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

function isDay(text: string): boolean {
  const at = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text)
}

function filledIn(field: FormField, value: Json | undefined): Json | undefined {
  const given = value ?? field.default ?? value
  if (isUnread(given)) return given
  const { fields, element } = field
  if (fields && isObject(given)) return withDefaults(fields, given)
  if (element && Array.isArray(given)) return given.map((each) => filledIn(element, each) ?? null)
  return given
}

/** Browsers write a date and time without a zone, and mean their own. */
function localTime(text: string): string {
  const at = new Date(text)
  if (Number.isNaN(at.getTime())) return text
  const shifted = new Date(at.getTime() - at.getTimezoneOffset() * 60_000)
  return shifted.toISOString().slice(0, 16)
}
