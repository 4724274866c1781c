/** The connection broke while a transaction was under way: it may have been committed or not. */
export class LostConnection extends Error {
  /** Of the server's process. */
  readonly pid: number

  constructor(pid: number, cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause })
    this.pid = pid
  }
}
