import {
  addDuration,
  calendarMonths,
  type Duration,
  fixedMilliseconds,
  parseDuration,
  parseMoment,
} from "../expressions/time.ts"
import type { TimerSubject } from "../messages/events.ts"
import { type CaseId, engineAgent } from "../messages/ids.ts"
import { plainEvent } from "../model/event-names.ts"
import { noParameters } from "./asking.ts"
import { noteOccurrence } from "./pattern-noting.ts"
import { answerAt } from "./plain-events.ts"
import type { Reacting } from "./reacting.ts"

/** Arms what rules wait for in a case and is not armed yet. What is past already is not made up for. */
export function armClocks(reacting: Reacting, id: CaseId): void {
  const { port, draft } = reacting
  const found = port.case(id)
  if (!found?.isRunning) return
  for (const on of port.rules.clocks(found.process)) {
    const about = `clock ${on}`
    const dueAt = nextDue(on, found.startedAt, port.now)
    if (dueAt === undefined || isArmed(draft, id, about)) continue
    reacting.order({ type: "ArmTimer", of: { case: id }, dueAt, about })
  }
}

/** The time has come. A rule that is gone is not missed: its clock is not wound up again. */
export function ringClock(reacting: Reacting, on: string, of: TimerSubject): void {
  const { port } = reacting
  if (!("case" in of)) return
  const found = port.case(of.case)
  if (!found?.isRunning || !port.rules.clocks(found.process).includes(on)) return
  armClocks(reacting, of.case)
  const { process } = found
  const occasion = {
    on,
    case: of.case,
    at: process,
    parameters: noParameters,
    by: engineAgent,
    depth: found.depth,
  }
  for (const { id: item, task, isLive } of port.liveOf(of.case)) {
    if (!isLive) continue
    answerAt(reacting, { ...occasion, item, at: task, only: [`${process}/${task}`] })
  }
  answerAt(reacting, occasion)
  noteOccurrence(reacting, { case: of.case, at: process, parameters: noParameters, names: [on], namesIn: () => [] }, 0)
}

/** When it is due next; `every` counts from the start, however late it was noticed before. Undefined: not any more. */
export function nextDue(on: string, startedAt: number, now: number): number | undefined {
  const { word, about = "" } = plainEvent(on) ?? {}
  if (word === "every") {
    const period = parseDuration(about)
    return period && nextOf(startedAt, period, now)
  }
  const duration = word === "after" ? parseDuration(about) : undefined
  const dueAt = duration ? addDuration(startedAt, duration) : word === "at" ? parseMoment(about) : undefined
  return dueAt !== undefined && dueAt > now ? dueAt : undefined
}

function nextOf(start: number, period: Duration, now: number): number | undefined {
  // Never more than the number of periods that are over, as no month is longer than 31 days.
  const longest = calendarMonths(period) * 31 * 86_400_000 + fixedMilliseconds(period)
  if (longest <= 0) return undefined
  for (let times = Math.max(1, Math.floor((now - start) / longest)); ; times++) {
    const dueAt = addDuration(start, period, times)
    if (dueAt > now) return dueAt
  }
}

function isArmed({ timers }: Reacting["draft"], id: CaseId, about: string): boolean {
  if (timers.size === 0) return false
  for (const timer of timers.values())
    if (timer.about === about && "case" in timer.of && timer.of.case === id) return true
  return false
}
