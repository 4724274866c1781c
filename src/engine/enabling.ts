import type { PlaceId } from "../messages/events.ts"
import type { CaseId, FrameId, ItemId } from "../messages/ids.ts"
import type { Node } from "../model/net.ts"
import { wantAgent } from "./assigning.ts"
import type { Deciding } from "./deciding.ts"
import { consumption } from "./enablement.ts"
import { busyNodes } from "./ending.ts"
import { type Frame, type Item, isLive, roundOfLoop, traceKey } from "./family.ts"
import { expectWorker } from "./programs.ts"
import { raise } from "./raise.ts"
import { checkRepeats, inputOf } from "./repeats.ts"
import { fireRoute } from "./routes.ts"
import { adjustTimers, arm } from "./timers.ts"
import { beginWait } from "./waits.ts"

/** Lets a node take what it can, as often as it can. Gives whether anything happened. */
export function tryNode(deciding: Deciding, frameId: FrameId, node: Node, cause: number | undefined): boolean {
  let happened = false
  for (;;) {
    const frame = deciding.frame(frameId)
    if (frame.closed || !isRunning(deciding, frame.case)) return happened
    if (node.contested && node.kind !== "route" && hasContested(deciding, frame, node)) return happened
    const busy = node.join === "or" ? busyNodes(deciding, frame) : nobody
    const consumed = consumption(deciding.net(frame), node, frame.marking, busy)
    if (consumed === undefined) return happened
    happened = true
    deciding.because(cause, () => {
      if (node.kind === "route") fireRoute(deciding, frame, node, consumed)
      else enable(deciding, frame, node, node.contested ? undefined : consumed)
    })
  }
}

export function isRunning(deciding: Deciding, id: CaseId): boolean {
  return deciding.case(id).state === "running"
}

const nobody: ReadonlyMap<string, number> = new Map()

/** While tokens may still go another way, one item stands for the possibility. */
function hasContested(deciding: Deciding, frame: Frame, node: Node): boolean {
  const trace = deciding.draft.traces.get(traceKey(frame.id, node.name))
  return (trace?.items ?? []).some((id) => {
    const item = deciding.draft.items.get(id)
    return item?.contested && isLive(item)
  })
}

/** Makes an item of a node, with the tokens it takes; without any it leaves them where others may take them too. */
export function enable(deciding: Deciding, frame: Frame, node: Node, consumed: readonly PlaceId[] | undefined): ItemId {
  const id = deciding.nextId("item")
  const round = roundAround(deciding, frame, node)
  const input = inputOf(deciding, frame, node)
  const into = node.kind === "activity" ? takeInto(deciding, frame, node) : undefined
  const version = deciding.emit({
    type: "ItemEnabled",
    item: id,
    case: frame.case,
    frame: frame.id,
    task: node.name,
    kind: node.kind,
    ...(consumed && { consumed }),
    ...(round !== undefined && { round }),
    ...(node.loops.length > 0 && { serials: node.loops.map((loop) => roundOfLoop(frame, loop)?.serial ?? 0) }),
    ...input,
    ...(into !== undefined && { into }),
  })
  deciding.stirred.add(frame.id)
  deciding.because(version, () => {
    const item = deciding.item(id)
    checkRepeats(deciding, item, node)
    setDeadline(deciding, frame, node, item)
    if (node.kind === "wait") beginWait(deciding, item)
    else if (node.kind === "program" && isForAgents(deciding, node)) wantAgent(deciding, item)
    else if (node.kind === "program") expectWorker(deciding, item)
    else if (node.kind === "work") wantAgent(deciding, item)
    else if (node.kind === "activity") deciding.openings.push({ item: id, cause: version })
    if (deciding.draft.holds.size > 0) adjustTimers(deciding)
  })
  return id
}

function takeInto({ into }: Deciding, frame: Frame, node: Node): string | undefined {
  const key = traceKey(frame.id, node.name)
  const name = into.get(key)
  into.delete(key)
  return name
}

/** A program's task with needs goes to whichever program meets them. */
function isForAgents({ facts }: Deciding, { task }: Node): boolean {
  return facts.people !== undefined && task?.needs !== undefined
}

/** The round of the loop around a node, or around the activity it lies in. */
function roundAround(deciding: Deciding, frame: Frame, node: Node): number | undefined {
  const [inner] = node.loops
  if (inner !== undefined) return roundOfLoop(frame, inner)?.number
  return frame.item && deciding.item(frame.item).round
}

/** A deadline whose time cannot be told is a problem, but no reason to stop the work. */
export function setDeadline(deciding: Deciding, frame: Frame, node: Node, item: Item): void {
  const due = node.task?.deadline
  if (due === undefined) return
  const trouble = arm(deciding, frame, "deadline", { item: item.id }, due)
  if (trouble === undefined) return
  raise(deciding, {
    class: "EvaluationFailed",
    case: item.case,
    item: item.id,
    at: node.name,
    parameters: { message: `deadline: ${trouble}` },
  })
}
