import type { Path } from "../messages/findings.ts"
import type { Json } from "../messages/json.ts"
import type { Block } from "./definition.ts"
import { ACTIVITY_KEYS, readActivity } from "./read-activity.ts"
import { readBranches, readCases } from "./read-cases.ts"
import { type Fields, fieldOf, has, optional, present, required } from "./read-fields.ts"
import { wrongKey } from "./read-finding.ts"
import { MANY_KEYS, readMany } from "./read-many.ts"
import { readStep, STEP_KEYS } from "./read-properties.ts"
import { instanceIn, type Reading } from "./read-reading.ts"
import { readTaskProperties, TASK_KEYS } from "./read-task.ts"
import { readExpression, readText } from "./read-value.ts"
import { readWait } from "./read-wait.ts"

/** A block of which the kind and the name are known. */
export interface Entry {
  readonly fields: Fields
  readonly path: Path
  readonly reading: Reading
  /** The name, if it has one. */
  readonly name: string | undefined
}

/** What may stand in a block of one kind besides the word itself, and how it is read. */
export interface Kind {
  readonly keys: readonly string[]
  readonly isNamed: "always" | "maybe" | "never"
  /** Whether somebody does it, or something inside of it that is a task of its own. */
  readonly isDone?: true
  readonly read: (entry: Entry) => Block | undefined
}

/** The words that say what a block is. */
export const KINDS: ReadonlyMap<string, Kind> = new Map<string, Kind>([
  ["task", { keys: TASK_KEYS, isNamed: "always", isDone: true, read: (entry) => readTask(entry) }],
  ["program", { keys: TASK_KEYS, isNamed: "always", isDone: true, read: (entry) => readTask(entry, entry.name) }],
  ["parallel", { keys: ["branches", "title"], isNamed: "maybe", read: (entry) => readBranching(entry, "parallel") }],
  ["first", { keys: ["branches", "title"], isNamed: "maybe", read: (entry) => readBranching(entry, "first") }],
  ["choice", { keys: ["cases", "title"], isNamed: "maybe", read: (entry) => readChoice(entry, "choice") }],
  ["some", { keys: ["cases", "title"], isNamed: "maybe", read: (entry) => readChoice(entry, "some") }],
  ["while", { keys: ["when", "until", "do", "title"], isNamed: "maybe", read: readWhile }],
  ["sequence", { keys: ["do", "title"], isNamed: "maybe", read: readSequence }],
  ["activity", { keys: ACTIVITY_KEYS, isNamed: "maybe", isDone: true, read: readActivityBlock }],
  ["forEach", { keys: ["in", "do", ...MANY_KEYS, ...STEP_KEYS], isNamed: "maybe", isDone: true, read: readForEach }],
  ["wait", { keys: ["title"], isNamed: "never", read: readWaitBlock }],
])

function readTask({ fields, path, reading, name = "" }: Entry, worker?: string): Block {
  const properties = readTaskProperties(fields, reading)
  const { title } = properties
  return { kind: "task", path, name, properties: { ...present({ worker }), ...properties }, ...present({ title }) }
}

function readBranching(entry: Entry, kind: "parallel" | "first"): Block | undefined {
  const branches = readBranches(entry.fields, entry.reading)
  return branches && { kind, ...common(entry), branches }
}

function readChoice(entry: Entry, kind: "choice" | "some"): Block | undefined {
  const cases = readCases(entry.fields, entry.reading)
  return cases && { kind, ...common(entry), cases }
}

function readWhile(entry: Entry): Block | undefined {
  const { fields, reading } = entry
  const blocks = readDo(entry, reading)
  const form = has(fields.map, "until") && !has(fields.map, "when") ? "until" : "while"
  const remedy = "Write 'when: <expression>', tested before each round, or 'until: <expression>', tested after each."
  if (has(fields.map, "when") && has(fields.map, "until")) {
    const message = `Both 'when' and 'until' stand in ${fields.what}.`
    wrongKey(fields.report, "CONTRADICTION", [...fields.path, "until"], message, "Keep one of the two.")
    optional(fields, "until", readExpression)
  }
  const condition = required(fields, form === "while" ? "when" : "until", readExpression, remedy)
  return condition && { kind: "while", ...common(entry), test: { form, condition }, do: blocks }
}

function readSequence(entry: Entry): Block {
  return { kind: "sequence", ...common(entry), do: readDo(entry, entry.reading) }
}

function readActivityBlock({ fields, path, reading, name }: Entry): Block | undefined {
  const activity = readActivity(fields, reading)
  return activity && { kind: "activity", path, ...present({ name, title: activity.properties.title }), ...activity }
}

function readForEach(entry: Entry): Block | undefined {
  const { fields, path, reading, name } = entry
  const properties = readStep(fields, reading)
  const many = readMany(fields, "in")
  const blocks = readDo(entry, { ...reading, level: instanceIn(reading.level) })
  const { title } = properties
  return many && { kind: "forEach", path, ...present({ name, title }), many, properties, do: blocks }
}

function readWaitBlock(entry: Entry): Block | undefined {
  const wait = readWait(
    fieldOf(entry.fields.map, "wait") ?? null,
    [...entry.path, "wait"],
    "'wait'",
    entry.reading.report,
  )
  return wait && { kind: "wait", ...common(entry), wait }
}

function readDo({ fields }: Entry, reading: Reading): readonly Block[] {
  const read = (value: Json, path: Path, what: string) => reading.blocks(value, path, what, reading)
  return required(fields, "do", read, "Write 'do: [ … ]', the blocks inside.") ?? []
}

function common({ fields, path, name }: Entry) {
  return { path, ...present({ name, title: optional(fields, "title", readText) }) }
}
