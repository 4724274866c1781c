import type { Path } from "../messages/findings.ts"
import type { Json } from "../messages/json.ts"
import { quoted } from "./names.ts"
import { checkKeys, optional, present } from "./read-fields.ts"
import type { ReadReport } from "./read-finding.ts"
import { readMap, readName, readText } from "./read-value.ts"
import type { DataClassDefinition } from "./repertoire.ts"
import type { Locate } from "./source.ts"

/** The classes under `dataClasses`; those that cannot be read are left out. Nothing under a name means that it is no other class. */
export function readDataClasses(
  value: Json,
  path: Path,
  locate: Locate,
  report: ReadReport,
): readonly DataClassDefinition[] {
  return Object.entries(readMap(value, path, "'dataClasses'", report) ?? {}).flatMap(
    ([name, entry]) => readDataClass(name, entry, [...path, name], locate, report) ?? [],
  )
}

function readDataClass(
  name: string,
  value: Json,
  path: Path,
  locate: Locate,
  report: ReadReport,
): DataClassDefinition | undefined {
  const isName = readName(name, path, "A data class", (finding) => report({ ...finding, at: "key" })) !== undefined
  const map = value === null ? {} : readMap(value, path, `The data class ${quoted(name)}`, report)
  if (map === undefined) return undefined
  const fields = { map, path, what: `the data class ${quoted(name)}`, report }
  checkKeys(fields, ["is", "title"])
  const is = optional(fields, "is", readName)
  const title = optional(fields, "title", readText)
  return isName ? { name, ...present({ is, title }), source: value ?? {}, path, locate } : undefined
}
