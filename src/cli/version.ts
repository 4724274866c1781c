import { version as ofPackage } from "../version.ts"
import type { Command } from "./command.ts"
import { exitCode } from "./exit-codes.ts"

export const version: Command = {
  section: "The command line",
  summary: "Prints the version",
  arguments: [],
  flags: [],
  async run(_, { out }) {
    out(ofPackage)
    return exitCode.done
  },
}
