import { meant } from "../model/names.ts"
import type { Command } from "./command.ts"
import { exitCode } from "./exit-codes.ts"
import { text, yes } from "./flags.ts"
import { helpLines, overviewLines } from "./help-lines.ts"
import { allWords, commandOf, groups } from "./words.ts"

export const help: Command = {
  section: "The command line",
  summary: "Tells more about a command: exlet help test",
  arguments: [
    { name: "word", kind: text, many: true, optional: true, about: "One command, or the first word of several" },
  ],
  flags: [{ name: "markdown", kind: yes, about: "All of it as one page, which is docs/cli.md" }],
  async run(given, { out, err }) {
    const word = given.texts("word").join(" ")
    if (given.is("markdown")) {
      const { manualLines } = await import("./manual.ts")
      for (const line of await manualLines()) out(line)
      return exitCode.done
    }
    if (word === "") for (const line of await overviewLines()) out(line)
    if (word === "") return exitCode.done
    const words = Object.hasOwn(groups, word) ? (await allWords()).filter((one) => one.startsWith(`${word} `)) : [word]
    for (const [index, one] of words.entries()) {
      const command = await commandOf(one)
      if (command === undefined) {
        err(`There is no command '${one}'. ${meant(one, await allWords(), "'exlet help' lists them.")}`)
        return exitCode.senseless
      }
      if (index > 0) out("")
      for (const line of helpLines(one, command)) out(line)
    }
    return exitCode.done
  },
}
