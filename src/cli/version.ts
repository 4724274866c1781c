import { readFile } from "node:fs/promises"
import type { Command } from "./command.ts"
import { exitCode } from "./exit-codes.ts"

export const version: Command = {
  section: "The command line",
  summary: "Prints the version",
  arguments: [],
  flags: [],
  async run(_, { out }) {
    out(await versionText())
    return exitCode.done
  },
}

/** The package's own description lies two folders up, in the sources as in what is built from them. */
export async function versionText(): Promise<string> {
  const text = await readFile(new URL("../../package.json", import.meta.url), "utf8")
  return String((JSON.parse(text) as { version?: unknown }).version)
}
