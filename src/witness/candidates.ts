import { compileExpression, isExpression } from "../expressions/expression.ts"
import type { Json, JsonObject } from "../messages/json.ts"
import { checkValue } from "../model/data-values.ts"
import type { DataType, ScalarType } from "../model/definition.ts"
import type { Constants } from "./constants.ts"

/** Where values are looked for: what is there already, and what time it is. */
export interface Around {
  readonly data: JsonObject
  readonly now: number
}

/** The values of a name that may make a difference, those that fit its type; the simplest first. */
export function candidatesFor(name: string, type: DataType, constants: Constants, around: Around): readonly Json[] {
  if (type.enum) return type.enum.slice(0, MOST_CANDIDATES)
  const values = valuesOf(name, type, constants, around)
  return unique(values)
    .filter((value) => checkValue(type, value, name).length === 0)
    .slice(0, MOST_CANDIDATES)
}

/** Some value that fits, for what must have one. */
export function someValue(type: DataType): Json {
  if (type.default !== undefined) return type.default
  if (type.enum) return type.enum[0] ?? null
  switch (type.kind) {
    case "list":
      return Array.from({ length: type.min ?? 0 }, () => someValue(type.of))
    case "object":
      return someObject(type.fields)
    case "scalar":
      if (type.type === "integer" || type.type === "number") return Math.max(type.min ?? 0, Math.min(0, type.max ?? 0))
      if (type.type === "string") return "x".repeat(Math.max(1, type.min ?? 1))
      return SOME[type.type]
  }
}

/** Values for the names given, none at first, then ever more of them at once. */
export function* valuations(
  choices: readonly (readonly [string, readonly Json[]])[],
  most: number,
): Generator<JsonObject> {
  let given = 0
  const levels = Math.min(choices.length, choices.length > MANY ? 3 : MANY)
  for (let size = 0; size <= levels; size++) {
    for (const names of subsets(choices, size)) {
      for (const valuation of products(names)) {
        if (given++ >= most) return
        yield valuation
      }
    }
  }
}

const MOST_CANDIDATES = 12
const MANY = 6
const DAY = 86_400_000

const SOME: { readonly [Type in Exclude<ScalarType, "string" | "integer" | "number">]: Json } = {
  boolean: false,
  date: "2026-01-05",
  datetime: "2026-01-05T09:00:00Z",
  duration: "P1D",
  any: "x",
}

function someObject(fields: ReadonlyMap<string, DataType>): JsonObject {
  return Object.fromEntries([...fields].flatMap(([name, type]) => (type.required ? [[name, someValue(type)]] : [])))
}

function valuesOf(name: string, type: DataType, constants: Constants, around: Around): readonly Json[] {
  const known = [...(constants.of.get(name) ?? [])]
  const dynamic = [...(constants.against.get(name) ?? [])].flatMap((source) => worthOf(source, around) ?? [])
  switch (type.kind) {
    case "list": {
      const sizes = [...(constants.sizes.get(name) ?? [])].flatMap((size) => [size - 1, size, size + 1])
      const elements = candidatesFor(name, type.of, constants, around)
      const one = elements[0] ?? someValue(type.of)
      return [0, 1, 2, ...sizes]
        .filter((size) => size >= 0 && size <= LARGEST_LIST)
        .map((size): Json => Array.from({ length: size }, (_, index) => elements[index] ?? one))
        .concat(elements.flatMap((element) => [[element], [element, element]]))
    }
    case "object": {
      const choices = [...type.fields].map(
        ([field, of]) => [field, candidatesFor(field, of, constants, around)] as const,
      )
      const base = someObject(type.fields)
      const relevant = choices.filter(([field, values]) => constants.relevant.has(field) && values.length > 0)
      return [...valuations(relevant, MOST_CANDIDATES * 2)].map((given) => ({ ...base, ...given }))
    }
    case "scalar":
      return scalars(type.type, [...known, ...dynamic], [...(constants.sizes.get(name) ?? [])], around).concat(
        constants.enumerated.has(name) || (type.type !== "string" && type.type !== "any") ? [] : "other",
      )
  }
}

function scalars(type: ScalarType, known: readonly Json[], sizes: readonly number[], { now }: Around): readonly Json[] {
  const numbers = known.filter((value) => typeof value === "number")
  const texts = known.filter((value) => typeof value === "string")
  switch (type) {
    case "boolean":
      return [true, false]
    case "integer":
      return [...numbers.flatMap((value) => [Math.floor(value), Math.ceil(value)]).flatMap(around), 0, 1]
    case "number":
      return [...numbers.flatMap(around), 0, 1]
    case "string":
      return [...texts, ...sizes.flatMap(around).map((size) => "x".repeat(Math.max(0, Math.min(size, 1000))))]
    case "date":
    case "datetime": {
      const moments = [...texts.flatMap((text) => Date.parse(text) || []), now]
      const near = moments.flatMap((moment) => [moment - DAY, moment, moment + DAY])
      return near.map((moment) => new Date(moment).toISOString().slice(0, type === "date" ? 10 : 24))
    }
    case "duration":
      return [...texts, "PT1M", "P1D", "P100D"]
    case "any":
      return [...texts, ...numbers.flatMap(around), ...known.filter((value) => typeof value === "boolean")]
  }
}

const LARGEST_LIST = 6

const around = (value: number): readonly number[] => [value, value - 1, value + 1]

function worthOf(source: string, { data, now }: Around): Json | undefined {
  const compiled = compileExpression(source, { names: {}, open: true })
  if (!isExpression(compiled)) return undefined
  const value = (name: string) => (name === "now" ? new Date(now).toISOString() : data[name])
  const outcome = compiled.evaluate({ value, call: () => undefined }, 1000)
  return outcome.ok ? outcome.value : undefined
}

function unique(values: readonly Json[]): readonly Json[] {
  const seen = new Map(values.map((value) => [JSON.stringify(value), value]))
  return [...seen.values()]
}

function* subsets<Element>(of: readonly Element[], size: number, from = 0): Generator<readonly Element[]> {
  if (size === 0) yield []
  else
    for (let index = from; index <= of.length - size; index++)
      for (const rest of subsets(of, size - 1, index + 1)) yield [of[index] as Element, ...rest]
}

function* products(names: readonly (readonly [string, readonly Json[]])[]): Generator<JsonObject> {
  const [first, ...rest] = names
  if (first === undefined) yield {}
  else for (const value of first[1]) for (const others of products(rest)) yield { [first[0]]: value, ...others }
}
