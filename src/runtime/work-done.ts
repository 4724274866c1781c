import type { Step } from "../engine/evolve.ts"
import type { Family } from "../engine/family.ts"
import { inHandOf } from "../engine/in-hand.ts"
import type { AgentId } from "../messages/ids.ts"
import type { Experience } from "../store/port.ts"

/** How many items more or fewer an agent has, and what that adds to his experience. */
export interface WorkDone {
  readonly agent: AgentId
  readonly more: number
  readonly experience?: Experience
}

/** Who has how much in hand, and what came of it. */
export function noteWork(
  family: Family,
  { event, before, after }: Pick<Step, "event" | "before" | "after">,
  at: number,
  work: WorkDone[],
): void {
  const [had, has] = [inHandOf(before), inHandOf(after)]
  const item = after ?? before
  if (item === undefined || had === has) return
  const task = `${family.cases.get(item.case)?.process}/${item.task}`
  if (had) {
    const spent = at - (before?.startedAt ?? at)
    const isDone = event.type === "ItemCompleted"
    const experience = isDone && { experience: { agent: had, task, done: 1, spent, endedAt: at } }
    work.push({ agent: had, more: -1, ...experience })
  }
  if (has) work.push({ agent: has, more: 1, experience: { agent: has, task, done: 0, spent: 0, givenAt: at } })
}
