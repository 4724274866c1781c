import type { Path } from "../messages/findings.ts"
import type { Json } from "../messages/json.ts"
import { checkValue } from "./data-values.ts"
import type { DataType, ScalarType } from "./definition.ts"
import { type Fields, fieldOf, has, optional, present } from "./read-fields.ts"
import { type ReadReport, wrong, wrongKey } from "./read-finding.ts"
import { readFlag, readList, readName, readNumber, readText } from "./read-value.ts"

export const CONSTRAINT_KEYS = ["title", "default", "required", "min", "max", "enum", "class", "shared"] as const

/** What a type is made of, before anything more is said about it. */
export type Shape =
  | { readonly kind: "scalar"; readonly type: ScalarType }
  | { readonly kind: "list"; readonly of: DataType }
  | { readonly kind: "object"; readonly fields: ReadonlyMap<string, DataType> }

/** The type with what is said about its values; a default or an allowed value that does not fit is told and left out. */
export function withConstraints(shape: Shape, fields: Fields): DataType {
  const { path, report, what } = fields
  const isBounded =
    shape.kind === "list" || (shape.kind === "scalar" && ["integer", "number", "string"].includes(shape.type))
  for (const key of ["min", "max"])
    if (has(fields.map, key) && !isBounded)
      wrongKey(
        report,
        "NOT_ALLOWED",
        [...path, key],
        `'${key}' means nothing for ${what}.`,
        "It bounds numbers, the length of texts and of lists.",
      )
  const min = optional(fields, "min", readNumber)
  const max = optional(fields, "max", readNumber)
  if (min !== undefined && max !== undefined && min > max)
    wrong(
      report,
      "CONTRADICTION",
      [...path, "max"],
      `'max' is ${max}, less than 'min', which is ${min}.`,
      "Raise 'max' or lower 'min'.",
    )
  const type: DataType = {
    ...shape,
    path,
    required: optional(fields, "required", readFlag) ?? false,
    ...present({
      title: optional(fields, "title", readText),
      class: optional(fields, "class", readName),
      shared: optional(fields, "shared", readFlag) === true ? (true as const) : undefined,
      min: isBounded ? min : undefined,
      max: isBounded ? max : undefined,
    }),
  }
  const allowed = readEnum(type, fields)
  const full = { ...type, ...present({ enum: allowed }) }
  const initial = fieldOf(fields.map, "default") ?? undefined
  if (initial === undefined) return full
  return checkFits(full, initial, [...path, "default"], "default", report) ? { ...full, default: initial } : full
}

function readEnum(type: DataType, fields: Fields): readonly Json[] | undefined {
  const values = optional(fields, "enum", readList)
  if (values === undefined) return undefined
  const path = [...fields.path, "enum"]
  if (type.kind !== "scalar")
    return wrongKey(
      fields.report,
      "NOT_ALLOWED",
      path,
      `'enum' means nothing for ${fields.what}.`,
      "Put it on what it is made of.",
    )
  if (values.length === 0)
    return wrong(fields.report, "EMPTY", path, "'enum' is empty.", "List the values that are allowed.")
  return values.filter((value, index) =>
    checkFits({ ...type, required: true }, value, [...path, index], "enum", fields.report),
  )
}

function checkFits(type: DataType, value: Json, path: Path, name: string, report: ReadReport): boolean {
  const problems = checkValue(type, value, name)
  for (const { message } of problems)
    wrong(
      report,
      "DOES_NOT_FIT",
      path,
      `A value does not fit its own type: ${message}`,
      "Correct the value or the type.",
    )
  return problems.length === 0
}
