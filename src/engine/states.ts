import { type CaseId, rootFrame } from "../messages/ids.ts"
import type { Json } from "../messages/json.ts"
import { type BlockInfo, netOf, type Process } from "../model/net.ts"
import { alternativesOf } from "../model/sequences.ts"
import {
  type Case,
  countKey,
  type Family,
  type Frame,
  hasToken,
  type Item,
  type ItemStatus,
  isLive,
  type Passed,
  roundKey,
  roundOfLoop,
  traceKey,
} from "./family.ts"
import { HoldIndex, isHeld } from "./holds.ts"

/** The states rules speak of, of tasks and of blocks. */
export type StateName = "notReady" | "ready" | "executing" | "suspended" | "done" | "aborted"

/** The state of every task and block of a case in its current round, in the order of the definition. */
export function statesOf(family: Family, process: Process, id: CaseId): ReadonlyMap<string, StateName> {
  const states = new Map<string, StateName>()
  const items = currentItems(family, process, id)
  const holds = new HoldIndex(family, process, id)
  for (const net of process.nets.values()) {
    for (const node of net.nodes.values()) {
      if (node.kind !== "route") states.set(node.name, combined(items.get(node.name) ?? [], family, process, holds))
    }
  }
  const stateOf = (name: string): StateName => {
    const known = states.get(name)
    if (known) return known
    const block = process.blocks.get(name)
    const state = block ? stateOfBlock(block, stateOf, family, process, id) : "notReady"
    states.set(name, state)
    return state
  }
  for (const name of process.blocks.keys()) stateOf(name)
  return states
}

/** Names made up for unnamed blocks are nobody's business. */
export const isNamed = (name: string): boolean => !name.includes("~")

/** The newest result of a task, nearest to a frame, or of a process of the family. */
export function resultOf(family: Family, frame: Frame, name: string): Json | undefined {
  for (const candidate of framesFrom(family, frame)) {
    const result = family.traces.get(traceKey(candidate.id, name))?.result
    if (result !== undefined) return result
  }
  let newest: Case | undefined
  for (const other of family.cases.values()) {
    if (other.process !== name || other.result === undefined) continue
    if (newest === undefined || (other.endedAt ?? 0) >= (newest.endedAt ?? 0)) newest = other
  }
  return newest?.result
}

export function countOf(family: Family, id: CaseId, name: string): number {
  return family.counts.get(countKey(id, name)) ?? 0
}

/** The round of a loop: the one around a frame, else the first there is in the case. */
export function roundOf(family: Family, frame: Frame, loop: string): number {
  for (const candidate of framesFrom(family, frame)) {
    const round = roundOfLoop(candidate, loop)
    if (round) return round.number
  }
  return 0
}

export function duringRound(family: Family, process: Process, id: CaseId, task: string, round: number): StateName {
  for (const frame of framesOf(family, id)) {
    for (const itemId of family.traces.get(traceKey(frame.id, task))?.items ?? []) {
      const item = family.items.get(itemId)
      if (item?.round === round) return stateOfItem(item, family, process)
    }
  }
  const past = family.rounds.get(roundKey(id, task, round))
  if (past !== undefined) return endState[past as keyof typeof endState] ?? "notReady"
  const block = process.blocks.get(task)
  if (block === undefined) return "notReady"
  if (isRoundNow(family, id, block, round)) return statesOf(family, process, id).get(task) ?? "notReady"
  return stateBy(
    block,
    block.parents.map((parent) => duringRound(family, process, id, parent, round)),
  )
}

function isRoundNow(family: Family, id: CaseId, { net, loops: [inner] }: BlockInfo, round: number): boolean {
  for (const frame of framesOf(family, id))
    if (frame.net === net && inner !== undefined && roundOfLoop(frame, inner)?.number === round) return true
  return false
}

/** Frames by nearness: a frame and all inside it, then the one around it and all inside that, and so on; the latest first. */
function* framesFrom(family: Family, frame: Frame): Iterable<Frame> {
  const seen = new Set<Frame>()
  const all = [...framesOf(family, frame.case)].reverse()
  for (const around of withOuter(family, frame)) {
    for (const candidate of [around, ...all]) {
      if (seen.has(candidate) || !withOuter(family, candidate).includes(around)) continue
      seen.add(candidate)
      yield candidate
    }
  }
}

/** A frame and those around it, inner first. */
function withOuter(family: Family, frame: Frame): readonly Frame[] {
  const chain: Frame[] = []
  for (let at: Frame | undefined = frame; at; ) {
    chain.push(at)
    const owner: Item | undefined = at.item && family.items.get(at.item)
    at = owner && family.frames.get(owner.frame)
  }
  return chain
}

export function* framesOf(family: Family, id: CaseId): Iterable<Frame> {
  const root = family.frames.get(rootFrame(id))
  if (root) yield root
  for (const frame of family.frames.values()) if (frame.case === id && frame.item !== undefined) yield frame
}

const endState = {
  completed: "done",
  "force-completed": "done",
  failed: "done",
  skipped: "done",
  removed: "aborted",
} as const

/** `holds`: those of its case, where many items are looked at. */
export function stateOfItem(item: Item, family: Family, process: Process, holds?: HoldIndex): StateName {
  if (item.undone) return "notReady"
  if (isLive(item)) {
    if (holds ? holds.isHeld(item) : isHeld(family, item, process)) return "suspended"
    return item.status === "started" ? "executing" : "ready"
  }
  return endState[item.status as Exclude<ItemStatus, "enabled" | "offered" | "allocated" | "started">]
}

