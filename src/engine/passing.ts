import type { PassedBlock, PlaceId } from "../messages/events.ts"
import type { BlockInfo, Net, Node, Process } from "../model/net.ts"
import { type Frame, roundOfLoop } from "./family.ts"

/** Blocks that may be left with nothing done in them: no item tells of that, so the route that leaves one does. */
export function passing(
  process: Process,
  frame: Frame,
  { name }: Pick<Node, "name">,
  { consumed, produced }: { readonly consumed: readonly PlaceId[]; readonly produced: readonly PlaceId[] },
): { readonly passed?: readonly PassedBlock[]; readonly reentered?: readonly string[] } {
  const blocks = passable(process).get(frame.net)
  if (blocks === undefined) return nothing
  const left = blocks.filter((block) => block.region.nodes.has(name) && produced.includes(block.exit))
  const entered = blocks.filter(
    (block) => !left.includes(block) && consumed.includes(block.entry) && isMarked(frame, block.name),
  )
  return {
    ...(left.length > 0 && { passed: left.map((block) => passedNow(frame, block)) }),
    ...(entered.length > 0 && { reentered: entered.map((block) => block.name) }),
  }
}

/** The blocks left so that lie ahead of these places. */
export function aheadAgain(process: Process, frame: Frame, net: Net, from: readonly PlaceId[]): readonly string[] {
  const marked = (passable(process).get(frame.net) ?? []).filter(({ name }) => isMarked(frame, name))
  if (marked.length === 0) return []
  const places = new Set(from)
  for (const place of places)
    for (const node of net.places.get(place)?.consumers ?? [])
      for (const output of node.outputs) places.add(output.place)
  return marked.filter(({ entry }) => places.has(entry)).map(({ name }) => name)
}

const nothing = {}

const isMarked = ({ passed }: Frame, name: string): boolean => passed !== undefined && Object.hasOwn(passed, name)

function passedNow(frame: Frame, { name, loops }: BlockInfo): PassedBlock {
  const [inner] = loops
  if (inner === undefined) return { block: name }
  const serials = loops.map((loop) => roundOfLoop(frame, loop)?.serial ?? 0)
  return { block: name, round: roundOfLoop(frame, inner)?.number ?? 0, serials }
}

/** By net. */
function passable(process: Process): ReadonlyMap<string, readonly BlockInfo[]> {
  const known = cache.get(process)
  if (known) return known
  const found = Map.groupBy(
    [...process.blocks.values()].filter(({ isPassable }) => isPassable),
    ({ net }) => net,
  )
  cache.set(process, found)
  return found
}

const cache = new WeakMap<Process, ReadonlyMap<string, readonly BlockInfo[]>>()
