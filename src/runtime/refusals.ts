import type { Command } from "../messages/commands.ts"
import type { FamilyId } from "../messages/ids.ts"
import type { Json } from "../messages/json.ts"
import type { Rejection } from "../messages/rejections.ts"
import { StoreError } from "../store/error.ts"

/** What the runtime itself refuses, before or instead of a decision. */

interface Asked {
  readonly family: FamilyId
  readonly command: Command
}

export const notRecord: Rejection = {
  code: "DATA_INVALID",
  message: "the data is not an object of names and values",
  remedy: "Give each value under its name",
  fields: [],
}

export const notPlain: Rejection = {
  code: "DATA_INVALID",
  message: "what was given is not plain JSON",
  remedy: "Give texts, numbers, true, false, lists and objects, nested less deeply",
  fields: [],
}

export function notFound({ family, command }: Asked): Rejection {
  const absent = (code: Rejection["code"], what: string, list: string): Rejection => {
    return { code, message: `there is no ${what}`, remedy: `Look the id up in the list of ${list}` }
  }
  if ("intervention" in command)
    return absent("INTERVENTION_NOT_FOUND", `intervention ${command.intervention}`, "interventions")
  if (command.type === "ReplaceRun") return absent("RUN_NOT_FOUND", `run ${command.run}`, "cases")
  if ("item" in command && command.item) return absent("ITEM_NOT_FOUND", `item ${command.item}`, "cases")
  return absent(
    "CASE_NOT_FOUND",
    `case ${family}`,
    "cases; one that ended long ago may have been archived (`exlet archived`)",
  )
}

export function quarantined(family: FamilyId, error = "deciding on it failed"): Rejection {
  return {
    code: "FAMILY_QUARANTINED",
    message: `family ${family} is set aside: ${error.split("\n")[0]}`,
    remedy: "An operator can look at its log and release it once the cause is mended",
  }
}

export function decisionFailed({ family, command }: Asked, trouble: string): Rejection {
  return {
    code: "DECISION_FAILED",
    message: `deciding ${command.type} on family ${family} failed: ${trouble.split("\n")[0]}`,
    remedy: "This is a bug in Exlet; the family is set aside unchanged and can be released once it is mended",
  }
}

export function versionChanged(what: string, version: number, expected: number): Rejection {
  return {
    code: "VERSION_CHANGED",
    message: `${what} is at version ${version} now, not at ${expected}`,
    remedy: "Look at it again, and ask again if that is still what you want",
  }
}

export function numberTaken(number: string): Rejection {
  return {
    code: "NUMBER_TAKEN",
    message: `another family has the case number ${JSON.stringify(number)}`,
    remedy: "Start the case under that number: it joins the family",
  }
}

export function noMoment(field: string, given: string | number): Rejection {
  return {
    code: "DATA_INVALID",
    message: `${JSON.stringify(given)} is no moment`,
    remedy: "Say it as in 2026-12-24T09:00:00Z, or in milliseconds since 1970",
    fields: [{ field, code: "WRONG_TYPE", message: "is no moment, as in 2026-12-24T09:00:00Z" }],
  }
}

export function notBackedUp(message: string): Rejection {
  return {
    code: "BACKUP_NOT_POSSIBLE",
    message,
    remedy: "Name a new file; what is in memory cannot be backed up, and a PostgreSQL database with its own tools",
  }
}

export const engineStopped: Rejection = {
  code: "ENGINE_STOPPED",
  message: "the engine is stopping or has stopped",
  remedy: "Open it again",
}

/** Why is for the log: whoever asked cannot mend the store, and need not know where it lies. */
export const storeFailed: Rejection = {
  code: "STORE_FAILED",
  message: "the store could not read or write",
  remedy: "Nothing was changed; try again, and if it lasts let whoever runs the engine look at its log",
}

/** It may have been done or not, and asking again without a key may do it twice. */
export const outcomeUnknown: Rejection = {
  code: "OUTCOME_UNKNOWN",
  message: "the store did not confirm whether this was written",
  remedy: "Repeat it with the same idempotency key; without one, look first whether it was done",
}

export const storeRefusal = (error: unknown): Rejection =>
  error instanceof StoreError && error.code === "OUTCOME_UNKNOWN" ? outcomeUnknown : storeFailed

/** Whether the store was in the way, and a later try may succeed. */
export const isOfStore = ({ code }: { readonly code: string }): boolean =>
  code === "STORE_FAILED" || code === "OUTCOME_UNKNOWN"

export const notExpected = (name: string, key: Json): Rejection => ({
  code: "MESSAGE_NOT_EXPECTED",
  message: `no live case waits for "${name}" with the key ${JSON.stringify(key)}`,
  remedy: "Check the name and the key; the case may not have started yet, or have ended",
})
