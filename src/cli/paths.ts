import { access } from "node:fs/promises"
import { resolve } from "node:path"
import { fileOf, storeKind } from "../store/address.ts"
import { UsageError } from "./trouble.ts"

export const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  )

/** A store as a command line names it: a file is in the folder, a database is where it is. */
export const storeIn = (folder: string, name: string): string =>
  storeKind(name) === "postgres" ? name : resolve(folder, fileOf(name))

/** Whether it is a file that is there; of a database that is known only when it is opened. */
export const isStoreThere = async (name: string): Promise<boolean> =>
  storeKind(name) === "postgres" || (await isThere(name))

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
