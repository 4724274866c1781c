import type { Path } from "../messages/findings.ts"
import type { Json } from "../messages/json.ts"
import type { DataType } from "./definition.ts"
import { CHECKPOINTS, canonicalEvent, isCheckpoint } from "./event-names.ts"
import { isBuiltInClass, ROOT_CLASS } from "./exception-classes.ts"
import type { Interruptible } from "./interruptible.ts"
import { isVariableName, quoted, VARIABLE_RULE } from "./names.ts"
import { readParameters as readTypes } from "./read-data.ts"
import { checkKeys, optional, present } from "./read-fields.ts"
import { type ReadReport, wrongKey } from "./read-finding.ts"
import { type Reader, readMap, readName, readText } from "./read-value.ts"
import type { ClassDefinition } from "./repertoire.ts"
import type { Locate } from "./source.ts"
import { EVENT_FIELDS } from "./vocabulary.ts"

/** The classes under `exceptions`, one by one; those that cannot be read are left out. */
export function* readingClasses(
  value: Json,
  path: Path,
  locate: Locate,
  report: ReadReport,
): Interruptible<readonly ClassDefinition[]> {
  const classes: ClassDefinition[] = []
  for (const [name, entry] of Object.entries(readMap(value, path, "'exceptions'", report) ?? {})) {
    const read = readClass(name, entry, [...path, name], locate, report)
    if (read) classes.push(read)
    yield
  }
  return classes
}

/** One class, under its name. Nothing under it means that it is an Exception. */
export function readClass(
  name: string,
  value: Json,
  path: Path,
  locate: Locate,
  report: ReadReport,
): ClassDefinition | undefined {
  const isFree = isFreeClassName(name, path, report)
  const map = value === null ? {} : readMap(value, path, `The class ${quoted(name)}`, report)
  if (map === undefined) return undefined
  const fields = { map, path, what: `the class ${quoted(name)}`, report }
  checkKeys(fields, ["is", "parameters", "title"])
  const is = canonicalEvent(optional(fields, "is", readName) ?? ROOT_CLASS)
  const title = optional(fields, "title", readText)
  const parameters = optional(fields, "parameters", readParameters) ?? new Map<string, DataType>()
  return isFree ? { name, is, parameters, ...present({ title }), source: value ?? {}, path, locate } : undefined
}

function isFreeClassName(name: string, path: Path, report: ReadReport): boolean {
  const atKey: ReadReport = (finding) => report({ ...finding, at: "key" })
  if (readName(name, path, "A class", atKey) === undefined) return false
  if (isBuiltInClass(canonicalEvent(name))) {
    const message = `There is a built-in class '${canonicalEvent(name)}' already.`
    wrongKey(report, "BUILT_IN_CLASS", path, message, "Choose another name; it may be that class by 'is:'.")
    return false
  }
  if (!isCheckpoint(name)) return true
  const message = `A class cannot be '${name}': under 'on' the word is a checkpoint.`
  wrongKey(report, "RESERVED_NAME", path, message, `Choose another name than ${CHECKPOINTS.join(", ")}.`)
  return false
}

/** Parameters are read as `event.name`, so they may be called what a variable may not, but not what every event has already. */
const readParameters: Reader<ReadonlyMap<string, DataType>> = (value, path, what, report) => {
  const types = readTypes(value, path, what, (finding) => {
    if (finding.code !== "RESERVED_NAME" && finding.code !== "BAD_NAME") report(finding)
    else if (finding.path.length > path.length + 1) report(finding)
  })
  for (const name of types?.keys() ?? []) {
    const place = [...path, name]
    if (!isVariableName(name))
      wrongKey(report, "BAD_NAME", place, `A parameter cannot be ${quoted(name)}.`, VARIABLE_RULE)
    else if (EVENT_FIELDS.some((field) => field === name))
      wrongKey(
        report,
        "RESERVED_NAME",
        place,
        `A parameter cannot be '${name}': every event has that already.`,
        `Choose another name than ${EVENT_FIELDS.join(", ")}.`,
      )
  }
  return types
}
