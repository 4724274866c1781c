import type { EventOf } from "../messages/events.ts"
import type { ExceptionId } from "../messages/ids.ts"
import { checkAgain } from "./checkpoints.ts"
import type { Run } from "./handling.ts"
import { openIntervention } from "./interventions.ts"
import type { Reacting } from "./reacting.ts"
import { abandon, advance } from "./runs.ts"
import { endUndo, resume, stoppedBy, undoFailed } from "./undoing.ts"

/** A run that undid something for a rollback is over. */
export function runEnded(reacting: Reacting, { for: id, as, message }: EventOf<"RunEnded">): void {
  const run = id && reacting.draft.runs.get(id)
  if (run?.rollback?.pending !== "exlet") return
  if (as !== "completed") {
    undoFailed(reacting, run, message ?? "what undoes it was ended")
    return
  }
  reacting.within(run.depth, () => endUndo(reacting, run))
  advance(reacting, run.id)
}

/**
 * What kept a rollback from going on is answered without another try: so it was seen to otherwise, and is left as it is. Where
 * nobody wants to see to it, the rollback is given up: what is undone stays so, and what it held goes on.
 */
export function goOnAfter(reacting: Reacting, exception: ExceptionId, isSeenTo: boolean): void {
  const run = stoppedBy(reacting, exception)
  if (run === undefined) return
  if (isSeenTo) {
    resume(reacting, run, "skip")
    advance(reacting, run.id)
  } else giveUp(reacting, run)
}

/** What the rollback was to answer is open again; what became live meanwhile and was not to go on is checked as ever. */
export function giveUp(reacting: Reacting, run: Run): void {
  const held = [...reacting.port.holds()].flatMap(({ owner, target }) =>
    owner.kind === "run" && owner.run === run.id && target.kind === "item" ? target.item : [],
  )
  abandon(reacting, run, { withWorklets: true })
  for (const item of held) checkAgain(reacting, item, true)
  const about = run.exception && reacting.draft.exceptions.get(run.exception)
  if (about) openIntervention(reacting, { exception: about.id })
}
