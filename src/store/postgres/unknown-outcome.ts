import type { Session } from "./session.ts"

/** A transaction was under way and its outcome is unknown: it may have been committed or not, or may still be. */
export class UnknownOutcome extends Error {
  /** The server's end of a connection that broke; undefined if the server has answered, and so is no longer at it. */
  readonly session: Session | undefined

  constructor(session: Session | undefined, cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause })
    this.session = session
  }
}
