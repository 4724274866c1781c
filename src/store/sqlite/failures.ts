import { StoreError, type StoreErrorCode } from "../error.ts"

/** Runs something on the database; what SQLite throws becomes an error of the store, and a bug stays a bug. */
export function guarded<Result>(file: string, work: () => Result, explain: Explanation = failed): Result {
  try {
    return work()
  } catch (error) {
    if (isSqliteError(error)) throw explain(file, error)
    // Whatever is kept as JSON was written as JSON.
    if (error instanceof SyntaxError) throw damaged(file, `is damaged: ${error.message}`, undefined, error)
    throw error
  }
}

export interface SqliteError extends Error {
  readonly errcode: number
}

export type Explanation = (file: string, error: SqliteError) => StoreError

export const failed: Explanation = (file, error) => {
  if (isDamage(error)) return damaged(file, `is damaged: ${error.message}`, undefined, error)
  return new StoreError("STORE_FAILED", `The store ${file} failed: ${error.message}. Nothing was changed.`, {
    cause: error,
  })
}

/** What the file holds is not what was written to it. */
export function damaged(file: string, what: string, remedy = "Restore a backup.", cause?: Error): StoreError {
  return new StoreError("STORE_DAMAGED", `${file} ${what}. ${remedy}`, cause && { cause })
}

/** Why a file could not be opened. */
export const notOpened: Explanation = (file, error) => {
  if (isDamage(error)) return failed(file, error)
  const [code, message] = openingFailure(error.errcode & 0xff)
  return new StoreError(code, `${file} ${message} (SQLite: ${error.message})`, { cause: error })
}

export function notOurs(file: string): StoreError {
  return new StoreError(
    "STORE_NOT_OURS",
    `${file} belongs to another program, not to Exlet. Name another file; one that does not exist is made.`,
  )
}

export function tooNew(file: string, found: number, known: number): StoreError {
  return new StoreError(
    "STORE_TOO_NEW",
    `${file} was written by a newer Exlet (migration ${found}; this one knows ${known}). Use that version or a later one.`,
  )
}

const busy = 5
const locked = 6
const corrupt = 11
const notADatabase = 26

function openingFailure(primaryCode: number): readonly [StoreErrorCode, string] {
  if (primaryCode === busy || primaryCode === locked) {
    return ["STORE_IN_USE", "is already open, here or in another process. Stop the other engine or use another file."]
  }
  if (primaryCode === notADatabase) {
    return ["STORE_NOT_OURS", "is not a database of Exlet, or is damaged. Name another file or restore a copy."]
  }
  return [
    "STORE_UNREACHABLE",
    "cannot be opened for writing. Check that its folder exists and that both may be written.",
  ]
}

const isDamage = ({ errcode }: SqliteError): boolean => (errcode & 0xff) === corrupt

function isSqliteError(error: unknown): error is SqliteError {
  return error instanceof Error && "errcode" in error && typeof error.errcode === "number"
}
