import type { Json, JsonObject } from "../../messages/json.ts"
import type { FormField } from "../../model/forms.ts"
import { isObject, isUnread, readText } from "./form-values.ts"

/** What is wrong with one value of a form: `field` leads to it, as in `lines[0].qty`. */
export interface ValueProblem {
  readonly field: string
  readonly message: string
  /** Nothing is there yet, which is no mistake until it is sent. */
  readonly isMissing?: true
  /** Not sent yet: told when somebody is done with the field, not while he writes. */
  readonly isEarly?: true
}

/** What can be told to be wrong before the server is asked, in the order of the form. */
export function problemsIn(fields: readonly FormField[], value: JsonObject, around = ""): readonly ValueProblem[] {
  return fields
    .filter(({ readOnly }) => !readOnly)
    .flatMap((field) => problemsAt(field, value[field.name], within(around, field.name)))
}

/** What a server says of a field, without the name that stands beside it anyway. */
export function problemAt(problems: readonly ValueProblem[], path: string): string | undefined {
  const found = problems.find(({ field }) => placeOf(field) === path)
  if (found === undefined) return undefined
  const name = found.field
  const said = found.message.startsWith(`${name} `) ? found.message.slice(name.length + 1) : found.message
  return said.charAt(0).toUpperCase() + said.slice(1)
}

/** Problems with what the form has no field for: they are told apart from it. */
export function problemsElsewhere(
  problems: readonly ValueProblem[],
  fields: readonly FormField[],
): readonly ValueProblem[] {
  const names = new Set(fields.map(({ name }) => name))
  return problems.filter(({ field }) => !names.has(/^[^.[]*/.exec(placeOf(field))?.[0] ?? ""))
}

/** The problems that are still true of what has been changed since. */
export function problemsLeft(
  problems: readonly ValueProblem[],
  before: JsonObject,
  after: JsonObject,
): readonly ValueProblem[] {
  return problems.filter(({ field }) => {
    const name = /^[^.[]*/.exec(placeOf(field))?.[0] ?? ""
    return JSON.stringify(before[name]) === JSON.stringify(after[name])
  })
}

/** As the server names places in data. */
export function within(around: string, step: string | number): string {
  if (typeof step === "number") return `${around}[${step}]`
  return around === "" ? step : `${around}.${step}`
}

/** Commands carry values in `data` or `with`, and a door may say so. */
const placeOf = (field: string): string => field.replace(/^(data|with)\.(?=.)/, "")

function problemsAt(field: FormField, value: Json | undefined, path: string): readonly ValueProblem[] {
  if (value === undefined || value === null)
    return field.required ? [{ field: path, message: "Needs a value.", isMissing: true }] : []
  if (isUnread(value)) {
    const read = readText(field, value["~unread"])
    return [{ field: path, message: read.ok ? "Needs a value." : read.problem }]
  }
  const { fields, element } = field
  const inner =
    fields && isObject(value)
      ? problemsIn(fields, value, path)
      : element && Array.isArray(value)
        ? value.flatMap((each, index) => problemsAt({ ...element, required: true }, each, within(path, index)))
        : []
  const bound = outOfBounds(field, value)
  return bound === undefined ? inner : [{ field: path, message: bound }, ...inner]
}

/** The bounds are those of the number itself, of the length of a text, of the size of a list. That it is not negative goes without saying. */
export function boundsOf({ type, min, max }: FormField): string | undefined {
  if (max === undefined && (min === undefined || min === 0)) return undefined
  const unit = type === "list" ? " entries" : type === "string" ? " characters" : ""
  if (min === undefined) return `At most ${shown(max)}${unit}`
  if (max === undefined) return `At least ${shown(min)}${unit}`
  return `${shown(min)} to ${shown(max)}${unit}`
}

function outOfBounds(field: FormField, value: Json): string | undefined {
  const { min, max } = field
  const size = typeof value === "number" ? value : typeof value === "string" || isList(value) ? value.length : undefined
  if (size === undefined) return undefined
  const unit = typeof value === "string" ? " characters long" : isList(value) ? " entries long" : ""
  if (min !== undefined && size < min) return `Must be at least ${shown(min)}${unit}.`
  if (max !== undefined && size > max) return `Must be at most ${shown(max)}${unit}.`
  return undefined
}

const isList = (value: Json): value is readonly Json[] => Array.isArray(value)
const shown = (bound: number | undefined): string => (bound ?? 0).toLocaleString("en")
