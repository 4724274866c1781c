import { exitCode } from "./exit-codes.ts"

/** Why a command line could not be carried out, apart from what a server refuses: told with its code and what to do. */
export class Trouble extends Error {
  readonly code: string
  readonly remedy: string
  readonly exit: number

  constructor(code: string, message: string, remedy: string, exit: number = exitCode.senseless) {
    super(message)
    this.name = "Trouble"
    this.code = code
    this.remedy = remedy
    this.exit = exit
  }
}

/** A command line that means nothing: told with how to write it. */
export class UsageError extends Error {}

/** Somebody pressed Ctrl-C, or whoever asked is gone. */
export class Interrupted extends Error {}
