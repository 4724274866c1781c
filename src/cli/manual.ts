import type { Command } from "./command.ts"
import { connectionFlags } from "./connecting.ts"
import { exitCode, exitCodeMeanings } from "./exit-codes.ts"
import { type Flag, jsonFlag } from "./flags.ts"
import { commandsBySection, flagAbout, flagText, usageOf } from "./help-lines.ts"
import { shownArgument } from "./parse-arguments.ts"
import { settingFlagOf, settingPaths, settings, variableOf } from "./settings.ts"
import { troubleCodes } from "./trouble.ts"
import { commandFlags } from "./verb-shape.ts"

/** docs/cli.md, line by line. */
export async function manualLines(): Promise<readonly string[]> {
  const sections = [...(await commandsBySection())]
  return [
    "# The command line",
    "",
    "Made by `exlet help --markdown` from the same tables the command line is made of; a test compares them.",
    "",
    "    npx exlet help                  # all commands",
    "    npx exlet help rules add        # one of them",
    "",
    ...introduction,
    ...exitCodes(),
    "",
    "A refusal is told as `CODE: what happened` with what to do, on stderr. The codes are in [errors.md](errors.md); the command line adds these:",
    "",
    "| | |",
    "| --- | --- |",
    ...Object.entries(troubleCodes).map(([code, meaning]) => `| \`${code}\` | ${meaning} |`),
    ...sections.flatMap(([section, commands]) => [
      "",
      `## ${section}`,
      ...commands.flatMap(({ word, command }) => ["", ...commandLines(word, command)]),
    ]),
    "",
    ...settingLines(),
  ]
}

const introduction = [
  "## Where it goes",
  "",
  "Commands talk to a server, or, without one, work on a file that nobody else has open:",
  "",
  "1. `--url URL` or `--store FILE`;",
  "2. `EXLET_URL` or `EXLET_STORE`;",
  "3. the server at http://127.0.0.1:7400 if it answers, else `./exlet.db` if it is there.",
  "",
  "`--token` (`EXLET_TOKEN`) says who asks, `--as` (`EXLET_AS`) as whom he acts. Whoever may open the file may do everything.",
  "",
  "## What all commands know",
  "",
  "`--help`, and `--json` for machines: what is printed is the answer of the HTTP API, a refusal is its problem, on stderr. Times are local",
  "ISO 8601 for people and milliseconds since 1970 in JSON. Colours are used in terminals only, and not with `NO_COLOR`.",
  "",
  "Where something changes: `--reason`, `--dry-run` (tells what would happen), `--key` (the same key again does nothing again), `--if-revision`",
  "(refused if something else happened meanwhile).",
  "",
  "Values: `--data` takes JSON, `@file` or `-` for what comes in; `-d name=value` sets one value, JSON if it is JSON and text otherwise.",
  "A list is written by repeating its flag; `--live` is `--live true`, and `--no-live` is `--live false`.",
  "",
]

function exitCodes(): readonly string[] {
  const rows = Object.entries(exitCodeMeanings) as [keyof typeof exitCode, string][]
  return [
    "## Exit codes",
    "",
    "| | |",
    "| --- | --- |",
    ...rows.map(([name, meaning]) => `| ${exitCode[name]} | ${meaning} |`),
  ]
}

/** What all have is told once, above. */
const told = new Set(
  [...connectionFlags, ...commandFlags, jsonFlag].map(({ name }) => name).concat("reason", "dry-run"),
)
const isTold = ({ name, about }: Flag): boolean =>
  told.has(name) &&
  [...connectionFlags, ...commandFlags, jsonFlag].every((flag) => flag.name !== name || flag.about === about)

function commandLines(word: string, command: Command): readonly string[] {
  const { summary, more = [], meanings = [], arguments: args, flags } = command
  const rows = [
    ...args
      .filter(({ about }) => about !== undefined)
      .map((argument) => [shownArgument(argument), argument.about ?? ""]),
    ...(word === "serve" ? flags.filter(({ name }) => !isSetting(name)) : flags)
      .filter((flag) => !isTold(flag))
      .map((flag) => [flagText(flag), flagAbout(flag)]),
  ]
  return [
    `### ${word}`,
    "",
    `    exlet ${usageOf(word, command)}`,
    "",
    `${summary}.${more.length === 0 ? "" : ` ${more.join(" ")}`}`,
    ...(meanings.length === 0 ? [] : ["", ...meanings.map((meaning) => `- ${meaning}`)]),
    ...(rows.length === 0
      ? []
      : [
          "",
          "| | |",
          "| --- | --- |",
          ...rows.map(([left = "", right = ""]) => `| \`${escaped(left)}\` | ${escaped(right)} |`),
        ]),
  ]
}

const isSetting = (name: string): boolean => settingPaths.some((path) => settingFlagOf(path) === name)

function settingLines(): readonly string[] {
  return [
    "## Settings of a server",
    "",
    "In a file they are nested YAML (`auth: { tokens: { issuer: https://… } }`). Flags count over the environment, the environment over the file. Lists in the",
    "environment are parted by commas. A setting nobody knows is refused, with its place. `exlet serve --print-config` shows what counts.",
    "",
    "| setting | environment | flag | default | |",
    "| --- | --- | --- | --- | --- |",
    ...settingPaths.map((path) => {
      const { about, default: usual } = settings[path]
      const shown = usual === undefined || typeof usual === "object" ? "" : `\`${usual}\``
      return `| \`${path}\` | \`${variableOf(path)}\` | \`--${settingFlagOf(path)}\` | ${shown} | ${escaped(about)} |`
    }),
  ]
}

const escaped = (text: string): string => text.replaceAll("|", "\\|")
