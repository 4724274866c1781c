import type { Session } from "./session.ts"

/** The connection broke while a transaction was under way: it may have been committed or not. */
export class LostConnection extends Error {
  /** The server's end of it. */
  readonly session: Session | undefined

  constructor(session: Session | undefined, cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause })
    this.session = session
  }
}
