import type { Command, Section } from "./command.ts"
import { exitCode, exitCodeMeanings } from "./exit-codes.ts"
import { type Flag, labelOf } from "./flags.ts"
import { shownArgument } from "./parse-arguments.ts"
import { allWords, commandOf } from "./words.ts"

/** All commands, a line each, in their groups. */
export async function overviewLines(): Promise<readonly string[]> {
  const lines = ["Usage: exlet <command> …"]
  for (const [section, commands] of await commandsBySection()) {
    lines.push("", `${section}:`)
    for (const { word, command } of commands) lines.push(`  ${word.padEnd(24)} ${command.summary}`)
  }
  return [
    ...lines,
    "",
    "'exlet help <command>' and 'exlet <command> --help' tell more about one.",
    "",
    "They talk to the server at --url (EXLET_URL), or work on the file --store (EXLET_STORE) when nobody else has it open.",
    "Without either: the server at http://127.0.0.1:7400 if it answers, else ./exlet.db.",
    "",
    ...exitCodeLines(),
  ]
}

/** The words alone, in their groups: for whoever has written nothing. */
export async function shortLines(): Promise<readonly string[]> {
  const sections = [...(await commandsBySection())].map(([section, commands]) => {
    const words = commands.map(({ word }) => word.replace(/ .*/, ""))
    return `  ${section.padEnd(17)} ${[...new Set(words)].join(", ")}`
  })
  return [
    "Usage: exlet <command> …",
    "",
    ...sections,
    "",
    "Begin with 'exlet dev'. 'exlet help' tells what each does, 'exlet help <command>' everything about one.",
  ]
}

/** Everything about one command. */
export function helpLines(word: string, command: Command): readonly string[] {
  const { summary, more = [], meanings = [], arguments: args, flags } = command
  const about = args.filter((argument) => argument.about !== undefined)
  return [
    `exlet ${usageOf(word, command)}`,
    "",
    `${summary}.`,
    ...meanings,
    ...(more.length === 0 ? [] : ["", ...more]),
    ...(about.length === 0 ? [] : ["", ...about.map((argument) => row(shownArgument(argument), argument.about ?? ""))]),
    ...(flags.length === 0 ? [] : ["", ...flags.map((flag) => row(flagText(flag), flagAbout(flag)))]),
  ]
}

/** `complete ITEM [--data JSON|@FILE|-] …`: what must be there, and that there is more. */
export function usageOf(word: string, { arguments: args, flags, behind }: Command): string {
  const places = args.map((argument) => {
    const shown = `${shownArgument(argument)}${argument.many ? "…" : ""}`
    return argument.optional ? `[${shown}]` : shown
  })
  const required = flags.filter((flag) => flag.required).map(flagText)
  const isMore = flags.some((flag) => !flag.required)
  return [word, ...places, ...required, ...(isMore ? ["[flags]"] : []), ...(behind === undefined ? [] : [behind])].join(
    " ",
  )
}

export function flagText(flag: Flag): string {
  const label = labelOf(flag)
  return `${flag.short === undefined ? "" : `-${flag.short}, `}--${flag.name}${label === "" ? "" : ` ${label}`}`
}

export function flagAbout({ about, many, required }: Flag): string {
  return [about, many ? "may be repeated" : "", required ? "must be said" : ""].filter((part) => part !== "").join("; ")
}

export async function commandsBySection(): Promise<
  ReadonlyMap<Section, readonly { word: string; command: Command }[]>
> {
  const sections = new Map<Section, { word: string; command: Command }[]>(
    Object.keys(order).map((section) => [section as Section, []]),
  )
  for (const word of await allWords()) {
    const command = await commandOf(word)
    if (command) sections.get(command.section)?.push({ word, command })
  }
  return sections
}

export function exitCodeLines(): readonly string[] {
  const meanings = Object.entries(exitCodeMeanings) as [keyof typeof exitCode, string][]
  return ["Exit codes:", ...meanings.map(([name, meaning]) => `  ${String(exitCode[name]).padEnd(4)} ${meaning}`)]
}

/** The sections as they are told. One that is forgotten does not compile. */
const order: { readonly [section in Section]: true } = {
  Servers: true,
  "Trying out": true,
  Definitions: true,
  Cases: true,
  Items: true,
  "What goes wrong": true,
  Rules: true,
  People: true,
  Notifications: true,
  Programs: true,
  History: true,
  "Signing in": true,
  Operations: true,
  "Looking after it": true,
  "The command line": true,
}

const row = (left: string, right: string): string =>
  left.length > 26 ? `  ${left}\n${" ".repeat(30)}${right}` : `  ${left.padEnd(27)} ${right}`
