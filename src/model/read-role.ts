import type { JsonObject } from "../messages/json.ts"
import type { CapabilityDefinition, RoleDefinition, UnitDefinition } from "./organisation.ts"
import { checkKeys, optional, present } from "./read-fields.ts"
import { readSome } from "./read-one-or-more.ts"
import { isMap, type Reader, readExpression, readName, readText, wrongKind } from "./read-value.ts"

/** What stands under a name of the organisation; nothing there means nothing special. */
export const readEntryMap: Reader<JsonObject> = (value, path, what, report) => {
  if (value === null) return {}
  if (isMap(value)) return value
  const subject = `${what[0]?.toUpperCase()}${what.slice(1)}`
  return wrongKind(value, path, subject, "a map of keys and values, nothing, or the word 'removed'", report)
}

export const readRole: Reader<RoleDefinition> = (value, path, what, report) => {
  const map = readEntryMap(value, path, what, report)
  if (map === undefined) return undefined
  const fields = { map, path, what, report }
  checkKeys(fields, ["is", "has", "title"])
  return {
    ...present({ title: optional(fields, "title", readText) }),
    is: optional(fields, "is", readSome(readName)) ?? [],
    has: optional(fields, "has", readSome(readName)) ?? [],
  }
}

export const readCapability: Reader<CapabilityDefinition> = (value, path, what, report) => {
  const map = readEntryMap(value, path, what, report)
  if (map === undefined) return undefined
  const fields = { map, path, what, report }
  checkKeys(fields, ["from", "title"])
  return present({ title: optional(fields, "title", readText), from: optional(fields, "from", readExpression) })
}

export const readUnit: Reader<UnitDefinition> = (value, path, what, report) => {
  const map = readEntryMap(value, path, what, report)
  if (map === undefined) return undefined
  const fields = { map, path, what, report }
  checkKeys(fields, ["in", "manager", "title"])
  return present({
    title: optional(fields, "title", readText),
    in: optional(fields, "in", readName),
    manager: optional(fields, "manager", readName),
  })
}
