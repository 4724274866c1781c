import type { Json } from "../messages/json.ts"
import { isMap } from "./read-value.ts"
import { SCOPED_KEYS } from "./scoped-keys.ts"

/** What to do about a key that people are tempted to write where it has no meaning. */
export type Tempting = (key: string, value: Json) => string | undefined

/** On anything. */
export const elsewhere: Tempting = (key) => ELSEWHERE.get(key)

/** On a task, an activity or a process: words of other systems, and what says the same here. */
export const onSteps: Tempting = (key, value) => {
  const plain = key.toLowerCase().replaceAll(/[-_]/g, "")
  if (RETRIES.has(plain)) return `Write 'pattern: repeatable, attempts: ${attemptsIn(value)}'.`
  return ON_STEPS.get(plain) ?? ELSEWHERE.get(key)
}

const RETRIES: ReadonlySet<string> = new Set(
  "retry retries retrycount retrypolicy maxretries maxattempts maxtries tries attempt repeat".split(" "),
)

/** Executions in all: the number said, or the usual one. */
function attemptsIn(value: Json): number {
  const numbers = isMap(value) ? Object.values(value) : [value]
  const said = numbers.find((each) => typeof each === "number" && Number.isInteger(each) && each > 0)
  return typeof said === "number" ? said : 3
}

const DEADLINE = "Write 'deadline: P3D', a duration or a date."
const NEEDS = "Say who may do it with 'needs: { role: … }', or 'agent', 'unit' or 'capability' in it."
const WHEN = "Put it into a 'choice': 'cases: [ { when: …, do: [ … ] }, { otherwise: [] } ]'."
const ARC = "Write an exception arc, 'on: { ItemAbort: its-name }', or a rule."
const LOOP = "Put it into a 'while', with 'when' or 'until'."

const ON_STEPS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    [DEADLINE]: "timeout due duedate duein duration within expires",
    [NEEDS]:
      "role roles agent assignee assign assignedto performer who user group unit capability capabilities resource",
    [WHEN]: "if condition skipif guard",
    [ARC]: "onerror onfailure catch error errors fallback exception",
    [LOOP]: "loop until",
    "Write 'reads: [ … ]', the data it is given.": "input inputs uses",
    "Write 'writes: [ … ]', the data it may change.": "output outputs produces",
    "Write 'pattern: optional'.": "skippable",
    "Write 'undo: { worklet: … }', 'rollback', 'void' or 'none'.": "compensation compensate compensatedby",
    "Write 'title'.": "label description text",
    "Put it into a 'forEach', with 'in' and 'as'.": "multiple instances foreach each",
    "Put the blocks into 'do'.": "blocks steps body",
  }).flatMap(([remedy, words]) => words.split(" ").map((word) => [word, remedy] as const)),
)

const ON_SCOPES = "It stands on a task, an activity or the process; put the blocks into an activity to give it to them."
const ON_ACTIVITIES = "It stands on an activity or the process."
const ELSEWHERE: ReadonlyMap<string, string> = new Map([
  ...[...SCOPED_KEYS, "deadline"].map((key) => [key, ON_SCOPES] as const),
  ["budget", ON_ACTIVITIES],
  ["aside", ON_ACTIVITIES],
  ["then", "It stands only on blocks directly in 'aside'."],
  ["on", "It stands on a task, an activity or a 'forEach'."],
])
