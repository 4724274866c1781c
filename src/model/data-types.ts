import type { ValueType } from "../expressions/value-type.ts"
import type { DataType } from "./definition.ts"

/** What an expression knows about data of this type. */
export function valueTypeOf(type: DataType): ValueType {
  switch (type.kind) {
    case "list":
      return { list: valueTypeOf(type.of) }
    case "object":
      return { object: Object.fromEntries([...type.fields].map(([name, field]) => [name, valueTypeOf(field)])) }
    case "scalar":
      return SCALARS[type.type]
  }
}

/** The type in words, for messages: `a whole number`, `a list of text`. */
export function describe(type: DataType): string {
  switch (type.kind) {
    case "list":
      return `a list of ${PLURALS[type.of.kind === "scalar" ? type.of.type : type.of.kind]}`
    case "object":
      return `an object with ${[...type.fields.keys()].join(", ")}`
    case "scalar":
      return WORDS[type.type]
  }
}

const SCALARS = {
  string: "string",
  integer: "number",
  number: "number",
  boolean: "boolean",
  date: "timestamp",
  datetime: "timestamp",
  duration: "duration",
  any: "any",
} as const

const WORDS = {
  string: "text",
  integer: "a whole number",
  number: "a number",
  boolean: "true or false",
  date: "a date such as 2026-01-05",
  datetime: "a datetime such as 2026-01-05T09:00:00Z",
  duration: "a duration such as P30D",
  any: "anything",
} as const

const PLURALS = {
  string: "texts",
  integer: "whole numbers",
  number: "numbers",
  boolean: "true or false",
  date: "dates",
  datetime: "datetimes",
  duration: "durations",
  any: "anything",
  list: "lists",
  object: "objects",
} as const
