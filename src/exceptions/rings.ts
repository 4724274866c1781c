import type { TimerSubject } from "../messages/events.ts"
import { asInterventionId, type ExceptionId, type TimerId } from "../messages/ids.ts"
import { escalate } from "./assigning.ts"
import { ringClock } from "./clocks.ts"
import { deadlinePassed } from "./deadlines.ts"
import { again } from "./ladder.ts"
import type { Reacting } from "./reacting.ts"
import { runIsLate } from "./run-deadlines.ts"

/** A timer the exception machine has armed is due: the first word says for whom, the rest is his. */
export function ring(reacting: Reacting, timer: TimerId): void {
  const rung = reacting.rung.get(timer)
  if (rung === undefined) return
  const { about, of } = rung
  const space = about.indexOf(" ")
  const [word, rest] = space < 0 ? [about, ""] : [about.slice(0, space), about.slice(space + 1)]
  if (Object.hasOwn(rings, word)) rings[word]?.(reacting, rest, of)
}

const rings: { readonly [word: string]: (reacting: Reacting, rest: string, of: TimerSubject) => void } = {
  deadline: deadlinePassed,
  "run-deadline": runIsLate,
  again(reacting, exception) {
    const raised = reacting.draft.exceptions.get(exception as ExceptionId)
    if (raised && raised.runs.length === 0 && !again(reacting, raised, 0)) reacting.climbOn(raised.id, "pattern")
  },
  intervention: (reacting, id) => escalate(reacting, asInterventionId(id)),
  clock: ringClock,
}
