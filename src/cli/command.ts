import type { Tag } from "../api/tags.ts"
import type { Argument, Flag } from "./flags.ts"
import type { Given } from "./given.ts"
import type { Surroundings } from "./surroundings.ts"

/** Where a command writes its lines. */
export interface Output {
  out(line: string): void
  err(line: string): void
  /** Of the terminal, where there is one: tables fit in. */
  readonly width?: number
  readonly colours?: boolean
  /** A line that replaces itself, only where a person is looking; nothing takes it away. */
  progress?(line: string): void
  /** When what was written has gone out: whoever writes much waits for it. */
  drained?(): Promise<void>
}

/** What `exlet <word>` does. Help, completion and the manual are made from this. */
export interface Command {
  readonly section: Section
  readonly summary: string
  /** More than the summary says. */
  readonly more?: readonly string[]
  /** What else the word means, by what is written with it: a sentence each. */
  readonly meanings?: readonly string[]
  readonly arguments: readonly Argument[]
  readonly flags: readonly Flag[]
  /** What may stand behind `--`. */
  readonly behind?: string
  /** The answer is the exit code. */
  run(given: Given, output: Output, around: Surroundings): Promise<number>
}

/** How the commands are grouped for people. */
export type Section = Tag | "Servers" | "Trying out" | "Looking after it" | "The command line"
