import type { Command } from "./command.ts"
import { type Flag, helpFlag } from "./flags.ts"

type Commands = ReadonlyMap<string, Command>

/** The words, then the second words, then the flags and what may follow them; elsewhere files. */
export function bashScript(commands: Commands): readonly string[] {
  return [
    "_exlet() {",
    `  local current="${worded("COMP_CWORD")}" before="${worded("COMP_CWORD-1")}" candidates=""`,
    `  local one="${worded("1")}" two="${worded("1")} ${worded("2")}"`,
    `  if [ "$COMP_CWORD" -eq 1 ]; then candidates="${firstWords(commands).join(" ")}"; else`,
    '    case "$two" in',
    ...[...commands]
      .filter(([word]) => word.includes(" "))
      .map(([word, command]) => `      ${cased(word)}) candidates="${flagsOf(command)}";;`),
    '      *) case "$one" in',
    ...[...commands]
      .filter(([word]) => !word.includes(" "))
      .map(
        ([word, command]) =>
          `        ${word}) candidates="${[...(word === "help" ? firstWords(commands) : choicesOf(command)), flagsOf(command)].join(" ")}";;`,
      ),
    ...groupsOf(commands).map(([first, seconds]) => `        ${first}) candidates="${seconds.join(" ")}";;`),
    "      esac;;",
    "    esac",
    '    case "$before" in',
    ...choiceFlags(commands).map(([name, of]) => `      --${name}) candidates="${of.join(" ")}";;`),
    "    esac",
    "  fi",
    '  COMPREPLY=($(compgen -W "$candidates" -- "$current"))',
    "}",
    "complete -o default -F _exlet exlet",
  ]
}

export function zshScript(commands: Commands): readonly string[] {
  const told = (pairs: readonly (readonly [string, string])[]) =>
    pairs.map(([name, about]) => quoted(`${name}:${about.replaceAll(":", " ")}`)).join(" ")
  return [
    "#compdef exlet",
    "_exlet() {",
    "  local -a candidates",
    `  if (( CURRENT == 2 )); then candidates=(${told(firstWords(commands).map((word) => [word, summaryOf(word, commands)]))}); _describe command candidates; return; fi`,
    '  case "$words[2] $words[3]" in',
    ...[...commands]
      .filter(([word]) => word.includes(" "))
      .map(([word, { flags }]) => `    ${cased(word)}) candidates=(${told(flags.map(pairOf))});;`),
    '    *) case "$words[2]" in',
    ...[...commands]
      .filter(([word]) => !word.includes(" "))
      .map(([word, { flags }]) => `      ${word}) candidates=(${told(flags.map(pairOf))});;`),
    ...groupsOf(commands).map(
      ([first, seconds]) =>
        `      ${first}) candidates=(${told(seconds.map((second) => [second, commands.get(`${first} ${second}`)?.summary ?? ""]))});;`,
    ),
    "    esac;;",
    "  esac",
    "  _describe option candidates || _files",
    "}",
    'if [ "$funcstack[1]" = "_exlet" ]; then _exlet "$@"; else compdef _exlet exlet; fi',
  ]
}

export function fishScript(commands: Commands): readonly string[] {
  const firsts = firstWords(commands).map(
    (word) => `complete -c exlet -f -n __fish_use_subcommand -a ${word} -d ${quoted(summaryOf(word, commands))}`,
  )
  const seconds = groupsOf(commands).flatMap(([first, words]) =>
    words.map((word) => {
      const isAlone = `__fish_seen_subcommand_from ${first}; and not __fish_seen_subcommand_from ${words.join(" ")}`
      const about = commands.get(`${first} ${word}`)?.summary ?? ""
      return `complete -c exlet -f -n ${quoted(isAlone)} -a ${word} -d ${quoted(about)}`
    }),
  )
  const flags = [...commands].flatMap(([word, command]) => {
    const seen = word
      .split(" ")
      .map((part) => `__fish_seen_subcommand_from ${part}`)
      .join("; and ")
    return command.flags.map((flag) => {
      const value =
        flag.kind.type === "choice"
          ? ` -x -a ${quoted(flag.kind.of.join(" "))}`
          : flag.kind.type === "boolean"
            ? ""
            : " -r"
      return `complete -c exlet -n ${quoted(seen)} -l ${flag.name}${flag.short ? ` -s ${flag.short}` : ""}${value} -d ${quoted(flag.about)}`
    })
  })
  return [...firsts, ...seconds, ...flags]
}

/** A word of the line as bash names it. */
const worded = (index: string): string => `\u0024{COMP_WORDS[${index}]}`

function firstWords(commands: Commands): readonly string[] {
  return [...new Set([...commands.keys()].map((word) => word.split(" ")[0] ?? ""))].toSorted()
}

function groupsOf(commands: Commands): readonly (readonly [string, readonly string[]])[] {
  const groups = new Map<string, string[]>()
  for (const word of commands.keys()) {
    const [first = "", second] = word.split(" ")
    if (second !== undefined) groups.set(first, [...(groups.get(first) ?? []), second])
  }
  return [...groups]
}

function summaryOf(word: string, commands: Commands): string {
  return (
    commands.get(word)?.summary ??
    groupsOf(commands)
      .find(([first]) => first === word)?.[1]
      .join(", ") ??
    ""
  )
}

const flagsOf = ({ flags }: Command): string => [...flags, helpFlag].map(({ name }) => `--${name}`).join(" ")
const pairOf = ({ name, about }: Flag): readonly [string, string] => [`--${name}`, about]

function choicesOf({ arguments: args }: Command): readonly string[] {
  return args.flatMap(({ kind }) => (kind.type === "choice" ? kind.of : []))
}

/** Flags whose value is one of few, where all commands agree which. */
function choiceFlags(commands: Commands): readonly (readonly [string, readonly string[]])[] {
  const found = new Map<string, readonly string[] | undefined>()
  for (const { flags } of commands.values()) {
    for (const { name, kind } of flags) {
      const of = kind.type === "choice" ? kind.of : undefined
      found.set(name, found.has(name) && found.get(name)?.join() !== of?.join() ? undefined : of)
    }
  }
  return [...found].flatMap(([name, of]) => (of === undefined ? [] : [[name, of] as const]))
}

const cased = (word: string): string => `"${word}"`
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`
