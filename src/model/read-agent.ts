import type { AgentDefinition } from "./organisation.ts"
import { readAbsence } from "./read-absence.ts"
import { checkKeys, optional, present } from "./read-fields.ts"
import { wrong } from "./read-finding.ts"
import { readHours } from "./read-hours.ts"
import { readSome } from "./read-one-or-more.ts"
import { readEntryMap } from "./read-role.ts"
import { type Reader, readCount, readFlag, readMap, readName, readNumber, readText } from "./read-value.ts"

const AGENT_KEYS = [
  "name",
  "program",
  "roles",
  "capabilities",
  "unit",
  "cost",
  "limit",
  "away",
  "hours",
  "attributes",
] as const

export const readAgent: Reader<AgentDefinition> = (value, path, what, report) => {
  const map = readEntryMap(value, path, what, report)
  if (map === undefined) return undefined
  const fields = { map, path, what, report }
  checkKeys(fields, AGENT_KEYS)
  return {
    isProgram: optional(fields, "program", readFlag) ?? false,
    roles: optional(fields, "roles", readSome(readName)) ?? [],
    capabilities: optional(fields, "capabilities", readSome(readName)) ?? [],
    away: optional(fields, "away", readSome(readAbsence)) ?? [],
    attributes: optional(fields, "attributes", readMap) ?? {},
    ...present({
      name: optional(fields, "name", readText),
      unit: optional(fields, "unit", readName),
      cost: optional(fields, "cost", readCost),
      limit: optional(fields, "limit", readCount(1)),
      hours: optional(fields, "hours", readHours),
    }),
  }
}

const readCost: Reader<number> = (value, path, what, report) => {
  const cost = readNumber(value, path, what, report)
  if (cost === undefined || cost >= 0) return cost
  return wrong(report, "TOO_SMALL", path, `${what} is ${cost}, but must be at least 0.`, "Write 0 or more.")
}
