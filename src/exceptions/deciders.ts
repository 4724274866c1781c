import type { RunStarted } from "../messages/handling.ts"
import { type AgentId, type ExceptionId, engineAgent, localId } from "../messages/ids.ts"
import type { Handling, OpenException } from "./handling.ts"
import type { Reacting } from "./reacting.ts"

/** The person who decided last in a chain of causes, and about what. */
export interface Decider {
  readonly agent: AgentId
  readonly about: string
}

/** Whose decision a run is: of whoever answered with it; else of whoever decided what led to it. */
export function deciderOfRun(
  { exceptions, runs, worklets }: Handling,
  {
    intervention,
    by,
    on,
    at,
    exception,
    case: id,
  }: Pick<RunStarted, "intervention" | "by" | "on" | "at" | "exception" | "case">,
): Decider | undefined {
  if (intervention) return by === engineAgent ? undefined : { agent: by, about: `${on} at ${at}` }
  const above = worklets.get(id)?.run
  return (exception && exceptions.get(exception)?.decider) ?? (above && runs.get(above)?.decider)
}

/** Who decided is told that it led to something else going wrong. */
export function tellDecider(reacting: Reacting, id: ExceptionId, version: number, of: ExceptionId | undefined): void {
  const raised = reacting.draft.exceptions.get(id)
  const decider = raised && deciderBehind(reacting, raised, version, of)
  if (!decider) return
  const text = `What you decided about ${decider.about} has led to ${raised.class} at ${raised.at}`
  const followUp = { exception: id, of: decider.about }
  reacting.record({ type: "Notified", case: raised.case, to: decider.agent, text, followUp })
}

/** Past the limit of a cascade nobody else is asked: whoever decided last, or brought it about. */
export function deciderPastLimit(reacting: Reacting, raised: OpenException): AgentId | undefined {
  if (raised.depth === 0) return undefined
  return raised.depth > reacting.port.place(raised).cascadeLimit ? decidedLast(raised) : undefined
}

export function decidedLast({ decider, by }: Pick<OpenException, "decider" | "by">): AgentId | undefined {
  return decider?.agent ?? (by === engineAgent ? undefined : by)
}

/** By what caused what in this decision; then by the run that set its item going, or that its case was started for. */
function deciderBehind(
  reacting: Reacting,
  { case: id, item }: OpenException,
  version: number,
  of: ExceptionId | undefined,
): Decider | undefined {
  const { port, draft } = reacting
  for (let cause: number | undefined = version; cause !== undefined; cause = port.causeOf(cause)?.causedBy) {
    const run = localId(port.family, "run", cause)
    const decider = draft.runs.get(run)?.decider ?? reacting.decidedBy.get(run)
    if (decider) return decider
  }
  const known = (of && draft.exceptions.get(of)?.decider) ?? (item && draft.pushed.get(item)?.decider)
  if (known) return known
  for (let parent = port.case(id)?.parent; parent; parent = port.case(parent.case)?.parent) {
    const decider = parent.run && draft.runs.get(parent.run)?.decider
    if (decider) return decider
  }
  return undefined
}
