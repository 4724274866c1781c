import { readFile } from "node:fs/promises"
import { meant } from "../model/names.ts"
import { type Command, type Output, UsageError } from "./command.ts"

/** Every command, by its word. Each is loaded only when it is asked for. */
const commands: Readonly<Record<string, () => Promise<Command>>> = {
  demo: async () => (await import("./demo.ts")).demo,
  test: async () => (await import("./test.ts")).test,
  verify: async () => (await import("./verify.ts")).verify,
}

/** Runs a command line and gives its exit code. */
export async function run(args: readonly string[], output: Output): Promise<number> {
  const [word, ...rest] = args
  if (word === undefined) return help(output.err).then(() => 2)
  if (word === "--version" || word === "-v") return said(output, await version())
  if (word === "help" || word === "--help" || word === "-h") return helpOn(rest[0], output)
  const command = await find(word)
  if (command === undefined) return unknown(word, output)
  if (rest.includes("--help") || rest.includes("-h")) return helpOn(word, output)
  try {
    return await command.run(rest, output)
  } catch (error) {
    if (!isUsageError(error)) {
      output.err(error instanceof Error ? (error.stack ?? error.message) : String(error))
      return 2
    }
    output.err(error.message)
    output.err(`Usage: exlet ${word} ${command.usage}`)
    return 2
  }
}

async function find(word: string): Promise<Command | undefined> {
  return Object.hasOwn(commands, word) ? commands[word]?.() : undefined
}

async function helpOn(word: string | undefined, output: Output): Promise<number> {
  if (word === undefined) return help(output.out).then(() => 0)
  const command = await find(word)
  if (command === undefined) return unknown(word, output)
  return said(output, `exlet ${word} ${command.usage}`, "", command.summary, "", ...command.help)
}

async function help(say: Output["out"]): Promise<void> {
  say("Usage: exlet <command> …")
  say("")
  for (const [word, load] of Object.entries(commands)) say(`  ${word.padEnd(8)} ${(await load()).summary}`)
  say("  help     Tells more about a command: exlet help test")
  say("")
  say("Exit codes: 0 all is well, 1 it is not, 2 something could not be run.")
}

/** The package's own description lies two folders up, in the sources as in what is built from them. */
async function version(): Promise<string> {
  const text = await readFile(new URL("../../package.json", import.meta.url), "utf8")
  return String((JSON.parse(text) as { version?: unknown }).version)
}

function unknown(word: string, output: Output): number {
  output.err(
    `There is no command '${word}'. ${meant(word, [...Object.keys(commands), "help"], "'exlet help' lists them.")}`,
  )
  return 2
}

function said(output: Output, ...lines: readonly string[]): number {
  for (const line of lines) output.out(line)
  return 0
}

/** `parseArgs` throws its own for options nobody knows. */
function isUsageError(error: unknown): error is Error {
  if (error instanceof UsageError) return true
  return error instanceof TypeError && "code" in error && String(error.code).startsWith("ERR_PARSE_ARGS")
}
