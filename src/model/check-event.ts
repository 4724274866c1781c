import type { Path, Report } from "../messages/findings.ts"
import { type Known, suggest } from "./check-names.ts"
import { CHECKPOINTS, isCheckpoint, plainEvent } from "./event-names.ts"
import { maySuggest, quoted } from "./names.ts"
import type { Process } from "./net.ts"
import { slipOf } from "./slips.ts"
import { likelier } from "./spoken-events.ts"

/** That an event is what it seems: a checkpoint, a class, a pattern, something that is raised, or a plain event of what is there. */
export function checkEvent(on: string, path: Path, known: Known, report: Report, who = "these rules wait"): void {
  const { classes } = known
  const plain = plainEvent(on)
  if (plain) checkPlain(plain, path, known, report)
  if (plain || isCheckpoint(on) || classes.has(on) || known.pattern(on) || known.events().raised.has(on)) return
  // Anybody may raise an event of any name; one that is nearly a name there is may be a slip.
  const slip = maySuggest(known) ? slipOf(on, likelier(on, known.events())) : undefined
  const words = together(isPast(on) ? [] : CHECKPOINTS, classes.all(), known.patterns())
  const remedy = slip === undefined ? suggest(known)(on, words, "") : `Did you mean '${slip}'?`
  if (remedy === "") return
  const message = `There is no checkpoint, class or pattern ${quoted(on)}, so ${who} for a plain event of that name.`
  report({ code: "UNKNOWN_CLASS", severity: "warning", path, message, remedy })
}

/** Checkpoints are questions; what has happened, such as `selected`, is none of them. */
const isPast = (name: string): boolean => /ed$/i.test(name)

/** What is started, done or written is something of a process: of any, as all cases of a family count. */
function checkPlain({ word, about }: { word: string; about: string }, path: Path, known: Known, report: Report): void {
  if (word === "compensating") checkCompensated(about, path, known, report)
  const isStep = word === "started" || word === "done" || word === "aborted"
  if (!isStep && word !== "written") return
  const [first = "", second] = about.split("/")
  const isThere = isStep
    ? second === undefined
      ? known.process(first) !== undefined || some(known, (process) => hasStep(process, first))
      : hasStep(known.process(first), second)
    : some(known, ({ variables }) => variables.has(about))
  if (isThere) return
  const names = isStep ? stepsOf(known, second === undefined ? undefined : first) : variablesOf(known)
  report({
    code: isStep ? "UNKNOWN_TASK" : "UNKNOWN_VARIABLE",
    severity: "warning",
    path,
    message: `There is no ${isStep ? "task, block or process" : "data"} ${quoted(about)}, so '${word}(…)' of it does not happen.`,
    remedy: suggest(known)(second ?? about, names, "Look its name up in the newest version of the process."),
  })
}

function checkCompensated(name: string, path: Path, known: Known, report: Report): void {
  if (known.classes.has(name)) return
  const message = `There is no class ${quoted(name)}, so nothing is undone because of it.`
  const remedy = suggest(known)(name, known.classes.all(), "Declare it under 'exceptions'.")
  report({ code: "UNKNOWN_CLASS", severity: "warning", path, message, remedy })
}

function some(known: Known, isMeant: (process: Process) => boolean): boolean {
  for (const name of known.processes()) {
    const process = known.process(name)
    if (process && isMeant(process)) return true
  }
  return false
}

function hasStep(process: Process | undefined, name: string): boolean {
  if (process === undefined) return false
  return process.blocks.has(name) || [...process.nets.values()].some(({ nodes }) => nodes.has(name))
}

function* stepsOf(known: Known, only: string | undefined): Generator<string> {
  for (const name of only === undefined ? known.processes() : [only]) {
    const process = known.process(name)
    if (process === undefined) continue
    if (only === undefined) yield name
    yield* process.blocks.keys()
    for (const { nodes } of process.nets.values()) for (const node of nodes.keys()) if (!node.includes("~")) yield node
  }
}

function* variablesOf(known: Known): Generator<string> {
  for (const name of known.processes()) yield* known.process(name)?.variables.keys() ?? []
}

function* together(...lists: readonly Iterable<string>[]): Generator<string> {
  for (const list of lists) yield* list
}
