/**
 * Why a keeper could not do its work. Thrown, never answered: what a caller may expect, such as a conflict, is a value. The
 * code is stable, the message says what to do.
 */
export class StoreError extends Error {
  readonly code: StoreErrorCode

  constructor(code: StoreErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = "StoreError"
    this.code = code
  }
}

export type StoreErrorCode =
  /** Somebody else has it open; a store has one owner. */
  | "STORE_IN_USE"
  /** Written by a newer Exlet. */
  | "STORE_TOO_NEW"
  /** A database of another program, or no database at all. */
  | "STORE_NOT_OURS"
  /** Somebody has begun to write it, and has not finished. */
  | "STORE_UNFINISHED"
  /** What it holds is not what was written to it, or is gone. */
  | "STORE_DAMAGED"
  /** Its file was deleted, moved or replaced while it was open. */
  | "STORE_LOST"
  /** It cannot be found, made, or written to. */
  | "STORE_UNREACHABLE"
  /** A copy was to be written over a file that is there, or of a keeper that has nothing to copy. */
  | "BACKUP_NOT_POSSIBLE"
  /** One read or commit failed and changed nothing; the next may succeed. */
  | "STORE_FAILED"
  /** A commit may have been written or not, and nobody who knows could be reached in time. */
  | "OUTCOME_UNKNOWN"

export function unfinished(name: string): StoreError {
  return new StoreError(
    "STORE_UNFINISHED",
    `${name} is a copy that was not finished. Finish it with the same 'exlet copy' again, or drop it.`,
  )
}
