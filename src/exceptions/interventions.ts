import { type ExceptionId, localId } from "../messages/ids.ts"
import type { Run } from "./handling.ts"
import type { Reacting } from "./reacting.ts"

/** An exception nothing else answers: a person is asked. What it holds stays held. */
export function openIntervention(
  reacting: Reacting,
  { exception, text, to }: { readonly exception: ExceptionId; readonly text?: string; readonly to?: string },
): void {
  const raised = reacting.draft.exceptions.get(exception)
  if (raised === undefined || raised.intervention) return
  const { case: caseId, item, at, class: name, parameters } = raised
  const { title, message } = parameters
  const told = typeof title === "string" ? title : typeof message === "string" ? message : undefined
  reacting.record({
    type: "InterventionOpened",
    intervention: localId(reacting.port.family, "intervention", reacting.port.version + 1),
    case: caseId,
    ...(item && { item }),
    at,
    exception,
    text: text ?? (told === undefined ? `${name} at ${at}` : `${name} at ${at}: ${told}`),
    ...(to !== undefined && { to }),
  })
}

/** A run wants to know something, and waits for the answer. */
export function openQuestion(
  reacting: Reacting,
  run: Run,
  question: { readonly text: string; readonly to?: string; readonly choices?: readonly string[] },
): void {
  reacting.record({
    type: "InterventionOpened",
    intervention: localId(reacting.port.family, "intervention", reacting.port.version + 1),
    case: run.case,
    ...(run.item && { item: run.item }),
    at: run.at,
    run: run.id,
    ...question,
  })
}

/** Nobody needs to answer about this exception any more. */
export function withdrawAbout(reacting: Reacting, exception: ExceptionId): void {
  for (const { id, exception: about } of [...reacting.draft.interventions.values()])
    if (about === exception) reacting.record({ type: "InterventionWithdrawn", intervention: id })
}
