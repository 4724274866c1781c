import type { Proposal } from "../messages/handling.ts"
import type { ExceptionId } from "../messages/ids.ts"
import { askPerson } from "./assigning.ts"
import { deciderPastLimit } from "./deciders.ts"
import type { Run } from "./handling.ts"
import type { Reacting } from "./reacting.ts"

/** An exception nothing else answers: a person is asked. What it holds stays held. */
export function openIntervention(
  reacting: Reacting,
  {
    exception,
    text,
    to,
    proposal,
  }: {
    readonly exception: ExceptionId
    readonly text?: string
    readonly to?: string
    readonly proposal?: Proposal
  },
): void {
  const raised = reacting.draft.exceptions.get(exception)
  if (raised === undefined || raised.intervention) return
  const { case: caseId, item, at, class: name, parameters } = raised
  const { title, message } = parameters
  const told = typeof title === "string" ? title : typeof message === "string" ? message : undefined
  const asked = text ?? (told === undefined ? `${name} at ${at}` : `${name} at ${at}: ${told}`)
  askPerson(
    reacting,
    { case: caseId, ...(item && { item }), at, exception, text: asked, ...(proposal && { proposal }) },
    { to: to ?? deciderPastLimit(reacting, raised) },
  )
}

/** A run wants to know something, and waits for the answer. */
export function openQuestion(
  reacting: Reacting,
  run: Run,
  {
    to,
    within,
    ...question
  }: {
    readonly text: string
    readonly to?: string
    readonly within?: string
    readonly choices?: readonly string[]
  },
): void {
  const { case: caseId, item, at, id } = run
  askPerson(reacting, { case: caseId, ...(item && { item }), at, run: id, ...question }, { to, within })
}

/** Nobody needs to answer about this exception any more. */
export function withdrawAbout(reacting: Reacting, exception: ExceptionId): void {
  for (const { id, exception: about } of [...reacting.draft.interventions.values()])
    if (about === exception) reacting.record({ type: "InterventionWithdrawn", intervention: id })
}
