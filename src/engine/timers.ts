import type { TimerPurpose, TimerSubject } from "../messages/events.ts"
import type { Due } from "../model/net.ts"
import { dueAt } from "./data.ts"
import type { Deciding } from "./deciding.ts"
import type { Frame } from "./family.ts"
import { isHeld } from "./holds.ts"

/** Arms a timer; gives what went wrong when its time cannot be told. */
export function arm(
  deciding: Deciding,
  frame: Frame,
  purpose: TimerPurpose,
  of: TimerSubject,
  due: Due,
): string | undefined {
  const at = { family: deciding.draft, process: deciding.process(frame.case), frame, now: deciding.facts.now }
  const moment = dueAt(at, due)
  if (!moment.ok) return moment.message
  deciding.emit({ type: "TimerArmed", timer: deciding.nextId("timer"), purpose, of, dueAt: moment.at })
  return undefined
}

/** Timers of held items go on, except where the task says that they stand still. */
export function adjustTimers(deciding: Deciding): void {
  const { draft, facts } = deciding
  if (draft.timers.size === 0) return
  for (const timer of [...draft.timers.values()]) {
    if (!("item" in timer.of)) continue
    const item = draft.items.get(timer.of.item)
    if (item === undefined || !deciding.node(item).task?.pauseTimers) continue
    const held = isHeld(draft, item, deciding.process(item.case))
    if (held && timer.paused === undefined) {
      deciding.emit({ type: "TimerPaused", timer: timer.id, left: Math.max(0, timer.dueAt - facts.now) })
    } else if (!held && timer.paused !== undefined) {
      deciding.emit({ type: "TimerResumed", timer: timer.id, dueAt: facts.now + timer.paused })
    }
  }
}
