import type { Path } from "../messages/findings.ts"
import type { Json } from "../messages/json.ts"
import { canonicalEvent } from "../model/event-names.ts"
import { meant, quoted } from "../model/names.ts"
import { checkKeys, type Fields, optional, present, required } from "../model/read-fields.ts"
import { type ReadReport, wrong } from "../model/read-finding.ts"
import {
  isList,
  kindOf,
  type Reader,
  readCount,
  readMap,
  readName,
  readOneOf,
  readText,
  wrongKind,
} from "../model/read-value.ts"
import {
  type ExpectedDecision,
  type ExpectedException,
  type ExpectedIntervention,
  type ExpectedNotice,
  type ExpectedRuns,
  exceptionStates,
  runStates,
} from "./expectation.ts"
import { listOf, mapOf } from "./read-lists.ts"
import { readTextPattern } from "./text-pattern.ts"

/** `{ cancel-show: running }`, or how many runs of it there are. */
export const readExpectedRuns: Reader<ReadonlyMap<string, ExpectedRuns>> = (value, path, what, report) =>
  mapOf(readRuns)(value, path, what, report)

/** One decision, or a list of them. */
export const readExpectedDecisions: Reader<readonly ExpectedDecision[]> = (value, path, _what, report) => {
  const place: Path = ["decision"]
  if (!isList(value)) return [readDecision(value, path, place, report)].filter((read) => read !== undefined)
  return value.flatMap((entry, index) => readDecision(entry, [...path, index], [...place, index], report) ?? [])
}

export const readExpectedException: Reader<ExpectedException> = (value, path, what, report) => {
  const map = readMap(value, path, what, report)
  if (map === undefined) return undefined
  const fields: Fields = { map, path, what: "an expected exception", report }
  checkKeys(fields, EXCEPTION_KEYS)
  return readAbout(fields)
}

/** How many there are, or each of them. */
export const readExpectedInterventions: Reader<number | readonly ExpectedIntervention[]> = (...given) =>
  countOr(listOf(readIntervention))(...given)

export const readExpectedNotices: Reader<number | readonly ExpectedNotice[]> = (...given) =>
  countOr(listOf(readNotice))(...given)

const EXCEPTION_KEYS = ["class", "at", "state", "with"]

function readAbout(fields: Fields): ExpectedException {
  const name = optional(fields, "class", readName)
  return present({
    class: name === undefined ? undefined : canonicalEvent(name),
    at: optional(fields, "at", readText),
    state: optional(fields, "state", readOneOf(exceptionStates)),
    with: optional(fields, "with", readMap),
  })
}

const readIntervention: Reader<ExpectedIntervention> = (value, path, what, report) => {
  const map = readMap(value, path, what, report)
  if (map === undefined) return undefined
  const fields: Fields = { map, path, what: "an expected intervention", report }
  checkKeys(fields, [...EXCEPTION_KEYS, "text", "to"])
  return { ...readAbout(fields), ...readNotification(fields) }
}

const readNotice: Reader<ExpectedNotice> = (value, path, what, report) => {
  const map = readMap(value, path, what, report)
  if (map === undefined) return undefined
  const fields: Fields = { map, path, what: "an expected notification", report }
  checkKeys(fields, ["to", "text"])
  return readNotification(fields)
}

function readNotification(fields: Fields): ExpectedNotice {
  return present({ to: optional(fields, "to", readText), text: optional(fields, "text", readTextPattern) })
}

const readRuns: Reader<ExpectedRuns> = (value, path, what, report) => {
  if (typeof value === "number") return readCount(0)(value, path, what, report)
  const words = [...runStates, "none"] as const
  const state = words.find((word) => word === value)
  if (state !== undefined) return state
  const shown = typeof value === "string" ? quoted(value) : kindOf(value)
  const remedy = `Write one of ${words.join(", ")}, or how many runs there are.`
  return wrong(
    report,
    "NOT_ALLOWED",
    path,
    `The run of an exlet cannot be ${shown}.`,
    meant(typeof value === "string" ? value : "", words, remedy),
  )
}

function readDecision(value: Json, path: Path, place: Path, report: ReadReport): ExpectedDecision | undefined {
  const map = readMap(value, path, "A decision", report)
  if (map === undefined) return undefined
  const fields: Fields = { map, path, what: "an expected decision", report }
  checkKeys(fields, ["on", "at", "conclusion"])
  const on = required(fields, "on", readText, "Say what was decided on, such as itemPre or Timeout.")
  const conclusion = required(fields, "conclusion", readConclusion, "Name an exlet, or write none or nothing.")
  if (on === undefined || conclusion === undefined) return undefined
  return { path: place, on: canonicalEvent(on), conclusion, ...present({ at: optional(fields, "at", readText) }) }
}

/** One name alone may stand without the list. */
const readConclusion: Reader<readonly string[]> = (value, path, what, report) =>
  isList(value) ? listOf(readName)(value, path, what, report) : listOf(readName)([value], path, what, report)

function countOr<T>(reader: Reader<T>): Reader<number | T> {
  return (value, path, what, report) => {
    if (isList(value)) return reader(value, path, what, report)
    if (typeof value === "number") return readCount(0)(value, path, what, report)
    return wrongKind(value, path, what, "how many there are, or a list,", report)
  }
}
