import { access } from "node:fs/promises"
import { UsageError } from "./trouble.ts"

export const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  )

/** The files and folders a command line names; undefined, and told, if one of them is not there. */
export async function existing(
  paths: readonly string[],
  err: (line: string) => void,
): Promise<readonly string[] | undefined> {
  if (paths.length === 0) throw new UsageError("Name a file or folder.")
  const missing: string[] = []
  for (const path of paths) await access(path).catch(() => missing.push(path))
  for (const path of missing) err(`There is no file or folder '${path}'.`)
  return missing.length === 0 ? paths : undefined
}
