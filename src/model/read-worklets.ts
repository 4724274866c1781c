import type { Path } from "../messages/findings.ts"
import type { Json } from "../messages/json.ts"
import type { Expressions, WorkletCall } from "../messages/steps.ts"
import { isName, NAME_RULE, quoted } from "./names.ts"
import { checkKeys, optional, present, required } from "./read-fields.ts"
import { type ReadReport, wrong, wrongKey } from "./read-finding.ts"
import { readProcessName } from "./read-place.ts"
import { checkVariableKey, isList, isMap, type Reader, readEntries, readExpression, wrongKind } from "./read-value.ts"

/** One worklet or several: names, or maps that say how data goes in and comes back. */
export const readWorklets: Reader<readonly WorkletCall[]> = (value, path, what, report) => {
  if (!isList(value)) {
    const call = readWorklet(value, path, what, report)
    return call && [call]
  }
  if (value.length === 0) return wrong(report, "EMPTY", path, `${what} is an empty list.`, "Name at least one worklet.")
  const calls = value.map((entry, index) => readWorklet(entry, [...path, index], `An entry of ${what}`, report))
  return calls.filter((call) => call !== undefined)
}

const readWorklet: Reader<WorkletCall> = (value, path, what, report) => {
  if (!isMap(value)) {
    if (typeof value !== "string") return wrongKind(value, path, what, WORKLET_FORMS, report)
    const worklet = readProcessName(value, path, what, report)
    return worklet === undefined ? undefined : { worklet }
  }
  const fields = { map: value, path, what: "the worklet", report }
  checkKeys(fields, ["worklet", "with", "into"])
  const worklet = required(fields, "worklet", readProcessName, "Name the process to start.")
  const mappings = present({
    with: optional(fields, "with", readAssignments),
    into: optional(fields, "into", readAssignments),
  })
  return worklet === undefined ? undefined : { worklet, ...mappings }
}

/** Variables, and the expressions their values come from. */
export const readAssignments: Reader<Expressions> = (value, path, what, report) =>
  readExpressions(value, path, what, checkVariableKey, report)

/** The same for what an item ends with: a `result` needs no variable. */
export const readOutput: Reader<Expressions> = (value, path, what, report) => {
  const checkKey: CheckKey = (key, ...rest) => (key === "result" ? undefined : checkVariableKey(key, ...rest))
  return readExpressions(value, path, what, checkKey, report)
}

/** The parameters of an event. */
export const readParameters: Reader<Expressions> = (value, path, what, report) =>
  readExpressions(value, path, what, checkParameterKey, report)

type CheckKey = (key: string, path: Path, what: string, report: ReadReport) => void

const checkParameterKey: CheckKey = (key, path, what, report) => {
  if (!isName(key)) wrongKey(report, "BAD_NAME", path, `${what} cannot be ${quoted(key)}.`, NAME_RULE)
}

function readExpressions(value: Json, path: Path, what: string, checkKey: CheckKey, report: ReadReport) {
  if (!isMap(value)) return wrongKind(value, path, what, "a map from names to expressions", report)
  for (const key of Object.keys(value)) checkKey(key, [...path, key], `A name in ${what}`, report)
  const entries = readEntries(value, path, what, readExpression, report)
  return Object.fromEntries([...entries].map(([name, { source }]) => [name, source]))
}

const WORKLET_FORMS = "the name of a process, or { worklet: its name, with: { … }, into: { … } }"
