import type { Path } from "../messages/findings.ts"
import type { DataType } from "./definition.ts"
import { isName, NAME_RULE, quoted } from "./names.ts"
import { CONSTRAINT_KEYS, type Shape, withConstraints } from "./read-constraints.ts"
import { checkEither, checkKeys, type Fields, has, optional } from "./read-fields.ts"
import { wrong, wrongKey } from "./read-finding.ts"
import { checkVariableKey, isMap, type Reader, readMap, readOneOf, wrongKind } from "./read-value.ts"

export const SCALAR_TYPES = ["string", "integer", "number", "boolean", "date", "datetime", "duration", "any"] as const
const SHAPE_KEYS = ["type", "list", "object"] as const
const TYPE_KEYS = [...SHAPE_KEYS, ...CONSTRAINT_KEYS] as const

/** The variables of a process: they alone may be shared by the cases of a family. */
export const readVariables: Reader<ReadonlyMap<string, DataType>> = (value, path, what, report) => {
  const types = readData(value, path, what, report)
  for (const type of types?.values() ?? []) for (const part of partsOf(type)) refuseShared(part, report)
  return types
}

/** Parameters, none of which is shared. */
export const readParameters: Reader<ReadonlyMap<string, DataType>> = (value, path, what, report) => {
  const types = readData(value, path, what, report)
  for (const type of types?.values() ?? []) for (const each of [type, ...partsOf(type)]) refuseShared(each, report)
  return types
}

function* partsOf(type: DataType): Iterable<DataType> {
  const parts = type.kind === "list" ? [type.of] : type.kind === "object" ? type.fields.values() : []
  for (const part of parts) {
    yield part
    yield* partsOf(part)
  }
}

function refuseShared({ shared, path }: DataType, report: Parameters<Reader<unknown>>[3]): void {
  if (!shared) return
  const message = "Only a variable of a process as a whole can be shared."
  wrongKey(report, "NOT_ALLOWED", [...path, "shared"], message, "Write 'shared: true' at the variable under 'data'.")
}

const readData: Reader<ReadonlyMap<string, DataType>> = (value, path, what, report) => {
  const types = new Map<string, DataType>()
  for (const [name, entry] of Object.entries(readMap(value, path, what, report) ?? {})) {
    checkVariableKey(name, [...path, name], "A variable", report)
    types.set(name, readType(entry, [...path, name], `'${name}'`, report) ?? unknownType([...path, name]))
  }
  return types
}

/** What is there under a type that cannot be read: it may be anything, and nothing that speaks of it is wrong for that. */
const unknownType = (path: Path): DataType => ({ kind: "scalar", type: "any", required: false, path })

/** A type's name, or a map that says more. */
const readType: Reader<DataType> = (value, path, what, report) => {
  if (!isMap(value)) {
    if (typeof value !== "string") return wrongKind(value, path, what, TYPE_FORMS, report)
    const type = readOneOf(SCALAR_TYPES)(value, path, `The type of ${what}`, report)
    return type && { kind: "scalar", type, required: false, path }
  }
  const fields = { map: value, path, what, report }
  if (!hasShape(value)) {
    const message = `There is no type in ${what}.`
    return wrong(
      report,
      "MISSING_KEY",
      path,
      message,
      `Write ${TYPE_FORMS}, such as { type: string } or { object: { … } }.`,
    )
  }
  checkKeys(fields, TYPE_KEYS)
  checkEither(fields, SHAPE_KEYS, "Keep the one that is meant.")
  const shape = readShape(fields)
  return shape && withConstraints(shape, fields)
}

function readShape(fields: Fields): Shape | undefined {
  if (has(fields.map, "type")) {
    const type = optional(fields, "type", readOneOf(SCALAR_TYPES))
    return type && { kind: "scalar", type }
  }
  if (has(fields.map, "object")) {
    const members = optional(fields, "object", readFields)
    return members && { kind: "object", fields: members }
  }
  const of = optional(fields, "list", readElement) ?? unknownType([...fields.path, "list"])
  return { kind: "list", of }
}

/** In a list, a map without `type`, `list` or `object` is the fields of an object. */
const readElement: Reader<DataType> = (value, path, what, report) => {
  if (!isMap(value) || hasShape(value)) return readType(value, path, what, report)
  const fields = readFields(value, path, what, report)
  return fields && { kind: "object", fields, required: false, path }
}

const readFields: Reader<ReadonlyMap<string, DataType>> = (value, path, what, report) => {
  const map = readMap(value, path, what, report)
  if (map === undefined) return undefined
  const types = new Map<string, DataType>()
  for (const [name, entry] of Object.entries(map)) {
    const place = [...path, name]
    if (!isName(name)) wrongKey(report, "BAD_NAME", place, `A field cannot be called ${quoted(name)}.`, NAME_RULE)
    types.set(name, readType(entry, place, `'${name}'`, report) ?? unknownType(place))
  }
  return types
}

function hasShape(map: Fields["map"]): boolean {
  return SHAPE_KEYS.some((key) => has(map, key))
}

const TYPE_FORMS = `one of ${SCALAR_TYPES.join(", ")}, or a map with 'type', 'list' or 'object'`
