import { CASE_NUMBER_RULE, caseNumber } from "../model/case-number.ts"
import { isDuration } from "../model/moments.ts"
import { isName, quoted } from "../model/names.ts"
import { checkKeys, type Fields, fieldOf, has, optional, present, required } from "../model/read-fields.ts"
import { wrong, wrongKey } from "../model/read-finding.ts"
import { type Reader, readMap, readName, readText } from "../model/read-value.ts"
import { isMoment } from "./moment.ts"
import { readBind, readUnbind } from "./read-binding.ts"
import { readExpectation } from "./read-expectation.ts"
import { readAnswer, readDeploy, readLearn, readRaise, readRecheck, readReport, readTakeBack } from "./read-handling.ts"
import { readAmend, readGrant, readOrganisation, readRetry } from "./read-people.ts"
import { readItem, readItemOrCase, readTarget } from "./read-target.ts"
import type { Action, ActOnItem, ChangeHold, GiveData, GiveItem } from "./story.ts"

/** How a step that begins with this word is read, and the keys it has of its own; absent: they are not looked at. */
interface Verb {
  readonly keys?: readonly string[]
  read(fields: Fields, word: string): Action | undefined
}

/** Every word a step can begin with. */
export const verbs: ReadonlyMap<string, Verb> = new Map<string, Verb>([
  ["start", { keys: ["as", "number", "data", "instance"], read: readStart }],
  ...(["accept", "decline", "hand-back", "restart", "skip", "fail", "wait"] as const).map(onItem),
  ...(["update", "complete", "force-complete"] as const).map(givingData),
  ...(["delegate", "reassign"] as const).map(givingItem),
  ...(["suspend", "continue"] as const).map(changingHold),
  ["retry", { keys: ["with", "instance"], read: readRetry }],
  ["amend", { keys: ["needs", "instance"], read: readAmend }],
  ["grant", { keys: [], read: readGrant }],
  ["organisation", { keys: [], read: readOrganisation }],
  ["remove", { keys: ["instance"], read: readRemove }],
  ["set", { keys: [], read: readSet }],
  ["add", { keys: ["data", "instance"], read: readAdd }],
  ["advance", { keys: [], read: readAdvance }],
  ["message", { keys: ["as"], read: readMessage }],
  ["crash", { keys: [], read: () => ({ do: "crash" }) }],
  ["expect", { keys: [], read: readExpect }],
  ["raise", { keys: ["item", "with", "instance"], read: readRaise }],
  ["report", { keys: ["item", "instance"], read: readReport }],
  ["learn", { keys: [], read: readLearn }],
  ["answer", { keys: [], read: readAnswer }],
  ["take-back", { keys: [], read: readTakeBack }],
  ["recheck", { keys: ["instance"], read: readRecheck }],
  ["deploy", { keys: [], read: readDeploy }],
  ["jump", { keys: ["to", "instance"], read: readJump }],
  ["rollback", { keys: ["to", "instance"], read: readRollback }],
  ["bind", { keys: [], read: readBind }],
  ["unbind", { keys: [], read: readUnbind }],
])

function onItem(word: Exclude<ActOnItem["do"], "start-item">): readonly [string, Verb] {
  const read = (fields: Fields): Action | undefined => {
    const item = readItem(fields, word)
    return item && { do: word, item }
  }
  return [word, { keys: ["instance"], read }]
}

function givingData(word: GiveData["do"]): readonly [string, Verb] {
  const read = (fields: Fields): Action | undefined => {
    const item = readItem(fields, word)
    const data =
      word === "update" ? required(fields, "data", readMap, "Say what is given.") : optional(fields, "data", readMap)
    return item && { do: word, item, data: data ?? {} }
  }
  return [word, { keys: ["data", "instance"], read }]
}

function givingItem(word: GiveItem["do"]): readonly [string, Verb] {
  const read = (fields: Fields): Action | undefined => {
    const item = readItem(fields, word)
    const to = required(fields, "to", readText, "Say who gets it.")
    return item && to !== undefined ? { do: word, item, to } : undefined
  }
  return [word, { keys: ["to", "instance"], read }]
}

