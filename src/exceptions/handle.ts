import type { EventOf } from "../messages/events.ts"
import type { ExceptionId } from "../messages/ids.ts"
import { ask, type Occasion } from "./asking.ts"
import type { OpenException } from "./handling.ts"
import { openIntervention, withdrawAbout } from "./interventions.ts"
import type { Reacting } from "./reacting.ts"
import { follow } from "./runs.ts"

/** From an exception to what is done about it: the rules, scope by scope; and where they say nothing, a person. */
export function handle(reacting: Reacting, id: ExceptionId, depth: number): void {
  const raised = reacting.draft.exceptions.get(id)
  if (raised === undefined || raised.run || raised.intervention) return
  const occasion = occasionOf(reacting, raised, depth)
  const advice = reacting.advised.get(id) ?? ask(reacting, occasion)
  if (advice) follow(reacting, occasion, advice)
  else openIntervention(reacting, { exception: id })
  if (raised.item && reacting.port.rules.classes.is(raised.class, "Timeout")) askBeside(reacting, raised, occasion)
}

/** Asks again about an exception a person has not answered yet: a rule may have come since. */
export function handleAgain(reacting: Reacting, id: ExceptionId): void {
  const raised = reacting.draft.exceptions.get(id)
  if (raised === undefined || raised.run || raised.became) return
  const occasion = occasionOf(reacting, raised, 0)
  const advice = ask(reacting, occasion)
  if (advice === undefined) return
  withdrawAbout(reacting, id)
  follow(reacting, occasion, advice)
}

export function handleEvent(reacting: Reacting, event: EventOf<"EventRaised">): void {
  const { name, case: caseId, item, at, parameters, depth } = event
  const occasion = { on: name, case: caseId, ...(item && { item }), at, parameters, by: reacting.port.by, depth }
  const advice = ask(reacting, occasion)
  if (advice) follow(reacting, occasion, advice)
}

export function occasionOf(reacting: Reacting, raised: OpenException, depth: number): Occasion {
  const { class: on, case: caseId, item, at, id: exception, parameters, by } = raised
  const inCase = reacting.port.case(caseId)?.parent?.depth ?? 0
  const pushed = (item && reacting.draft.pushed.get(item)?.depth) ?? 0
  const deepest = Math.max(raised.depth, depth, inCase, pushed)
  return { on, case: caseId, ...(item && { item }), at, exception, parameters, by, depth: deepest }
}

/** What is being done beside something late may have to change too; no rule means nothing. */
function askBeside(reacting: Reacting, late: OpenException, occasion: Occasion): void {
  const { exception: _, ...beside } = occasion
  for (const item of reacting.port.workOf(late.case)) {
    if (item.id === late.item || !reacting.port.item(item.id)?.isLive) continue
    const other = { ...beside, item: item.id, at: item.task, parameters: { ...late.parameters, late: late.at } }
    const advice = ask(reacting, other)
    if (advice) follow(reacting, other, advice)
  }
}
