import type { Path } from "../messages/findings.ts"
import type { Json, JsonObject } from "../messages/json.ts"
import type { ExpressionText, NameText } from "./definition.ts"
import { isDuration } from "./moments.ts"
import { isName, isReserved, isVariableName, meant, NAME_RULE, quoted, VARIABLE_RULE } from "./names.ts"
import { type ReadReport, wrong, wrongKey } from "./read-finding.ts"

/**
 * The small readers all others are made of. Each takes a value, where it stands and what it is called in messages; gives what was
 * meant, or tells what is wrong and gives undefined.
 */
export type Reader<T> = (value: Json, path: Path, what: string, report: ReadReport) => T | undefined

export const readMap: Reader<JsonObject> = (value, path, what, report) =>
  isMap(value) ? value : wrongKind(value, path, what, "a map of keys and values", report)

export const readList: Reader<readonly Json[]> = (value, path, what, report) =>
  isList(value) ? value : wrongKind(value, path, what, "a list", report)

export const readText: Reader<string> = (value, path, what, report) => {
  if (typeof value !== "string") return wrongKind(value, path, what, "text", report)
  if (value.trim() !== "") return value
  return wrong(report, "EMPTY", path, `${what} is empty.`, "Write something, or leave the key out.")
}

export const readFlag: Reader<boolean> = (value, path, what, report) =>
  typeof value === "boolean" ? value : wrongKind(value, path, what, "true or false", report)

export const readNumber: Reader<number> = (value, path, what, report) =>
  typeof value === "number" ? value : wrongKind(value, path, what, "a number", report)

/** A whole number of at least `least`. */
export function readCount(least: number): Reader<number> {
  return (value, path, what, report) => {
    if (typeof value === "number" && Number.isInteger(value) && value >= least) return value
    if (typeof value !== "number" || !Number.isInteger(value))
      return wrongKind(value, path, what, "a whole number", report)
    return wrong(
      report,
      "TOO_SMALL",
      path,
      `${what} is ${value}, but must be at least ${least}.`,
      `Write ${least} or more.`,
    )
  }
}

export function readOneOf<const T extends string>(words: readonly T[]): Reader<T> {
  return (value, path, what, report) => {
    const found = words.find((word) => word === value)
    if (found !== undefined) return found
    const shown = typeof value === "string" ? quoted(value) : kindOf(value)
    const remedy = meant(typeof value === "string" ? value : "", words, `Write one of ${words.join(", ")}.`)
    return wrong(report, "NOT_ALLOWED", path, `${what} cannot be ${shown}.`, remedy)
  }
}

export const readDuration: Reader<string> = (value, path, what, report) => {
  if (typeof value !== "string") return wrongKind(value, path, what, "a duration such as P30D or PT10S", report)
  if (isDuration(value)) return value
  const message = `${what} is ${quoted(value)}, which is not an ISO 8601 duration.`
  return wrong(report, "BAD_DURATION", path, message, "Write for example P30D, PT10S or P1DT12H.")
}

/** The name of a process, task, block, worker, class, message. */
export const readName: Reader<string> = (value, path, what, report) => {
  if (typeof value !== "string") return wrongKind(value, path, what, "a name", report)
  if (isName(value)) return value
  return wrong(report, "BAD_NAME", path, `${what} cannot be ${quoted(value)}.`, NAME_RULE)
}

export const readNameText: Reader<NameText> = (value, path, what, report) => {
  const name = readName(value, path, what, report)
  return name === undefined ? undefined : { name, path }
}

export const readVariable: Reader<string> = (value, path, what, report) => {
  if (typeof value !== "string") return wrongKind(value, path, what, "a variable's name", report)
  return isFreeVariable(value) ? value : wrong(report, ...variableProblem(value, path, what))
}

/** The same where the name is a key. */
export function checkVariableKey(key: string, path: Path, what: string, report: ReadReport): void {
  if (!isFreeVariable(key)) wrongKey(report, ...variableProblem(key, path, what))
}

/** Text, or a number, true or false that YAML took for a value. */
export const readExpression: Reader<ExpressionText> = (value, path, what, report) => {
  if (typeof value === "number" || typeof value === "boolean") return { source: String(value), path }
  if (typeof value !== "string") return wrongKind(value, path, what, "an expression", report)
  const source = readText(value, path, what, report)
  return source === undefined ? undefined : { source, path }
}

/** Every entry of a map through one reader; entries that cannot be read are left out. */
export function readEntries<T>(
  value: Json,
  path: Path,
  what: string,
  reader: Reader<T>,
  report: ReadReport,
): ReadonlyMap<string, T> {
  const entries = new Map<string, T>()
  for (const [key, entry] of Object.entries(readMap(value, path, what, report) ?? {})) {
    const read = reader(entry, [...path, key], quoted(key), report)
    if (read !== undefined) entries.set(key, read)
  }
  return entries
}

/** In a list of names each stands once. */
export function checkRepeats(names: readonly NameText[], what: string, report: ReadReport): void {
  const seen = new Set<string>()
  for (const { name, path } of names) {
    if (seen.has(name))
      wrong(report, "DUPLICATE_NAME", path, `'${name}' stands twice in ${what}.`, "Remove one of the two.")
    seen.add(name)
  }
}

export function isMap(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value)
}

export function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value)
}

export function kindOf(value: Json): string {
  if (value === null) return "empty"
  if (isList(value)) return "a list"
  if (typeof value === "object") return "a map"
  if (typeof value === "string") return `the text ${quoted(value)}`
  return typeof value === "number" ? `the number ${value}` : String(value)
}

export function wrongKind(value: Json, path: Path, what: string, wanted: string, report: ReadReport): undefined {
  return wrong(report, "WRONG_KIND", path, `${what} is ${kindOf(value)}.`, `Write ${wanted} here.`)
}

function isFreeVariable(name: string): boolean {
  return isVariableName(name) && !isReserved(name)
}

function variableProblem(name: string, path: Path, what: string): readonly [string, Path, string, string] {
  if (!isVariableName(name)) return ["BAD_NAME", path, `${what} cannot be ${quoted(name)}.`, VARIABLE_RULE]
  const message = `${what} cannot be '${name}': the word has a meaning in every expression.`
  return [
    "RESERVED_NAME",
    path,
    message,
    `Choose another name, such as 'the${name[0]?.toUpperCase()}${name.slice(1)}'.`,
  ]
}
