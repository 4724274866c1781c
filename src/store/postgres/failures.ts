import { DatabaseError } from "pg"
import { StoreError } from "../error.ts"
import { LostConnection } from "./lost-connection.ts"

/** What PostgreSQL, or the way to it, had against a piece of work; a commit that was under way may have been written or not. */
export function failed(name: string, error: unknown): StoreError {
  const said = error instanceof Error ? error.message : String(error)
  const known = error instanceof LostConnection ? "It may have been done or not." : "Nothing was changed."
  return new StoreError("STORE_FAILED", `The store ${name} failed: ${said}. ${known}`, { cause: error })
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

/** Prepared when the tables were others. */
export function isOutdated(error: unknown): boolean {
  return hasCode(error, "0A000") && error instanceof DatabaseError && error.routine === "RevalidateCachedQuery"
}

/** Of a server that has become a standby: it will not be otherwise on this connection. */
export function isReadOnly(error: unknown): boolean {
  return hasCode(error, "25006")
}

/**
 * Whether what was being done may have been done nevertheless: nobody said anything, or the server ended the connection, or (where it
 * is spread) lost one of its own.
 */
export function leavesOpen(error: unknown): boolean {
  return !(error instanceof DatabaseError) || /^(08|57P|25P0[34])/.test(error.code ?? "")
}
/** Raised by `exlet_conflict`, which the migrations define. */
export const conflict = "EX001"
