import type { Path } from "../messages/findings.ts"
import type { Json } from "../messages/json.ts"
import { quoted } from "./names.ts"
import { checkKeys, has, optional, present, required } from "./read-fields.ts"
import { type ReadReport, wrong, wrongKey } from "./read-finding.ts"
import { isStepWord, readSteps } from "./read-steps.ts"
import {
  isList,
  isMap,
  type Reader,
  readDuration,
  readFlag,
  readMap,
  readName,
  readNumber,
  readText,
  wrongKind,
} from "./read-value.ts"
import type { ExletDefinition } from "./repertoire.ts"
import type { Locate } from "./source.ts"

/** The exlets under `exlets`; those that cannot be read are left out. */
export function readExlets(value: Json, path: Path, locate: Locate, report: ReadReport): readonly ExletDefinition[] {
  return Object.entries(readMap(value, path, "'exlets'", report) ?? {}).flatMap(
    ([name, entry]) => readExlet(name, entry, [...path, name], locate, report) ?? [],
  )
}

/** One exlet under its name: a list of steps, or a map that says more. */
export function readExlet(
  name: string,
  value: Json,
  path: Path,
  locate: Locate,
  report: ReadReport,
): ExletDefinition | undefined {
  const isFree = isFreeExletName(name, path, report)
  const read = isList(value) ? readShort(name, value, path, report) : readLong(name, value, path, report)
  return isFree && read ? { name, ...read, source: value, path, locate } : undefined
}

/** What rules say when nothing is to be done. */
export const NOTHING = "nothing"

type Body = Omit<ExletDefinition, "name" | "source" | "path" | "locate">

function readShort(name: string, value: Json, path: Path, report: ReadReport): Body | undefined {
  const steps = readSteps(value, path, `the exlet ${quoted(name)}`, report)
  return steps && { steps, stepsPath: path }
}

function readLong(name: string, value: Json, path: Path, report: ReadReport): Body | undefined {
  const what = `The exlet ${quoted(name)}`
  if (!isMap(value)) return wrongKind(value, path, what, "a list of steps, or a map with 'steps'", report)
  const [word] = Object.keys(value).filter(isStepWord)
  if (word !== undefined && !has(value, "steps")) {
    const message = `${what} is a single step and no list.`
    return wrong(report, "WRONG_KIND", path, message, `Put '- ' in front of '${word}'.`)
  }
  const fields = { map: value, path, what: `the exlet ${quoted(name)}`, report }
  checkKeys(fields, ["steps", "deadline", "budget", "solves", "title"])
  const steps = required(fields, "steps", readSteps, "Write its steps as a list.")
  const rest = present({
    title: optional(fields, "title", readText),
    deadline: optional(fields, "deadline", readDuration),
    budget: optional(fields, "budget", readBudget),
    solves: optional(fields, "solves", readFlag),
  })
  return steps && { steps, stepsPath: [...path, "steps"], ...rest }
}

const readBudget: Reader<number> = (value, path, what, report) => {
  const budget = readNumber(value, path, what, report)
  if (budget === undefined || budget >= 0) return budget
  return wrong(report, "TOO_SMALL", path, `${what} is ${budget}, but must be at least 0.`, "Write 0 or more.")
}

function isFreeExletName(name: string, path: Path, report: ReadReport): boolean {
  const atKey: ReadReport = (finding) => report({ ...finding, at: "key" })
  if (readName(name, path, "An exlet", atKey) === undefined) return false
  if (name !== NOTHING) return true
  const message = `An exlet cannot be '${NOTHING}': in a rule the word means that nothing is done.`
  wrongKey(report, "RESERVED_NAME", path, message, "Choose another name.")
  return false
}
