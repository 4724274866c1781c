import { resolve } from "node:path"
import { momentIn } from "../archive/moments.ts"
import type { Damage } from "../archive/searching.ts"
import type { Output } from "./command.ts"
import { exitCode } from "./exit-codes.ts"
import type { Given } from "./given.ts"
import { looksOf } from "./looks.ts"
import { isThere } from "./paths.ts"
import { problemLine, refusalLines } from "./show-refusal.ts"
import type { Surroundings } from "./surroundings.ts"
import { Trouble, UsageError } from "./trouble.ts"

/** The folder of an archive that must be there. */
export async function archiveIn(given: Given, { folder }: Surroundings): Promise<string> {
  const path = resolve(folder, given.sure("folder"))
  if (await isThere(path)) return path
  throw new Trouble(
    "ARCHIVE_NOT_FOUND",
    `There is no folder ${given.sure("folder")}`,
    "Check the path; 'exlet archive' makes one.",
  )
}

/** A moment that was written, or how long ago it is. */
export function momentOf(given: Given, name: string, now: number): number | undefined {
  const text = given.text(name)
  if (text === undefined) return undefined
  const moment = momentIn(text, now)
  if (moment !== undefined) return moment
  throw new UsageError(
    `--${name} takes a moment (2026-01-05, 2026-01-05T09:00:00Z), or how long ago (P90D), not '${text}'.`,
  )
}

/** Says what is damaged, and what that means for the exit code. */
export function damageTold(damages: readonly Damage[], given: Given, output: Output): number {
  for (const { file, problem } of damages) {
    const told = { code: "ARCHIVE_DAMAGED", message: `${file}: ${problem}`, remedy } as const
    for (const line of given.is("json") ? [problemLine(told)] : refusalLines(told, looksOf(output))) output.err(line)
  }
  return damages.length > 0 ? exitCode.refused : exitCode.done
}

const remedy = "Put back that file from another copy; what could be read of it, and all others, was."

/** What the file system has against it, as something to be told. */
export async function fileTrouble<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Error) || !("syscall" in error) || !("path" in error || "errno" in error)) throw error
    throw new Trouble(
      "ARCHIVE_FAILED",
      `The archive could not be written or read: ${error.message}`,
      "Make room, or name another folder, and say it again: what is in no file was not taken out.",
      exitCode.refused,
    )
  }
}
