import { type CaseId, numberOf } from "../messages/ids.ts"
import { netOf, type Process } from "../model/net.ts"
import { type Family, type Frame, type Item, isLive, traceKey } from "./family.ts"
import { comeSince, type StepInFrame } from "./following.ts"
import { framesOf, isDoneNow, passedIn, type StateName, stateOfItem, statesOf } from "./states.ts"

/** The state of what follows a task or block, in its order: suspended or executing if any of it is. */
export function stateBehind(family: Family, process: Process, id: CaseId, task: string): StateName {
  const states = new Set<StateName>()
  for (const { step, since } of doneSteps(family, process, id, task))
    for (const item of comeSince(family, process, step, since)) states.add(stateOfItem(item, family, process))
  return (
    (["suspended", "executing", "ready", "done", "aborted"] as const).find((each) => states.has(each)) ?? "notReady"
  )
}

/** A step where it is done in the round going on; what has come since has a higher number. */
export interface DoneStep {
  readonly step: StepInFrame
  readonly since: number
}

export function doneSteps(family: Family, process: Process, id: CaseId, task: string): readonly DoneStep[] {
  const block = process.blocks.get(task)
  if (block && statesOf(family, process, id).get(task) !== "done") return []
  const found: DoneStep[] = []
  for (const frame of framesOf(family, id)) {
    if (block ? block.net !== frame.net : !netOf(process, frame.net).nodes.has(task)) continue
    const items = (block ? [...block.region.nodes] : [task]).flatMap((node) => itemsAt(family, frame, node))
    const ended = items.filter((item) => !isLive(item) && item.kind !== "route")
    const isDone = block || (ended.length === items.length && ended.some((item) => isDoneNow(item, family, process)))
    const since = Math.max(passedIn(frame, block)?.since ?? -1, ...ended.map((item) => numberOf(item.id)))
    if (isDone && since >= 0) found.push({ step: { frame: frame.id, task }, since })
  }
  return found
}

export function itemsAt(family: Family, frame: Frame, node: string): readonly Item[] {
  return (family.traces.get(traceKey(frame.id, node))?.items ?? []).flatMap((item) => family.items.get(item) ?? [])
}