function changingHold(word: ChangeHold["do"]): readonly [string, Verb] {
  const read = (fields: Fields): Action | undefined => {
    const target = readTarget(fields, word)
    return target && { do: word, target }
  }
  return [word, { keys: ["instance"], read }]
}

function readJump(fields: Fields): Action | undefined {
  const target = readItemOrCase(fields, "jump")
  const to = required(fields, "to", readText, "Say at which step it goes on.")
  return target && to !== undefined ? { do: "jump", target, to } : undefined
}

function readStart(fields: Fields): Action | undefined {
  const text = optional(fields, "start", readText)
  if (text === undefined) return undefined
  if (/^item\s/.test(text)) {
    checkKeys(fields, ["start", "instance", "of", "by", "reason", "refused"])
    const item = readItem(fields, "start")
    return item && { do: "start-item", item }
  }
  const number = optional(fields, "number", readNumber)
  if (has(fields.map, "instance")) {
    wrongKey(
      fields.report,
      "UNKNOWN_KEY",
      [...fields.path, "instance"],
      "The key 'instance' means nothing where a process is started.",
      "Write 'start: item …' to start an item.",
    )
  }
  const process = optional(fields, "start", readName)
  const data = optional(fields, "data", readMap) ?? {}
  return process === undefined
    ? undefined
    : { do: "start", process, data, ...present({ as: optional(fields, "as", readAlias), number }) }
}

const readNumber: Reader<string> = (value, path, what, report) =>
  caseNumber(value) ?? wrong(report, "BAD_VALUE", path, `${what} is no case number.`, CASE_NUMBER_RULE)

const readAlias: Reader<string> = (value, path, what, report) => {
  const text = readText(value, path, what, report)
  if (text === undefined || isName(text)) return text
  return wrong(
    report,
    "BAD_NAME",
    path,
    `${what} cannot be ${quoted(text)}.`,
    "Write a word of letters, digits, '_' and '-'.",
  )
}

function readRemove(fields: Fields): Action | undefined {
  const target = readItemOrCase(fields, "remove")
  return target && { do: "remove", target }
}

function readRollback(fields: Fields): Action | undefined {
  const target = readItemOrCase(fields, "rollback")
  const to = required(fields, "to", readName, "Name the task or activity to go back to.")
  return target && to !== undefined ? { do: "rollback", target, to } : undefined
}

function readSet(fields: Fields): Action | undefined {
  const data = optional(fields, "set", readMap)
  return data && { do: "set", data }
}

function readAdd(fields: Fields): Action | undefined {
  const item = readItem(fields, "add")
  return item && { do: "add", item, element: fieldOf(fields.map, "data") ?? null }
}

function readAdvance(fields: Fields): Action | undefined {
  const text = optional(fields, "advance", readText)
  if (text === undefined) return undefined
  if (isDuration(text)) return { do: "advance", time: { by: text } }
  if (isMoment(text)) return { do: "advance", time: { to: text } }
  const message = `'advance' is ${quoted(text)}, which is neither a duration nor a moment.`
  return wrong(
    fields.report,
    "BAD_DURATION",
    [...fields.path, "advance"],
    message,
    "Write for example P3D, PT90M or 2026-02-01T09:00:00Z.",
  )
}

function readMessage(fields: Fields): Action | undefined {
  const map = optional(fields, "message", readMap)
  if (map === undefined) return undefined
  const inner: Fields = { map, path: [...fields.path, "message"], what: "a message", report: fields.report }
  checkKeys(inner, ["name", "key", "data", "start"])
  const name = required(inner, "name", readName, "Say what the message is called.")
  const data = optional(inner, "data", readMap) ?? {}
  const start = optional(inner, "start", readName)
  const as = optional(fields, "as", readAlias)
  if (name === undefined) return undefined
  return { do: "message", name, data, ...present({ key: fieldOf(map, "key"), start, as }) }
}

function readExpect(fields: Fields): Action | undefined {
  const expectation = optional(fields, "expect", readExpectation)
  return expectation && { do: "expect", expectation }
}
