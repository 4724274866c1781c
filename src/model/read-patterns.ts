import type { Path } from "../messages/findings.ts"
import type { Json } from "../messages/json.ts"
import { isCheckpoint, isCompensating } from "./event-names.ts"
import { isBuiltInClass } from "./exception-classes.ts"
import { quoted } from "./names.ts"
import { readEvent } from "./read-event.ts"
import { checkEither, checkKeys, type Fields, has, optional, present } from "./read-fields.ts"
import { type ReadReport, wrong, wrongKey } from "./read-finding.ts"
import {
  isMap,
  type Reader,
  readDuration,
  readExpression,
  readList,
  readMap,
  readName,
  readText,
} from "./read-value.ts"
import type { Pattern, PatternDefinition, RemovalDefinition, Repertoire } from "./repertoire.ts"
import type { Locate } from "./source.ts"

/** The patterns under `patterns`; nothing under a name removes what is there. */
export function readPatterns(
  value: Json,
  path: Path,
  locate: Locate,
  report: ReadReport,
): Pick<Repertoire, "patterns" | "removals"> {
  const patterns: PatternDefinition[] = []
  const removals: RemovalDefinition[] = []
  for (const [name, entry] of Object.entries(readMap(value, path, "'patterns'", report) ?? {})) {
    const own = [...path, name]
    const isFree = isFreeName(name, own, report)
    if (entry === null) {
      if (isFree) removals.push({ kind: "pattern", name, path: own, locate })
      continue
    }
    const map = readMap(entry, own, `The pattern ${quoted(name)}`, report)
    if (map === undefined) continue
    const fields = { map, path: own, what: `the pattern ${quoted(name)}`, report }
    checkKeys(fields, [...MEMBER_WORDS, "within", "by", "title"])
    const pattern = readMembers(fields)
    const rest = present({
      within: optional(fields, "within", readDuration),
      by: optional(fields, "by", readExpression),
      title: optional(fields, "title", readText),
    })
    if (isFree && pattern) patterns.push({ name, pattern, ...rest, source: entry, path: own, locate })
  }
  return { patterns, removals }
}

/** The words behind which the members of a pattern stand, and the one for a single event. */
const MEMBER_WORDS = ["all", "any", "sequence", "event"] as const

function readMembers(fields: Fields): Pattern | undefined {
  const { map, path, what, report } = fields
  checkEither(fields, MEMBER_WORDS, "Keep the one that is meant, or put one into the other.")
  const word = MEMBER_WORDS.find((each) => has(map, each))
  if (word === undefined)
    return wrong(report, "MISSING_KEY", path, `There are no events in ${what}.`, "Write 'all', 'any' or 'sequence'.")
  if (word === "event") {
    const event = optional(fields, "event", readMember)
    return event && { ...event, path }
  }
  const members = optional(fields, word, readList)
  if (members === undefined) return undefined
  const own = [...path, word]
  if (members.length === 0)
    return wrong(report, "EMPTY", own, `There are no events in '${word}'.`, "Write what it is made of.")
  const read = members.map((member, index) => readMember(member, [...own, index], `An entry of '${word}'`, report))
  const whole = read.filter((member) => member !== undefined)
  if (whole.length < read.length) return undefined
  const made = word === "all" ? { all: whole } : word === "any" ? { any: whole } : { sequence: whole }
  return { ...made, path }
}

/** An event, or a pattern within the pattern. */
const readMember: Reader<Pattern> = (value, path, what, report) => {
  if (isMap(value)) {
    const fields = { map: value, path, what: "the pattern", report }
    checkKeys(fields, [...MEMBER_WORDS, "within"])
    const within = optional(fields, "within", readDuration)
    const pattern = readMembers(fields)
    return pattern && { ...pattern, ...present({ within }) }
  }
  const event = readEvent(value, path, what, report)
  if (event === undefined) return undefined
  if (!isCheckpoint(event) && !isCompensating(event)) return { event, path }
  const message = `A pattern cannot be made of '${event}': checkpoints are questions, no events.`
  const remedy = event.endsWith("Post")
    ? "Write 'done(…)' of the task or process."
    : "Write 'started(…)' of the task or process."
  return wrong(report, "NOT_ALLOWED", path, message, remedy)
}

function isFreeName(name: string, path: Path, report: ReadReport): boolean {
  const atKey: ReadReport = (finding) => report({ ...finding, at: "key" })
  if (readName(name, path, "A pattern", atKey) === undefined) return false
  if (!isCheckpoint(name) && !isBuiltInClass(name)) return true
  const message = `A pattern cannot be '${name}': under 'on' the word means something already.`
  wrongKey(report, "RESERVED_NAME", path, message, "Choose another name.")
  return false
}
