import type { Path } from "../messages/findings.ts"
import type { Json } from "../messages/json.ts"
import { plainKinds } from "../messages/plain-events.ts"
import { meant, quoted } from "../model/names.ts"
import { checkKeys, type Fields, fieldOf, optional, present } from "../model/read-fields.ts"
import { type ReadReport, wrong, wrongKey } from "../model/read-finding.ts"
import { kindOf, type Reader, readEntries, readFlag, readMap, readOneOf, readText } from "../model/read-value.ts"
import {
  caseStates,
  type Expectation,
  type ExpectedEvent,
  type ExpectedItem,
  itemStatuses,
  stateNames,
} from "./expectation.ts"
import { parseItemName } from "./item-name.ts"
import {
  readExpectedDecisions,
  readExpectedException,
  readExpectedInterventions,
  readExpectedNotices,
  readExpectedRuns,
} from "./read-expected-handling.ts"
import { listOf, mapOf } from "./read-lists.ts"

export const readExpectation: Reader<Expectation> = (value, path, what, report) => {
  const map = readMap(value, path, what, report)
  if (map === undefined) return undefined
  const fields: Fields = { map, path, what: "an expectation", report }
  checkKeys(fields, WORDS)
  const readState = readOneOf(caseStates)
  return present({
    of: optional(fields, "of", readText),
    state: optional(fields, "state", readState),
    held: optional(fields, "held", readFlag),
    result: fieldOf(map, "result"),
    data: optional(fields, "data", readMap),
    items: optional(fields, "items", readItems),
    states: optional(fields, "states", readStates),
    family: optional(fields, "family", mapOf(readState)),
    exlets: optional(fields, "exlets", readExpectedRuns),
    decisions: optional(fields, "decision", readExpectedDecisions),
    exceptions: optional(fields, "exceptions", listOf(readExpectedException)),
    interventions: optional(fields, "interventions", readExpectedInterventions),
    notified: optional(fields, "notified", readExpectedNotices),
    worklist: optional(fields, "worklist", mapOf(readTasks)),
    log: optional(fields, "log", listOf(readEvent)),
  })
}

const WORDS = [
  "of",
  "state",
  "held",
  "result",
  "data",
  "items",
  "states",
  "family",
  "exlets",
  "decision",
  "exceptions",
  "interventions",
  "notified",
  "worklist",
  "log",
]

/** A list of names; one alone may stand without the list. */
const readTasks: Reader<readonly string[]> = (value, path, what, report) =>
  typeof value === "string"
    ? listOf(readText)([value], path, what, report)
    : listOf(readText)(value, path, what, report)

const readStates: Reader<NonNullable<Expectation["states"]>> = (value, path, what, report) => {
  const states = new Map<(typeof stateNames)[number], readonly string[]>()
  for (const [word, names] of readEntries(value, path, what, readTasks, report)) {
    const state = stateNames.find((name) => name === word)
    if (state !== undefined) states.set(state, names)
    else
      wrongKey(
        report,
        "NOT_ALLOWED",
        [...path, word],
        `There is no state ${quoted(word)}.`,
        meant(word, stateNames, `Write one of ${stateNames.join(", ")}.`),
      )
  }
  return states
}

const readItems: Reader<ReadonlyMap<string, ExpectedItem>> = (value, path, what, report) => {
  const items = new Map<string, ExpectedItem>()
  for (const [name, status] of Object.entries(readMap(value, path, what, report) ?? {})) {
    const item = parseItemName(name)
    if (item === undefined)
      wrongKey(
        report,
        "BAD_NAME",
        [...path, name],
        `There can be no item called ${quoted(name)}.`,
        "Write a task's name, such as review or 'review[2]'.",
      )
    const expected = readStatus(status, [...path, name], report)
    if (item && expected) items.set(name, { item, ...expected })
  }
  return items
}

function readStatus(value: Json, path: Path, report: ReadReport): Omit<ExpectedItem, "item"> | undefined {
  const match = typeof value === "string" ? /^(held\s+)?(.*)$/.exec(value.trim()) : null
  const words = [...itemStatuses, "none"] as const
  const status = words.find((word) => word === match?.[2])
  if (status !== undefined) return { status, held: match?.[1] !== undefined }
  const shown = typeof value === "string" ? quoted(value) : kindOf(value)
  const remedy = `Write one of ${words.join(", ")}; with 'held' before it when it is suspended.`
  return wrong(report, "NOT_ALLOWED", path, `An item cannot be ${shown}.`, meant(match?.[2] ?? "", words, remedy))
}

const readEvent: Reader<ExpectedEvent> = (value, path, what, report) => {
  const text = readText(value, path, what, report)
  if (text === undefined) return undefined
  const match = /^(\w+)\((?:([^()/]+)\/)?([^()/]+)\)$/.exec(text.replaceAll(/\s/g, ""))
  const kind = plainKinds.find((word) => word === match?.[1])
  const name = match?.[3]
  if (kind !== undefined && name !== undefined) return { kind, name, ...present({ process: match?.[2] }) }
  const remedy = "Write started(x), done(x), aborted(x), written(variable) or message(name)."
  return wrong(
    report,
    "BAD_EVENT",
    path,
    `${quoted(text)} is no event a log could show.`,
    match?.[1] === undefined ? remedy : meant(match[1], plainKinds, remedy),
  )
}
