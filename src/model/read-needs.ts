import type { JsonObject } from "../messages/json.ts"
import { checkKeys, optional } from "./read-fields.ts"
import { wrong } from "./read-finding.ts"
import { isList, type Reader, readExpression, readFlag, readMap, readOneOf, readText } from "./read-value.ts"

const NEEDS_KEYS = [
  "role",
  "capability",
  "unit",
  "agent",
  "notWhoDid",
  "whoDid",
  "when",
  "offer",
  "order",
  "accept",
] as const

/** Who may do a task. Only the shape is checked: who there is belongs to the organisation. */
export const readNeeds: Reader<JsonObject> = (value, path, what, report) => {
  const map = readMap(value, path, what, report)
  if (map === undefined) return undefined
  const fields = { map, path, what, report }
  checkKeys(fields, NEEDS_KEYS)
  for (const key of ["role", "unit", "agent", "notWhoDid", "whoDid", "order"]) optional(fields, key, readText)
  optional(fields, "capability", readCapabilities)
  optional(fields, "when", readExpression)
  optional(fields, "offer", readOneOf(["all", "one"]))
  optional(fields, "accept", readFlag)
  return map
}

const readCapabilities: Reader<readonly string[]> = (value, path, what, report) => {
  if (!isList(value)) {
    const one = readText(value, path, what, report)
    return one === undefined ? undefined : [one]
  }
  if (value.length === 0)
    return wrong(report, "EMPTY", path, `${what} is an empty list.`, "Name one, or leave the key out.")
  return value
    .map((entry, index) => readText(entry, [...path, index], `An entry of ${what}`, report))
    .filter((name) => name !== undefined)
}
