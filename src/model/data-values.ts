import type { Json, JsonObject } from "../messages/json.ts"
import type { FieldProblem } from "../messages/rejections.ts"
import { describe } from "./data-types.ts"
import type { DataType, ScalarType } from "./definition.ts"
import { isDate, isDateTime, isDuration } from "./moments.ts"
import { meant, quoted } from "./names.ts"
import { plain } from "./plain.ts"

/** Everything that is wrong with an untrusted value. Null means "no value" and is wrong only where one is required. */
export function checkValue(type: DataType, value: unknown, name: string): readonly FieldProblem[] {
  if (value === null || value === undefined) return type.required ? [missing(name)] : []
  const problems = checkKind(type, value, name)
  return problems.length > 0 ? problems : [...checkBounds(type, value, name), ...checkEnum(type, value, name)]
}

export type InitialData =
  | { readonly ok: true; readonly data: JsonObject }
  | { readonly ok: false; readonly problems: readonly FieldProblem[] }

/**
 * The data a case begins with: what was given, and the defaults of what was not. It is a copy and holds declared names only; a
 * name with neither value nor default is absent.
 */
export function initialData(types: ReadonlyMap<string, DataType>, given: unknown): InitialData {
  const problems: FieldProblem[] = []
  const copy = plain(given ?? {}, ({ code, path }) => {
    const field = path.reduce<string>((around, step) => within(around, step), "")
    problems.push(code === "NOT_PLAIN" ? notPlain(field) : tooDeep(field))
  })
  if (!isObject(copy)) return { ok: false, problems: [problem("data", "WRONG_TYPE", "The data must be an object.")] }
  const data = withFieldDefaults(types, copy)
  const told = new Set(problems.map(({ field }) => field))
  problems.push(...checkFields(types, data, "").filter(({ field }) => !told.has(field)))
  return problems.length > 0 ? { ok: false, problems } : { ok: true, data }
}

/** The value with defaults put where it has none, at any depth: null counts as none. */
export function withDefaults(type: DataType, value: Json | undefined): Json | undefined {
  const given = value ?? type.default ?? value
  if (type.kind === "list" && isList(given)) return given.map((element) => withDefaults(type.of, element) ?? null)
  return type.kind === "object" && isObject(given) ? withFieldDefaults(type.fields, given) : given
}

function withFieldDefaults(types: ReadonlyMap<string, DataType>, given: JsonObject): JsonObject {
  const entries = new Map(Object.entries(given))
  for (const [name, type] of types) {
    const filled = withDefaults(type, entries.get(name))
    if (filled !== undefined) entries.set(name, filled)
  }
  return Object.fromEntries(entries)
}

function checkKind(type: DataType, value: unknown, name: string): readonly FieldProblem[] {
  switch (type.kind) {
    case "scalar":
      if (type.type === "any") return checkAny(value, name)
      return SCALARS[type.type](value) ? [] : [wrongType(type, value, name)]
    case "list":
      if (!isList(value)) return [wrongType(type, value, name)]
      return value.flatMap((element, index) => checkValue({ ...type.of, required: true }, element, within(name, index)))
    case "object":
      return isObject(value) ? checkFields(type.fields, value, name) : [wrongType(type, value, name)]
  }
}

function checkFields(types: ReadonlyMap<string, DataType>, value: object, name: string): readonly FieldProblem[] {
  const given = new Map<string, unknown>(Object.entries(value))
  const wrong = [...types].flatMap(([field, type]) => checkValue(type, given.get(field), within(name, field)))
  const unknown = [...given.keys()].filter((field) => !types.has(field))
  return [...wrong, ...unknown.map((field) => unknownField(field, types, name))]
}

/** The bounds are those of the number itself, of the length of a text, of the size of a list. */
function checkBounds({ min, max, kind }: DataType, value: unknown, name: string): readonly FieldProblem[] {
  const size = typeof value === "number" ? value : typeof value === "string" || isList(value) ? value.length : undefined
  if (size === undefined || kind === "object") return []
  const unit = typeof value === "string" ? " characters long" : isList(value) ? " entries long" : ""
  if (min !== undefined && size < min)
    return [problem(name, "TOO_SMALL", `${name} must be at least ${min}${unit}, not ${size}.`)]
  if (max !== undefined && size > max)
    return [problem(name, "TOO_LARGE", `${name} must be at most ${max}${unit}, not ${size}.`)]
  return []
}

function checkEnum(type: DataType, value: unknown, name: string): readonly FieldProblem[] {
  if (type.enum === undefined || type.enum.some((allowed) => allowed === value)) return []
  const message = `${name} must be one of ${type.enum.map((allowed) => JSON.stringify(allowed)).join(", ")}.`
  return [problem(name, "NOT_ALLOWED", message)]
}

function checkAny(value: unknown, name: string): readonly FieldProblem[] {
  const problems: FieldProblem[] = []
  plain(value, ({ code, path }) => {
    const field = path.reduce<string>((around, step) => within(around, step), name)
    problems.push(code === "NOT_PLAIN" ? notPlain(field) : tooDeep(field))
  })
  return problems
}

const isText = (check: (text: string) => boolean) => (value: unknown) => typeof value === "string" && check(value)

const SCALARS: { readonly [Type in Exclude<ScalarType, "any">]: (value: unknown) => boolean } = {
  string: isText(() => true),
  integer: (value) => Number.isInteger(value),
  number: (value) => Number.isFinite(value),
  boolean: (value) => typeof value === "boolean",
  date: isText(isDate),
  datetime: isText(isDateTime),
  duration: isText(isDuration),
}

function within(name: string, step: string | number): string {
  if (typeof step === "number") return `${name}[${step}]`
  return name === "" ? step : `${name}.${step}`
}

function problem(field: string, code: FieldProblem["code"], message: string): FieldProblem {
  return { field, code, message }
}

const missing = (name: string) => problem(name, "REQUIRED", `${name} needs a value.`)
const notPlain = (name: string) => problem(name, "WRONG_TYPE", `${name} is not a value JSON can hold.`)
const tooDeep = (name: string) => problem(name, "TOO_DEEP", `${name} holds too much, or is nested too deep.`)

function wrongType(type: DataType, value: unknown, name: string): FieldProblem {
  const shown =
    typeof value === "string" ? quoted(value) : isList(value) ? "a list" : isObject(value) ? "an object" : String(value)
  return problem(name, "WRONG_TYPE", `${name} must be ${describe(type)}, not ${shown}.`)
}

function unknownField(field: string, types: ReadonlyMap<string, DataType>, name: string): FieldProblem {
  const around = name === "" ? "the data" : name
  const message = `There is no ${quoted(field)} in ${around}. ${meant(field, types.keys(), `It has ${[...types.keys()].join(", ") || "no fields"}.`)}`
  return problem(within(name, field), "UNKNOWN_FIELD", message)
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value)
}

function isList(value: unknown): value is readonly Json[] {
  return Array.isArray(value)
}
