import type { Path } from "../messages/findings.ts"
import type { Amount, Block, Deadline, ScopedProperties, StepProperties } from "./definition.ts"
import { isDate, isDateTime, isDuration } from "./moments.ts"
import { quoted } from "./names.ts"
import { checkKeys, type Fields, optional, present, required } from "./read-fields.ts"
import { wrong } from "./read-finding.ts"
import { alternativeOn, checkArc, checkSomewhere, type Reading } from "./read-reading.ts"
import {
  isMap,
  type Reader,
  readCount,
  readDuration,
  readEntries,
  readExpression,
  readFlag,
  readList,
  readName,
  readNameText,
  readOneOf,
  readText,
  wrongKind,
} from "./read-value.ts"
import { SCOPED_KEYS } from "./scoped-keys.ts"

export const STEP_KEYS = [...SCOPED_KEYS, "title", "deadline", "on", "select", "cancels", "pauseTimers"] as const

/** What may stand on a task, an activity or the process, and holds for everything inside. */
export function readScoped(fields: Fields, reading: Reading): ScopedProperties {
  return present({
    pattern: optional(fields, "pattern", readOneOf(["repeatable", "replaceable", "optional", "critical"])),
    attempts: optional(fields, "attempts", readCount(1)),
    backoff: optional(fields, "backoff", readDuration),
    alternatives: optional(
      fields,
      "alternatives",
      readAlternatives({ ...reading, level: alternativeOn(reading.level) }),
    ),
    involvement: optional(fields, "involvement", readOneOf(["automatic", "warning", "cooperative", "manual"])),
    loopLimit: optional(fields, "loopLimit", readCount(1)),
    cascadeLimit: optional(fields, "cascadeLimit", readCount(1)),
    invariant: optional(fields, "invariant", readExpression),
    undo: optional(fields, "undo", readUndo),
    irreversible: optional(fields, "irreversible", readFlag),
    owner: optional(fields, "owner", readText),
    answerWithin: optional(fields, "answerWithin", readDuration),
  })
}

/** What may stand on a task, an activity or a `forEach`. */
export function readStep(fields: Fields, reading: Reading): StepProperties {
  const on = optional(fields, "on", (value, path, what, report) => readEntries(value, path, what, readArc, report))
  const cancels = optional(fields, "cancels", readNames) ?? []
  for (const target of on?.values() ?? []) checkArc(target, fields.what, reading)
  for (const target of cancels) checkSomewhere(target, reading)
  return {
    ...readScoped(fields, reading),
    ...present({ title: optional(fields, "title", readText), deadline: optional(fields, "deadline", readDeadline) }),
    on: on ?? new Map(),
    select: optional(fields, "select", readFlag) ?? false,
    cancels,
    pauseTimers: optional(fields, "pauseTimers", readFlag) ?? false,
  }
}

export const readNames: Reader<readonly { name: string; path: Path }[]> = (value, path, what, report) =>
  readList(value, path, what, report)
    ?.map((entry, index) => readNameText(entry, [...path, index], `An entry of ${what}`, report))
    .filter((name) => name !== undefined)

export const readDeadline: Reader<Deadline> = (value, path, what, report) => {
  if (isMap(value)) {
    const fields = { map: value, path, what, report }
    checkKeys(fields, ["value"])
    const expression = required(fields, "value", readExpression, "Write { value: <expression> }.")
    return expression && { form: "expression", expression, path }
  }
  if (typeof value !== "string") return wrongKind(value, path, what, DEADLINE_FORMS, report)
  if (isDuration(value)) return { form: "duration", duration: value, path }
  if (isDate(value) || isDateTime(value)) return { form: "date", at: value, path }
  const message = `${what} is ${quoted(value)}, which is neither a duration nor a date that exists.`
  return wrong(report, "BAD_DEADLINE", path, message, `Write ${DEADLINE_FORMS}.`)
}

/** A number, or an expression that gives one. */
export const readAmount: Reader<Amount> = (value, path, what, report) => {
  if (typeof value === "number") {
    if (value >= 0) return { form: "number", value }
    return wrong(report, "TOO_SMALL", path, `${what} is ${value}, but must be at least 0.`, "Write 0 or more.")
  }
  if (typeof value !== "string") return wrongKind(value, path, what, "a number or an expression", report)
  const expression = readExpression(value, path, what, report)
  return expression && { form: "expression", expression }
}

const DEADLINE_FORMS =
  "a duration such as P30D, a date such as 2026-01-05, a datetime such as 2026-01-05T09:00:00Z, or { value: <expression> }"

const readArc: Reader<{ name: string; path: Path }> = (value, path, what, report) => {
  const key = path.at(-1)
  if (typeof key === "string")
    readName(key, path, "The class of an exception arc", (finding) => report({ ...finding, at: "key" }))
  return readNameText(value, path, `The arc ${what}`, report)
}

export const undoWords = ["rollback", "void", "none"] as const

export const readUndo: Reader<NonNullable<ScopedProperties["undo"]>> = (value, path, what, report) => {
  if (!isMap(value)) return readOneOf(undoWords)(value, path, what, report)
  const fields = { map: value, path, what, report }
  checkKeys(fields, ["worklet"])
  const worklet = required(fields, "worklet", readName, "Name the process that undoes it.")
  return worklet === undefined ? undefined : { worklet, path: [...path, "worklet"] }
}

function readAlternatives(reading: Reading): Reader<readonly (readonly Block[])[]> {
  return (value, path, what, report) =>
    readList(value, path, what, report)?.map((blocks, index) =>
      reading.blocks(blocks, [...path, index], `An entry of ${what}`, reading),
    )
}
