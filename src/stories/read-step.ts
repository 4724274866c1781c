import type { Path } from "../messages/findings.ts"
import type { Json } from "../messages/json.ts"
import { type RejectionCode, rejectionStatus } from "../messages/rejections.ts"
import { meant, quoted } from "../model/names.ts"
import { checkKeys, type Fields, has, optional, present } from "../model/read-fields.ts"
import { type ReadReport, wrong, wrongKey } from "../model/read-finding.ts"
import { isMap, type Reader, readOneOf, readText, wrongKind } from "../model/read-value.ts"
import { verbs } from "./read-action.ts"
import type { Step } from "./story.ts"

/** Reads one step: a word that says what is done, and what every step may say beside it. */
export function readStep(value: Json, path: Path, report: ReadReport): Step | undefined {
  if (value === "crash") return { path, title: "crash", action: { do: "crash" } }
  if (typeof value === "string") return unknownStep([value], path, report)
  if (!isMap(value)) return wrongKind(value, path, "A step", "a map such as { complete: sellTickets }", report)
  const words = Object.keys(value).filter((key) => verbs.has(key))
  const [word, second] = words
  if (word === undefined) return unknownStep(Object.keys(value), path, report)
  if (second !== undefined) {
    const message = `A step does one thing, but this one says '${word}' and '${second}'.`
    return wrongKey(report, "CONTRADICTION", [...path, second], message, "Write two steps.")
  }
  const fields: Fields = { map: value, path, what: `a step '${word}'`, report }
  const verb = verbs.get(word)
  if (verb === undefined) return undefined
  if (verb.keys !== undefined) checkKeys(fields, [word, ...verb.keys, ...COMMON])
  const action = verb.read(fields, word)
  const beside = {
    of: optional(fields, "of", readText),
    by: optional(fields, "by", readText),
    reason: optional(fields, "reason", readText),
    refused: has(value, "refused") ? optional(fields, "refused", readRefused) : undefined,
  }
  if (action?.do === "expect" && beside.refused !== undefined)
    wrongKey(
      report,
      "CONTRADICTION",
      [...path, "refused"],
      "An expectation is never refused.",
      "Put 'refused' on the step before it.",
    )
  return action && { path, title: titleOf(word, value[word] ?? null), action, ...present(beside) }
}

const COMMON = ["of", "by", "reason", "refused"]

const readRefused: Reader<RejectionCode | true> = (value, path, what, report) =>
  value === true ? true : readCode(value, path, what, report)

const readCode = readOneOf(Object.keys(rejectionStatus) as RejectionCode[])

function unknownStep(keys: readonly string[], path: Path, report: ReadReport): undefined {
  const key = keys.find((candidate) => !COMMON.includes(candidate)) ?? keys[0]
  const otherwise = `Known steps: ${[...verbs.keys()].join(", ")}.`
  if (key === undefined) return wrong(report, "EMPTY", path, "This step says nothing.", otherwise)
  return wrong(report, "UNKNOWN_STEP", path, `There is no step ${quoted(key)}.`, meant(key, verbs.keys(), otherwise))
}

function titleOf(word: string, value: Json): string {
  return typeof value === "string" ? `${word}: ${value}` : word
}
