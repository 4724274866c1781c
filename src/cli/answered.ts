import type { Told } from "../client.ts"
import type { Output } from "./command.ts"
import { exitCodeOf } from "./exit-codes.ts"
import type { Given } from "./given.ts"
import { looksOf } from "./looks.ts"
import { refusalLines } from "./show-refusal.ts"

/** Tells a refusal, and gives its exit code. */
export function answered(
  { rejection, status, problem }: Extract<Told<never>, { ok: false }>,
  given: Given,
  output: Output,
): number {
  if (given.is("json")) output.err(JSON.stringify(problem))
  else for (const line of refusalLines(rejection, looksOf(output))) output.err(line)
  return exitCodeOf(rejection, status)
}
