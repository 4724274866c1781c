import { DatabaseError } from "pg"
import { StoreError } from "../error.ts"
import { UnknownOutcome } from "./unknown-outcome.ts"

/** Why a piece of work failed, as PostgreSQL or the network reported it. */
export function failed(name: string, error: unknown): StoreError {
  if (error instanceof StoreError) return error
  const said = error instanceof Error ? error.message : String(error)
  const isUnknown = error instanceof UnknownOutcome
  const outcome = isUnknown ? "It may have been done or not." : "Nothing was changed."
  const code = isUnknown ? "OUTCOME_UNKNOWN" : "STORE_FAILED"
  return new StoreError(code, `The store ${name} failed: ${said}. ${outcome}`, { cause: error })
}

export function closed(name: string): StoreError {
  return new StoreError("STORE_FAILED", `The store ${name} was closed. Open it again.`)
}

/** Why a database could not be opened. */
export function notOpened(name: string, error: unknown): StoreError {
  if (error instanceof StoreError) return error
  if (hasCode(error, duplicateTable)) return notOurs(name, error)
  const said = error instanceof Error && error.message !== "" ? error.message : String(error)
  return new StoreError(
    "STORE_UNREACHABLE",
    `${name} cannot be opened. Check that the server is there, and that the user may write to that database. (PostgreSQL: ${said})`,
    { cause: error },
  )
}

export function tooNew(name: string, found: number, known: number): StoreError {
  return new StoreError(
    "STORE_TOO_NEW",
    `${name} was written by a newer Exlet (migration ${found}; this one knows ${known}). Use that version or a later one.`,
  )
}

function notOurs(name: string, cause: unknown): StoreError {
  return new StoreError(
    "STORE_NOT_OURS",
    `${name} has tables of another program that are called as Exlet calls its own. Name another database or schema.`,
    { cause },
  )
}

export function hasCode(error: unknown, ...codes: readonly string[]): boolean {
  return error instanceof DatabaseError && error.code !== undefined && codes.includes(error.code)
}

const duplicateTable = "42P07"
export const uniqueViolation = "23505"
export const deadlock = "40P01"
export const lockNotAvailable = "55P03"
export const serializationFailure = "40001"
export const queryCanceled = "57014"

/** Prepared when the tables were others. */
export function isOutdated(error: unknown): boolean {
  return hasCode(error, "0A000") && error instanceof DatabaseError && error.routine === "RevalidateCachedQuery"
}

/** Of a server that has become a standby: it will not be otherwise on this connection. */
export function isReadOnly(error: unknown): boolean {
  return hasCode(error, "25006")
}

/** Whether the connection broke, or the server ended it: what was under way may have been done nevertheless. */
export function breaksConnection(error: unknown): boolean {
  return !(error instanceof DatabaseError) || /^(08|57P|25P0[34])/.test(error.code ?? "")
}

/**
 * Whether a failed COMMIT certainly wrote nothing. A database that is spread commits at its workers first: if a worker's answer is lost, the coordinator
 * reports whatever error it likes (`XX000`), and the worker may have committed.
 */
export function isCertainRefusal(error: unknown): boolean {
  return hasCode(error, conflict, uniqueViolation, deadlock, serializationFailure)
}

/** Raised by `exlet_conflict`, which the migrations define. */
export const conflict = "EX001"