/** Whether it was done in the rounds that are going on now. */
export function isDoneNow(item: Item, family: Family, process: Process): boolean {
  return stateOfItem(item, family, process) === "done" && isCurrent(item, family, process)
}

/** Of several items of one task (instances, or several tokens): the liveliest state counts. */
function combined(items: readonly Item[], family: Family, process: Process, holds: HoldIndex): StateName {
  const states = new Set(items.map((item) => stateOfItem(item, family, process, holds)))
  for (const state of liveliest) if (states.has(state)) return state
  return "notReady"
}

const underWay = ["executing", "suspended", "ready"] as const
const liveliest = [...underWay, "done", "aborted"] as const

/** Items of the rounds that are going on now, by task. */
function currentItems(family: Family, process: Process, id: CaseId): ReadonlyMap<string, readonly Item[]> {
  const byTask = new Map<string, Item[]>()
  for (const item of family.items.values()) {
    if (item.case !== id || item.kind === "route" || !isCurrent(item, family, process)) continue
    // The instances of a task that is done several times are summed up by the item around them, which has the same name.
    if (family.frames.get(item.frame)?.net === item.task) continue
    const same = byTask.get(item.task)
    if (same) same.push(item)
    else byTask.set(item.task, [item])
  }
  return byTask
}

function isCurrent(item: Item, family: Family, process: Process): boolean {
  const frame = family.frames.get(item.frame)
  if (frame === undefined) return false
  const loops = netOf(process, frame.net).nodes.get(item.task)?.loops ?? []
  if (!loops.every((loop, index) => (roundOfLoop(frame, loop)?.serial ?? 0) === (item.serials?.[index] ?? 0)))
    return false
  const owner = frame.item && family.items.get(frame.item)
  return owner === undefined || isCurrent(owner, family, process)
}

function stateOfBlock(
  block: BlockInfo,
  stateOf: (name: string) => StateName,
  family: Family,
  process: Process,
  id: CaseId,
): StateName {
  if (block.kind === "while") return stateOfLoop(block, stateOf, family, process, id)
  const net = netOf(process, block.net)
  const parents = block.parents.map((name) => {
    if (!net.alternatives.has(name)) return stateOf(name)
    const within = [...alternativesOf(net, name).nodes].filter((inner) => net.nodes.get(inner)?.kind !== "route")
    const states = within.map(stateOf)
    return underWay.find((state) => states.includes(state)) ?? stateOf(name)
  })
  const state = stateBy(block, parents)
  return state === "notReady" && isPassed(block, family, process, id) ? "done" : state
}

/** Left by a branch with nothing to do, in the rounds that are going on now. */
function isPassed(block: BlockInfo, family: Family, process: Process, id: CaseId): boolean {
  if (!block.isPassable) return false
  for (const frame of framesOf(family, id)) {
    const passed = frame.net === block.net ? passedIn(frame, block) : undefined
    if (passed === undefined) continue
    if (!block.loops.every((loop, index) => (roundOfLoop(frame, loop)?.serial ?? 0) === passed.serials[index])) continue
    const owner = frame.item && family.items.get(frame.item)
    if (owner === undefined || isCurrent(owner, family, process)) return true
  }
  return false
}

export function passedIn({ passed }: Frame, block: BlockInfo | undefined): Passed | undefined {
  return block && passed && Object.hasOwn(passed, block.name) ? passed[block.name] : undefined
}

/** The state of a block that is no loop, by those of its parents. */
function stateBy(block: BlockInfo, parents: readonly StateName[]): StateName {
  const has = (state: StateName) => parents.includes(state)
  const isUnderWay = has("executing") || has("suspended") || (has("ready") && block.kind === "some")
  if (block.kind === "parallel") {
    if (parents.length > 0 && parents.every((state) => state === "done")) return "done"
  } else if (has("done") && !(block.kind === "some" && isUnderWay)) return "done"
  if (has("aborted")) return "aborted"
  if (has("suspended")) return "suspended"
  return has("executing") || has("done") ? "executing" : "notReady"
}

function stateOfLoop(
  block: BlockInfo,
  stateOf: (name: string) => StateName,
  family: Family,
  process: Process,
  id: CaseId,
): StateName {
  for (const frame of framesOf(family, id)) {
    const round = roundOfLoop(frame, block.name)
    if (frame.net !== block.net || round === undefined) continue
    if (!block.loops.every((loop, index) => roundOfLoop(frame, loop)?.serial === round.within[index])) continue
    const { nodes } = netOf(process, block.net)
    const inside = [...block.region.nodes].filter((name) => nodes.get(name)?.kind !== "route").map(stateOf)
    if (inside.includes("executing") || inside.includes("ready")) return "executing"
    if (inside.includes("suspended")) return "suspended"
    if (hasStrandedRoute(block, frame, family)) return "suspended"
    const places = [...block.region.places].slice(1)
    return places.some((place) => hasToken(frame.marking, place)) ? "executing" : "done"
  }
  return "notReady"
}

function hasStrandedRoute(block: BlockInfo, frame: Frame, family: Family): boolean {
  return [...block.region.nodes].some((name) =>
    family.traces.get(traceKey(frame.id, name))?.items.some((id) => {
      const item = family.items.get(id)
      return item?.kind === "route" && isLive(item)
    }),
  )
}
