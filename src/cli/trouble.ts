import type { Refusal } from "../api/problems.ts"
import type { StoreErrorCode } from "../store/error.ts"
import { exitCode } from "./exit-codes.ts"

/** What only the command line has to say, with what it means. Everything else is in docs/errors.md. */
export const troubleCodes = {
  ARCHIVE_DAMAGED:
    "a file of the archive cannot be read, or not to its end; what can be read of it, and all others, is",
  ARCHIVE_FAILED: "a file of the archive could not be written; what is in no file was not taken out of the store",
  ARCHIVE_NOT_FOUND: "there is no such folder",
  AUTH_MISSING: "a server beyond this machine needs an API key or an issuer of tokens first",
  AUTH_REQUIRED: "without sign-in a server listens on a loopback address only",
  BACKUP_NOT_POSSIBLE: "the copy could not be written, or the store is not kept in a file",
  COPY_DIFFERS: "the copy was compared with what it was made of, and is not the same",
  COPY_OF_ANOTHER: "what is there is the unfinished copy of another store, or of this one as it was before",
  COPY_SOURCE_CHANGED: "somebody wrote to the store while it was copied",
  COPY_TARGET_TAKEN: "something is there already, and it is no unfinished copy",
  FILE_EXISTS: "it would have been overwritten; `--force` does",
  FILE_NOT_FOUND: "there is no such file, or it may not be read",
  NOTHING_TO_DEPLOY: "there are no definitions in what was named",
  NOTHING_TO_TALK_TO: "neither a server nor a file was named, and none was found",
  OUTCOME_UNKNOWN: "a commit may have been written or not: look first whether it was done",
  PORT_TAKEN: "somebody else listens there",
  SERVER_UNREACHABLE: "nobody answers there, or no Exlet server",
  SETTINGS_INVALID: "settings are unknown or wrong, each with its place",
  STORE_DAMAGED:
    "the file did not pass SQLite's integrity check, is empty, or is gone while its log is there: restore a backup",
  STORE_FAILED: "one read or commit failed and changed nothing",
  STORE_IN_USE: "somebody else has the file open: talk to that server with `--url`",
  STORE_LOST: "the file was deleted, moved or replaced while it was open: put it back and start the server again",
  STORE_NOT_FOUND: "there is no such file, and the command does not make one",
  STORE_NOT_OURS: "the file is no store of Exlet, or is damaged",
  STORE_TOO_NEW: "the file was written by a newer Exlet",
  STORE_UNFINISHED: "the store is a copy that was not finished: finish it with the same `exlet copy`, or drop it",
  STORE_UNREACHABLE: "the file cannot be opened for writing",
} as const satisfies { readonly [Code in StoreErrorCode]: string } & Readonly<Record<string, string>>

export type TroubleCode = keyof typeof troubleCodes

/** Why a command line could not be carried out, apart from what a server refuses: told with its code and what to do. */
export class Trouble extends Error {
  readonly code: TroubleCode | Refusal["code"]
  readonly remedy: string
  readonly exit: number

  constructor(code: Trouble["code"], message: string, remedy: string, exit: number = exitCode.senseless) {
    super(message)
    this.name = "Trouble"
    this.code = code
    this.remedy = remedy
    this.exit = exit
  }
}

/** Where the server is that has a file open, nobody can tell from the file. */
export const inUseRemedy = "Talk to the server that has it open with --url, or stop it."

/** A command line that means nothing: told with how to write it. */
export class UsageError extends Error {}

/** Somebody pressed Ctrl-C, or whoever asked is gone. */
export class Interrupted extends Error {}
