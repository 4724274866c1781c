import { type FrameId, numberOf } from "../messages/ids.ts"
import { type Net, netOf, type Process } from "../model/net.ts"
import { type Family, type Item, isLive, traceKey } from "./family.ts"

/** A task or block, where it is done. */
export interface StepInFrame {
  readonly frame: FrameId
  readonly task: string
}

/** Whether an item is among what comes next after a task or block; at the end of an activity that is what follows it. */
export function follows(family: Family, process: Process, item: Item, step: StepInFrame): boolean {
  for (const { frame, nodes } of levelsBehind(family, process, step))
    if (item.frame === frame && nodes.has(item.task)) return true
  return false
}

/** Whether the end of its case is among what comes next. */
export function endFollows(family: Family, process: Process, step: StepInFrame): boolean {
  for (const { frame, atEnd } of levelsBehind(family, process, step))
    if (atEnd && family.frames.get(frame)?.item === undefined) return true
  return false
}

/** The items behind a step with a higher number than this, ended ones included as far as they are remembered. */
export function comeSince(family: Family, process: Process, step: StepInFrame, since: number): readonly Item[] {
  const come: Item[] = []
  for (const { frame, nodes } of levelsBehind(family, process, step)) {
    for (const name of nodes) {
      for (const id of family.traces.get(traceKey(frame, name))?.items ?? []) {
        const item = family.items.get(id)
        if (item && numberOf(id) > since) come.push(item)
      }
    }
  }
  return come
}

/** Where a hold on what follows a step can be put: at the step, or where its frame is closed at the activity around it. */
export function openBehind(family: Family, process: Process, step: StepInFrame): StepInFrame | undefined {
  for (const { frame, task } of levelsBehind(family, process, step))
    if (family.frames.get(frame)?.closed === undefined) return { frame, task }
  return undefined
}

/** Where the items behind a step stand: each task with its frame. */
export function* itemsBehind(family: Family, process: Process, step: StepInFrame): Iterable<StepInFrame> {
  for (const { frame, nodes } of levelsBehind(family, process, step)) for (const task of nodes) yield { frame, task }
}

/** The tasks and activities that come next after a step. */
export function namesBehind(family: Family, process: Process, step: StepInFrame): readonly string[] {
  return [...itemsBehind(family, process, step)].map(({ task }) => task)
}

/** The live items behind a step. */
export function liveBehind(family: Family, process: Process, step: StepInFrame): readonly Item[] {
  const live: Item[] = []
  for (const item of family.items.values())
    if (isLive(item) && item.kind !== "route" && follows(family, process, item, step)) live.push(item)
  return live
}

interface LevelBehind extends StepInFrame, Followers {}

/** What comes next in the step's own frame, then, as long as that is the frame's end, in the one around it. */
function* levelsBehind(family: Family, process: Process, step: StepInFrame): Iterable<LevelBehind> {
  let { task } = step
  for (let frame = family.frames.get(step.frame); frame; ) {
    const followers = followersOf(process, netOf(process, frame.net), task)
    yield { frame: frame.id, task, ...followers }
    const owner: Item | undefined = followers.atEnd && frame.item ? family.items.get(frame.item) : undefined
    if (owner === undefined) return
    task = owner.task
    frame = family.frames.get(owner.frame)
  }
}

interface Followers {
  readonly nodes: ReadonlySet<string>
  /** Whether the net's end comes next too. */
  readonly atEnd: boolean
}

/** What comes next: the first nodes that wait for somebody, with only routes in between. */
function followersOf(process: Process, net: Net, name: string): Followers {
  const known = cache.get(net)?.get(name)
  if (known) return known
  const block = process.blocks.get(name)
  const outputs = net.nodes.get(name)?.outputs.map(({ place }) => place) ?? []
  const places = new Set(block?.net === net.name ? [block.exit] : outputs)
  const nodes = new Set<string>()
  for (const place of places) {
    for (const next of net.places.get(place)?.consumers ?? []) {
      if (next.kind !== "route") nodes.add(next.name)
      else for (const output of next.outputs) places.add(output.place)
    }
  }
  const followers = { nodes, atEnd: places.has(net.end) }
  cache.set(net, (cache.get(net) ?? new Map<string, Followers>()).set(name, followers))
  return followers
}

const cache = new WeakMap<Net, Map<string, Followers>>()
