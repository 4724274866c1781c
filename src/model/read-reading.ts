import { type Path, pathText } from "../messages/findings.ts"
import type { Json } from "../messages/json.ts"
import type { Block, NameText, NetDefinition } from "./definition.ts"
import { meant } from "./names.ts"
import { type ReadReport, wrong } from "./read-finding.ts"

/** What the readers of one process share. Blocks hold properties and properties hold blocks, so the readers meet here. */
export interface Reading {
  readonly report: ReadReport
  /** All tasks, named blocks and conditions of the process, and where they stand. */
  readonly names: Map<string, Path>
  /** Those of them somebody does, or does something inside of. */
  readonly done: Set<string>
  readonly level: Level
  /** What can be checked only when all names are known. */
  readonly later: (() => void)[]
  /** How many names may still be compared with all others, which takes long where there are very many. */
  readonly suggestions: { left: number }
  readonly blocks: (value: Json, path: Path, what: string, reading: Reading, options?: BlockOptions) => readonly Block[]
  readonly net: (value: Json, path: Path, reading: Reading) => NetDefinition | undefined
}

export interface BlockOptions {
  /** Blocks of `aside` may say where to go on. */
  readonly canGoOn: boolean
}

/**
 * The names an exception arc may lead to: what lies in the same activity, process or instance, however deep in its control
 * blocks, and what lies aside of it.
 */
export interface Level {
  readonly own: Set<string>
  readonly aside: Set<string>
  readonly around?: Level
}

export function newLevel(): Level {
  return { own: new Set(), aside: new Set() }
}

/** The level of the blocks that lie aside: the same, seen from the other side. */
export function asideOf(level: Level): Level {
  return { own: level.aside, aside: level.own }
}

/** Each instance of a `forEach` is a level of its own, but what lies aside of the activity can be reached from it. */
export function instanceIn(level: Level): Level {
  return { own: new Set(), aside: level.aside }
}

/** What stands in for something can go where that could, but cannot be gone to from outside. */
export function alternativeOn(level: Level): Level {
  return { own: new Set(), aside: level.aside, around: level }
}

/** Takes a name for a task or block; each may be taken once in a process. */
export function declare(name: string, path: Path, reading: Reading): void {
  declareCondition(name, path, reading)
  reading.level.own.add(name)
}

/** The same for a condition of a net, which no arc can lead to. */
export function declareCondition(name: string, path: Path, { names, report }: Reading): void {
  const first = names.get(name)
  if (first === undefined) names.set(name, path)
  else
    wrong(
      report,
      "DUPLICATE_NAME",
      path,
      `The name '${name}' is already taken by ${pathText(first)}.`,
      "Give each task, block and condition of a process a name of its own.",
    )
}

/** An arc or `then` must lead to something of the same level or of its `aside`. */
export function checkArc(target: NameText, what: string, reading: Reading): void {
  const { level, names, report, later } = reading
  later.push(() => {
    if (canReach(level, target.name)) return
    const remedy = "Name a task or block of the same level or of its 'aside'."
    if (names.has(target.name))
      wrong(report, "OTHER_LEVEL", target.path, `'${target.name}' is not on the level of ${what}.`, remedy)
    else unknownName(target, reachableFrom(level), remedy, reading)
  })
}

/** Whatever is cancelled must be somewhere in the process. */
export function checkSomewhere(target: NameText, reading: Reading): void {
  const { names, later } = reading
  later.push(() => {
    if (names.has(target.name)) return
    unknownName(target, names.keys(), "Name a task, block or condition of the process.", reading)
  })
}

/** Who did something: a task here, or elsewhere in the family, which cannot be known yet. */
export function checkDone(target: NameText, { names, done, report, later, suggestions }: Reading): void {
  later.push(() => {
    const { name, path } = target
    if (done.has(name)) return
    const [message, otherwise] = names.has(name)
      ? [`'${name}' is nothing that anybody does.`, "Name a task, or an activity for all tasks inside."]
      : [`There is no task '${name}' in this process.`, `If it is one of another process, write 'process/${name}'.`]
    const remedy = suggestions.left-- > 0 ? meant(name, done, otherwise) : otherwise
    report({ code: "UNKNOWN_TASK", severity: "warning", path, message, remedy })
  })
}

/** A name that leads nowhere, and which of the candidates may have been meant. */
export function unknownName(target: NameText, candidates: Iterable<string>, otherwise: string, reading: Reading): void {
  const { name, path } = target
  const remedy = reading.suggestions.left-- > 0 ? meant(name, candidates, otherwise) : otherwise
  wrong(reading.report, "UNKNOWN_NAME", path, `There is nothing called '${name}' here.`, remedy)
}

function* reachableFrom(level: Level): Iterable<string> {
  yield* level.own
  yield* level.aside
}

function canReach(level: Level, name: string): boolean {
  if (level.own.has(name) || level.aside.has(name)) return true
  return level.around !== undefined && canReach(level.around, name)
}
