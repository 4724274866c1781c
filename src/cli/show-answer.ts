import { stringify } from "yaml"
import { localMoment } from "./local-moment.ts"
import type { Looks } from "./looks.ts"
import type { Schema } from "./schema-flags.ts"
import { tableLines } from "./table.ts"

/** Any answer for people: lists as tables, everything else as YAML, moments in local time. */
export function answerLines(
  schema: Schema,
  answer: unknown,
  looks: Looks,
  columns?: readonly string[],
): readonly string[] {
  const told = withMoments(schema, answer)
  if (isRecord(told) && Array.isArray(told.rows) && schema.properties?.rows) {
    const { items } = schema.properties.rows
    if (told.rows.length === 0) return [looks.paint("dim", "None.")]
    if (items?.properties === undefined) return told.rows.map(cellOf)
    return recordTable(told.rows, columns ?? Object.keys(items.properties), looks)
  }
  if (isRecord(told) && Object.keys(told).length === 0) return [looks.paint("green", "Done.")]
  return yamlLines(told)
}

export function recordTable(rows: readonly unknown[], columns: readonly string[], looks: Looks): readonly string[] {
  const cells = rows.map((row) => columns.map((column) => cellOf(isRecord(row) ? row[column] : undefined)))
  return tableLines(columns.map(titleOf), cells, looks)
}

export function yamlLines(value: unknown): readonly string[] {
  return stringify(value, { lineWidth: 0, aliasDuplicateObjects: false }).trimEnd().split("\n")
}

/** What a schema calls a moment, as text. */
export function withMoments(schema: Schema, value: unknown): unknown {
  if (schema.title === "Moment" && typeof value === "number") return localMoment(value)
  if (Array.isArray(value) && schema.items) return value.map((one) => withMoments(schema.items ?? {}, one))
  if (isRecord(value) && schema.properties) {
    const { properties } = schema
    return Object.fromEntries(
      Object.entries(value).map(([name, one]) => [name, withMoments(properties[name] ?? {}, one)]),
    )
  }
  return value
}

function cellOf(value: unknown): string {
  if (value === undefined || value === null || value === false) return ""
  if (value === true) return "yes"
  if (typeof value === "string") return value
  if (Array.isArray(value) && value.every((one) => typeof one !== "object")) return value.join(", ")
  return JSON.stringify(value)
}

/** `enabledAt` is `ENABLED AT`. */
const titleOf = (name: string): string => name.replace(/[A-Z]/g, (letter) => ` ${letter}`).toUpperCase()

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)
