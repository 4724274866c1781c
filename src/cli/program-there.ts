import { accessSync, constants, statSync } from "node:fs"
import { delimiter, join, resolve } from "node:path"
import type { Surroundings } from "./surroundings.ts"

/** Whether there is such a command: a file that can be run, named by its path or found on PATH. */
export function isProgram(name: string, { env, folder }: Surroundings): boolean {
  if (name.includes("/") || name.includes("\\")) return isRunnable(resolve(folder, name))
  const folders = (env.PATH ?? process.env.PATH ?? "").split(delimiter).filter((one) => one !== "")
  const endings = process.platform === "win32" ? (process.env.PATHEXT ?? ".EXE").split(";").concat("") : [""]
  return folders.some((one) => endings.some((ending) => isRunnable(join(one, name + ending))))
}

function isRunnable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}
