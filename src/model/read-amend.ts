import type { Step } from "../messages/steps.ts"
import { quoted } from "./names.ts"
import { readMoment } from "./read-absence.ts"
import { checkEither, type Fields, has, optional, present, required } from "./read-fields.ts"
import { wrong, wrongKey } from "./read-finding.ts"
import { readNeeds } from "./read-needs.ts"
import { readOneOrMore } from "./read-one-or-more.ts"
import { isMap, type Reader, readDuration, readName, readText, wrongKind } from "./read-value.ts"

/** Other needs for the item, or capabilities for an agent, for a time or for good. */
export function readAmend(fields: Fields): Step | undefined {
  const who = optional(fields, "amend", readText)
  return who === "item" ? readItemAmend(fields) : readAgentAmend(fields, who)
}

/** Once more with the same agent, with the next, or with whoever meets other needs. */
export const readRetryWith: Reader<NonNullable<Extract<Step, { readonly do: "retry" }>["with"]>> = (
  value,
  path,
  what,
  report,
) => {
  if (isMap(value)) return readNeeds(value, path, what, report)?.source
  if (typeof value !== "string") return wrongKind(value, path, what, RETRY_FORMS, report)
  if (value === "same" || value === "same agent") return "same"
  if (value === "next" || value === "next agent") return "next"
  return wrong(report, "NOT_ALLOWED", path, `${what} cannot be ${quoted(value)}.`, `Write ${RETRY_FORMS}.`)
}

function readItemAmend(fields: Fields): Step | undefined {
  const { map, path, report } = fields
  const others = ["capability", "for", "until"].filter((key) => has(map, key))
  for (const key of others) {
    const message = `'${key}' is for an agent, not for the item.`
    wrongKey(report, "CONTRADICTION", [...path, key], message, "Write 'amend:' with the name of an agent.")
  }
  if (others.length > 0 && !has(map, "needs")) return undefined
  const needs = required(fields, "needs", readNeeds, "Say who may do it from now on: 'needs: { role: … }'.")
  return needs && { do: "amend", needs: needs.source }
}

function readAgentAmend(fields: Fields, agent: string | undefined): Step | undefined {
  const { map, path, report } = fields
  checkEither(fields, ["for", "until"], "Keep one of the two.")
  const rest = present({ for: optional(fields, "for", readDuration), until: optional(fields, "until", readUntil) })
  if (has(map, "needs")) {
    const message = "'needs' are for the item, not for an agent."
    return wrongKey(report, "CONTRADICTION", [...path, "needs"], message, "Write 'amend: item'.")
  }
  const remedy = "Say what the agent can from now on: 'capability: …'."
  const capabilities = required(fields, "capability", readOneOrMore(readName), remedy)
  return agent === undefined || capabilities === undefined ? undefined : { do: "amend", agent, capabilities, ...rest }
}

const readUntil: Reader<string> = (value, path, what, report) =>
  readMoment(value, path, what, report) === undefined ? undefined : String(value)

const RETRY_FORMS = "'same', 'next', or a map of needs"
