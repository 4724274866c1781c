import type { Vocabulary } from "../expressions/expression.ts"
import { type FunctionLine, functionLines } from "../expressions/function-lines.ts"
import { describeType, type ValueType } from "../expressions/value-type.ts"
import { systemNames } from "./vocabulary.ts"

/** A name, or the field of one, as somebody who writes an expression is told of it. */
export interface NameLine {
  readonly name: string
  readonly type: string
  /** Of the system's own names: what they are. */
  readonly about?: string
  /** What is inside it, or inside each element of it. */
  readonly fields?: readonly NameLine[]
}

export interface VocabularyLines {
  /** The case's data first, then what the system knows. */
  readonly names: readonly NameLine[]
  readonly functions: readonly FunctionLine[]
  /** Whether there may be other names: where the case may be any. */
  readonly isOpen: boolean
}

/** All that an expression may speak of, for those who complete what somebody types. */
export function vocabularyLines({ names, functions, open }: Vocabulary): VocabularyLines {
  const all = Object.entries(names).map(([name, type]) => nameLine(name, type))
  const isOwn = ({ name }: NameLine) => !systemNames.has(name)
  const own = Object.entries(functions ?? {}).map(([name, { arguments: types, returns }]) => ({
    name,
    ways: [`${name}(${types.map(describeType).join(", ")})`],
    returns: describeType(returns),
    about: functionAbouts[name]?.[0] ?? "",
    example: functionAbouts[name]?.[1] ?? "",
  }))
  return {
    names: [...all.filter(isOwn), ...all.filter((line) => !isOwn(line))],
    functions: [...own, ...functionLines()],
    isOpen: open === true,
  }
}

function nameLine(name: string, type: ValueType): NameLine {
  const inner = typeof type === "object" && "list" in type ? type.list : type
  const fields = typeof inner === "object" && "object" in inner ? Object.entries(inner.object) : []
  const about = Object.hasOwn(nameAbouts, name) ? nameAbouts[name] : undefined
  return {
    name,
    type: kindOf(type),
    ...(about !== undefined && { about }),
    ...(fields.length > 0 && { fields: fields.map(([field, its]) => fieldLine(field, its)) }),
  }
}

function fieldLine(name: string, type: ValueType): NameLine {
  const { about: _, ...line } = nameLine(name, type)
  return line
}

/** `object` and `list of object`, where the fields are told apart. */
function kindOf(type: ValueType): string {
  if (typeof type === "string") return type
  if ("object" in type) return "object"
  return "list" in type && typeof type.list === "object" && "object" in type.list
    ? "list of object"
    : describeType(type)
}

/** A line for everything the system knows. */
export const nameAbouts: Readonly<Record<string, string>> = {
  now: "The present moment",
  case: "The case: its id, process, version, and who started it when",
  family: "The case and all cases started on its behalf",
  notReady: "The tasks and blocks that cannot begin yet",
  ready: "The tasks and blocks that can begin",
  executing: "The tasks and blocks that somebody is at",
  suspended: "The tasks and blocks that are held",
  done: "The tasks and blocks that are done",
  aborted: "The tasks and blocks that were given up",
  item: "The item it happens at",
  items: "All items of the case",
  event: "What has happened, with its parameters",
  agent: "Who has the item, and what he is like",
  org: "The organisation",
  history: "All that has happened in the family",
  external: "Values from outside, by the name of their source",
}

const functionAbouts: Readonly<Record<string, readonly [about: string, example: string]>> = {
  result: ["What a task has come to when it was last done", 'result("check") == "good"'],
  count: ["How often a task was done", 'count("check") > 2'],
  round: ["In which round a loop is", 'round("again") > 2'],
  pastCases: [
    "Other cases of the process that were started in the last time: how many, in which states, the newest of them",
    'pastCases("P30D").count > 5',
  ],
  pastExceptions: [
    "Exceptions of a class that are over in other cases of the process: how many, what was done, the newest of them",
    'pastExceptions("Timeout", "P7D").count > 2',
  ],
  isA: ["Whether a class is another or one below it", 'isA(event.class, "ResourceUnavailable")'],
  class: ["The class of some data", 'isA(class("buyer"), "Customer")'],
  duringRound: ["The state of a task in a round of its loop", 'duringRound("check", 1) == "done"'],
}
