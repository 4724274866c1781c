import { canonicalEvent } from "../model/event-names.ts"
import { checkKeys, type Fields, has, optional, present, required } from "../model/read-fields.ts"
import { wrong } from "../model/read-finding.ts"
import { readScope } from "../model/read-scope.ts"
import {
  isMap,
  type Reader,
  readExpression,
  readFlag,
  readMap,
  readName,
  readOneOf,
  readText,
} from "../model/read-value.ts"
import { readItem, readItemOrCase } from "./read-target.ts"
import type { Action } from "./story.ts"

/** The steps about what goes wrong: it is raised or reported, answered, learnt from, and checked again. */

export function readRaise(fields: Fields): Action | undefined {
  const name = optional(fields, "raise", readName)
  const parameters = optional(fields, "with", readMap) ?? {}
  const item = readItem(fields, "item")
  return name === undefined
    ? undefined
    : { do: "raise", class: canonicalEvent(name), with: parameters, ...present({ item }) }
}

/** A title alone, or with a text. */
export function readReport(fields: Fields): Action | undefined {
  const item = readItem(fields, "item")
  if (!isMap(fields.map.report)) {
    const title = optional(fields, "report", readText)
    return title === undefined ? undefined : { do: "report", title, ...present({ item }) }
  }
  const inner: Fields = { ...fields, map: fields.map.report, path: [...fields.path, "report"], what: "a report" }
  checkKeys(inner, ["title", "text"])
  const title = required(inner, "title", readText, "Say in a few words what has happened.")
  const text = optional(inner, "text", readText)
  return title === undefined ? undefined : { do: "report", title, ...present({ text, item }) }
}

export function readLearn(fields: Fields): Action | undefined {
  const map = optional(fields, "learn", readMap)
  if (map === undefined) return undefined
  const inner: Fields = { map, path: [...fields.path, "learn"], what: "a rule to learn", report: fields.report }
  checkKeys(inner, ["on", "at", "if", "then", "replace", "undo"])
  const on = required(inner, "on", readText, "Say on what, such as itemPre or Timeout.")
  const readAt = isMap(map.at) ? readScope : readText
  const at = required(inner, "at", readAt, "Name a task, the process or everywhere.")
  const condition = required(inner, "if", readExpression, "Say when it holds.")
  const conclusion = required(inner, "then", readAny, "Name an exlet, or write its steps.")
  const replace = optional(inner, "replace", readFlag) ?? false
  const undo = optional(inner, "undo", readFlag) ?? false
  if (on === undefined || at === undefined || condition === undefined || conclusion === undefined) return undefined
  return { do: "learn", on: canonicalEvent(on), at, if: condition.source, conclusion: conclusion.value, replace, undo }
}

/** What to do; one word alone may stand without the map. `class:` picks the intervention, all else is the answer. */
export function readAnswer(fields: Fields): Action | undefined {
  const written = fields.map.answer
  const map = isMap(written) ? written : { do: written ?? null }
  const path = [...fields.path, "answer"]
  const inner: Fields = { map, path, what: "an answer", report: fields.report }
  checkKeys(inner, ["class", "do", ...ANSWER_KEYS])
  const word = isMap(written)
    ? required(inner, "do", readAnswerWord, `Write one of ${answerWords.join(", ")}.`)
    : readAnswerWord(written ?? null, path, "'answer'", fields.report)
  const name = optional(inner, "class", readName)
  if (has(map, "data")) optional(inner, "data", readMap)
  if (word === undefined) return undefined
  const { class: _, ...answer } = map
  return { do: "answer", answer, ...(name !== undefined && { class: canonicalEvent(name) }) }
}

/** Only an answer can be taken back. */
export function readTakeBack(fields: Fields): Action | undefined {
  return optional(fields, "take-back", readOneOf(["answer"])) && { do: "take-back" }
}

export function readRecheck(fields: Fields): Action | undefined {
  const target = readItemOrCase(fields, "recheck")
  return target && { do: "recheck", target }
}

/** What is wrong with the definitions is the engine's to say, when they are deployed. */
export function readDeploy(fields: Fields): Action | undefined {
  const definitions = optional(fields, "deploy", readMap)
  if (definitions === undefined || Object.keys(definitions).length > 0)
    return definitions && { do: "deploy", definitions }
  return wrong(
    fields.report,
    "EMPTY",
    [...fields.path, "deploy"],
    "Nothing is deployed here.",
    "Write what a bundle would hold: process, exlets, rules, …",
  )
}

const answerWords = [
  "run",
  "confirm",
  "teach",
  "retry",
  "restart",
  "skip",
  "jump",
  "rollback",
  "reassign",
  "needs",
  "wait",
  "set",
  "propagate",
  "remove",
  "dismiss",
] as const
const ANSWER_KEYS = [
  "exlet",
  "steps",
  "if",
  "then",
  "on",
  "at",
  "to",
  "needs",
  "data",
  "target",
  "with",
  "answer",
  "title",
]

const readAnswerWord = readOneOf(answerWords)

const readAny: Reader<{ readonly value: NonNullable<Fields["map"][string]> }> = (value, path, what, report) =>
  value === null
    ? wrong(report, "EMPTY", path, `${what} is empty.`, "Name an exlet, write its steps, or 'nothing'.")
    : { value }
