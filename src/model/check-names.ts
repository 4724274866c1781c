import type { Path, Report } from "../messages/findings.ts"
import type { Place } from "../messages/steps.ts"
import type { DataClassTree } from "./data-class-tree.ts"
import type { ClassTree } from "./exception-classes.ts"
import type { KnownOrganisation } from "./known-organisation.ts"
import { maySuggest, meant, quoted } from "./names.ts"
import type { Node, Process } from "./net.ts"
import type {
  BindingDefinition,
  ConstraintDefinition,
  ExletDefinition,
  HandlerDefinition,
  PatternDefinition,
} from "./repertoire.ts"
import { findNode, nodeNames } from "./rule-scope.ts"
import type { SpokenEvents } from "./spoken-events.ts"

/** All that exlets and rules may refer to: what is deployed, and what is about to be. */
export interface Known {
  /** The newest version. */
  process(name: string): Process | undefined
  processes(): Iterable<string>
  exlet(name: string): Pick<ExletDefinition, "name" | "steps"> | undefined
  exlets(): Iterable<string>
  handler(name: string): HandlerDefinition | undefined
  handlers(): Iterable<string>
  /** Where a handler is bound already. */
  bindingsOf(handler: string): Iterable<Pick<BindingDefinition, "at" | "with">>
  pattern(name: string): Pick<PatternDefinition, "pattern"> | undefined
  patterns(): Iterable<string>
  /** The rules, handlers and patterns that wait for an event already, in words. */
  waitingFor(event: string): readonly string[]
  /** Whether some exlet or rule resumes or terminates that process, or any; then it may be left to it. */
  letsGo(process?: string): boolean
  /** The events that steps raise and that rules and patterns wait for. */
  events(): SpokenEvents
  /** Bounds set at scopes: those that are about to be, and those that are already. */
  constraints(): Iterable<ConstraintDefinition>
  readonly organisation: Pick<KnownOrganisation, "has" | "names" | "definition">
  readonly classes: ClassTree
  readonly dataClasses: DataClassTree
}

export type KnownProcesses = Pick<Known, "process" | "processes">

/** What may have been meant, or else what to do; for the first of many findings: to compare a word with all others takes long. */
export function suggest(known: KnownProcesses): typeof meant {
  return maySuggest(known) ? meant : (_word, _candidates, otherwise) => otherwise
}

export function findProcess(
  name: string,
  path: Path,
  known: KnownProcesses,
  report: Report,
  others: readonly string[] = [],
): Process | undefined {
  const process = known.process(name)
  if (process === undefined)
    report({
      code: "UNKNOWN_PROCESS",
      severity: "error",
      path,
      message: `There is no process ${quoted(name)}.`,
      remedy: suggest(known)(name, [...others, ...known.processes()], "Deploy it before, or with this."),
    })
  return process
}

export function findTask(process: Process, name: string, path: Path, report: Report): Node | undefined {
  const node = findNode(process, name)
  if (node !== undefined) return node
  const isBlock = process.blocks.has(name)
  report({
    code: "UNKNOWN_TASK",
    severity: "error",
    path,
    message: isBlock
      ? `'${name}' is a block of the process '${process.name}', neither a task nor an activity.`
      : `The process '${process.name}' has no task or activity ${quoted(name)}.`,
    remedy: isBlock ? "Name a task, or put the block into an activity." : meant(name, nodeNames(process), KNOWN_TASKS),
  })
  return undefined
}

/** What a step holds, waits for or lets go: a task or activity, or a block. `others`: words that may stand there too. */
export function checkPlace(
  { process: name, task }: Place,
  path: Path,
  known: Known,
  report: Report,
  others: readonly string[] = [],
): void {
  const process = findProcess(name, path, known, report, task === undefined ? others : [])
  if (process === undefined || task === undefined || process.blocks.has(task)) return
  findTask(process, task, path, report)
}

const KNOWN_TASKS = "Look its name up in the newest version of the process."
