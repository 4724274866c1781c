/** Where a command writes its lines. */
export interface Output {
  out(line: string): void
  err(line: string): void
}

/** What `exlet <word>` does. The answer is the exit code: 0 all is well, 1 it is not, 2 it could not be found out. */
export interface Command {
  readonly summary: string
  /** After `exlet <word>`. */
  readonly usage: string
  readonly help: readonly string[]
  run(args: readonly string[], output: Output): Promise<number>
}

/** A command line that means nothing: told with how to write it, exit code 2. */
export class UsageError extends Error {}
