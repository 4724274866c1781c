import type { EventOf } from "../messages/events.ts"
import type { ExceptionId } from "../messages/ids.ts"
import { ask, type Occasion } from "./asking.ts"
import { occasionOf } from "./exception-occasion.ts"
import type { OpenException } from "./handling.ts"
import { raisedEvent } from "./happening.ts"
import { openIntervention, withdrawAbout } from "./interventions.ts"
import { involvementIn } from "./involvement.ts"
import { apply, climb, remedyOf } from "./ladder.ts"
import { hear } from "./plain-events.ts"
import type { Reacting } from "./reacting.ts"
import { remedyText } from "./remedy-text.ts"
import { follow } from "./runs.ts"
import { recur } from "./verifying.ts"

/** From an exception to what is done about it. */
export function handle(reacting: Reacting, id: ExceptionId, depth: number): void {
  const raised = reacting.draft.exceptions.get(id)
  if (raised === undefined || raised.runs.length > 0 || raised.intervention) return
  recur(reacting, raised)
  const occasion = occasionOf(reacting, raised, depth)
  climb(reacting, id, "mandatory", depth)
  if (raised.item && reacting.port.rules.classes.is(raised.class, "Timeout")) askBeside(reacting, raised, occasion)
}

/** Asks again about an exception a person has not answered yet: a rule may have come since. */
export function handleAgain(reacting: Reacting, id: ExceptionId): void {
  const raised = reacting.draft.exceptions.get(id)
  if (raised === undefined || raised.runs.length > 0 || raised.became) return
  const involvement = involvementIn(reacting.port, raised)
  if (involvement === "manual") return
  const occasion = occasionOf(reacting, raised, 0)
  const advice = ask(reacting, occasion)
  if (advice === undefined) return
  withdrawAbout(reacting, id)
  const remedy = remedyOf(advice)
  if (involvement === "cooperative")
    openIntervention(reacting, { exception: id, proposal: { stage: "rules", says: remedyText(remedy), remedy } })
  else reacting.port.because(advice.decision, () => apply(reacting, raised, occasion, "rules", remedy))
}

/** Something that is no exception: mandatory handlers, an arc, the rules; if none of them wants it, nothing happens. */
export function handleEvent(reacting: Reacting, event: EventOf<"EventRaised">): void {
  hear(reacting, raisedEvent(event), event.depth)
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
