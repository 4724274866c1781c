import { checkKeys, type Fields, optional, present, required } from "../model/read-fields.ts"
import { readOneOrMore } from "../model/read-one-or-more.ts"
import { readMap, readOneOf, readText } from "../model/read-value.ts"
import { readItem } from "./read-target.ts"
import type { Action } from "./story.ts"

/** Steps about who does what. What is wrong with needs and organisations is the engine's to say. */

export function readRetry(fields: Fields): Action | undefined {
  const item = readItem(fields, "retry")
  const how = optional(fields, "with", readOneOf(["same", "next"] as const))
  return item && { do: "retry", item, ...present({ with: how }) }
}

export function readAmend(fields: Fields): Action | undefined {
  const item = readItem(fields, "amend")
  const needs = required(fields, "needs", readMap, "Say what it needs instead.")
  return item && needs && { do: "amend", item, needs }
}

export function readGrant(fields: Fields): Action | undefined {
  const map = optional(fields, "grant", readMap)
  if (map === undefined) return undefined
  const inner: Fields = { map, path: [...fields.path, "grant"], what: "a grant", report: fields.report }
  checkKeys(inner, ["agent", "capability", "until"])
  const agent = required(inner, "agent", readText, "Say who gets it.")
  const capabilities = required(inner, "capability", readOneOrMore(readText), "Say which.")
  const until = optional(inner, "until", readText)
  return agent === undefined || capabilities === undefined
    ? undefined
    : { do: "grant", agent, capabilities, ...present({ until }) }
}

/** Entries take the place of those of the same name. */
export function readOrganisation(fields: Fields): Action | undefined {
  const organisation = optional(fields, "organisation", readMap)
  return organisation && { do: "deploy", definitions: { organisation } }
}
