import { ConnectionError, RefusedError } from "../client.ts"
import { meant } from "../model/names.ts"
import { StoreError } from "../store/error.ts"
import { version } from "../version.ts"
import type { Command, Output } from "./command.ts"
import { exitCode, exitCodeOf } from "./exit-codes.ts"
import { helpFlag } from "./flags.ts"
import { valuesOf } from "./given.ts"
import { helpLines, shortLines, usageOf } from "./help-lines.ts"
import { leadingFlags } from "./leading-flags.ts"
import { looksOf } from "./looks.ts"
import { parseArguments } from "./parse-arguments.ts"
import { problemLine, refusalLines } from "./show-refusal.ts"
import { type Surroundings, surroundings } from "./surroundings.ts"
import { Interrupted, inUseRemedy, Trouble, UsageError } from "./trouble.ts"
import { allWords, commandOf, groups } from "./words.ts"

/** Runs a command line and gives its exit code. Never throws. */
export async function run(
  args: readonly string[],
  output: Output,
  around: Surroundings = surroundings(new AbortController().signal),
): Promise<number> {
  const { leading, rest: spoken } = leadingFlags(args)
  const [first] = spoken
  if (first === "--version" || first === "-v") return said(output.out, [version], exitCode.done)
  if (first === undefined) return said(output.err, await shortLines(), exitCode.senseless)
  const { word, rest: own } = divided(spoken)
  const rest = [...leading, ...own]
  const command = await commandOf(word)
  if (command === undefined) return unknown(word, output)
  try {
    if (isHelpWanted(rest)) return said(output.out, helpLines(word, command), exitCode.done)
    const given = await valuesOf(parseArguments(rest, { ...command, flags: [...command.flags, helpFlag] }), around)
    return await command.run(given, output, around)
  } catch (error) {
    return failed(error, word, command, output, { isJson: isSaid(rest, ["--json"]), signal: around.signal })
  } finally {
    output.progress?.("")
  }
}

/** A word is one word, or two where the first is that of a group. */
function divided(args: readonly string[]): { readonly word: string; readonly rest: readonly string[] } {
  const [first = "", second] = args
  if (isHelp(first)) return { word: "help", rest: args.slice(1) }
  const alone = Object.hasOwn(groups, first) ? groups[first] : undefined
  if (alone === undefined) return { word: first, rest: args.slice(1) }
  if (isHelp(second)) return { word: "help", rest: [first] }
  if (second === undefined || second.startsWith("-")) return { word: alone, rest: args.slice(1) }
  return { word: `${first} ${second}`, rest: args.slice(2) }
}

const isHelp = (arg: string | undefined): boolean => arg === "--help" || arg === "-h"

const isHelpWanted = (args: readonly string[]): boolean => isSaid(args, ["--help", "-h"])

/** Whether one of the names of a flag is written, and is not false. What stands behind `--` belongs to another program. */
function isSaid(args: readonly string[], names: readonly string[]): boolean {
  const end = args.indexOf("--")
  const own = end < 0 ? args : args.slice(0, end)
  return own.some((word, index) =>
    names.some((name) => (word === name && own[index + 1] !== "false") || word === `${name}=true`),
  )
}

function failed(
  error: unknown,
  word: string,
  command: Command,
  output: Output,
  { isJson, signal }: { readonly isJson: boolean; readonly signal: AbortSignal },
): number {
  if (error instanceof UsageError)
    return said(output.err, [error.message, `Usage: exlet ${usageOf(word, command)}`], exitCode.senseless)
  if (error instanceof Interrupted || signal.aborted) return exitCode.interrupted
  const told = problemOf(error)
  if (told === undefined)
    return said(
      output.err,
      [error instanceof Error ? (error.stack ?? error.message) : String(error)],
      exitCode.senseless,
    )
  const { exit, ...problem } = told
  return said(output.err, isJson ? [problemLine(problem)] : refusalLines(problem, looksOf(output)), exit)
}

/** Undefined: a bug. */
function problemOf(error: unknown) {
  if (error instanceof Trouble)
    return { code: error.code, message: error.message, remedy: error.remedy, exit: error.exit }
  if (error instanceof RefusedError) return { ...error.rejection, exit: exitCodeOf(error.rejection, error.status) }
  if (error instanceof StoreError) {
    const remedy = error.code === "STORE_IN_USE" ? inUseRemedy : ""
    return { code: error.code, message: error.message, remedy, exit: exitCode.unreachable }
  }
  if (error instanceof ConnectionError) {
    const remedy = "Check --url (EXLET_URL), and that the server runs: 'exlet dev' starts one."
    return { code: "SERVER_UNREACHABLE", message: error.message, remedy, exit: exitCode.unreachable }
  }
  return undefined
}

async function unknown(word: string, output: Output): Promise<number> {
  const known = await allWords()
  const lines = [`There is no command '${word}'. ${meant(word, known, "'exlet help' lists them.")}`]
  return said(output.err, lines, exitCode.senseless)
}

function said(say: Output["out"], lines: readonly string[], exit: number): number {
  for (const line of lines) say(line)
  return exit
}
