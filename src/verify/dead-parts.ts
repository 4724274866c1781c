import type { PlaceId } from "../messages/events.ts"
import type { Explored } from "./explore.ts"
import type { FlowNet, Part } from "./flow-net.ts"

export interface DeadPart {
  readonly part: Part
  /** Those that never happen because it does not. */
  readonly behind: readonly Part[]
  /** Some token comes to it, but never all it needs. */
  readonly isReached: boolean
}

/** Parts that never happen, and of those that depend on each other the first. */
export function deadParts(net: FlowNet, { lived, marked }: Explored): readonly DeadPart[] {
  const dead = new Set([...net.parts.values()].filter((part) => !lived.has(part)))
  const givers = (place: PlaceId) => [...net.parts.values()].filter(({ outputs }) => outputs.includes(place))
  const isStarved = (place: PlaceId) => {
    const giving = givers(place)
    return !marked.has(place) && giving.length > 0 && giving.every((part) => dead.has(part))
  }
  const follows = ({ join, inputs }: Part) =>
    inputs.length > 0 && (join === "and" ? inputs.some(isStarved) : inputs.every(isStarved))
  const found: DeadPart[] = []
  const told = new Set<Part>()
  const tell = (part: Part) => {
    const behind = new Set<Part>([part])
    for (const each of behind)
      for (const other of dead)
        if (other.inputs.some((place) => each.outputs.includes(place)) && follows(other)) behind.add(other)
    for (const each of behind) told.add(each)
    behind.delete(part)
    found.push({ part, behind: [...behind], isReached: part.inputs.some((place) => marked.has(place)) })
  }
  for (const part of dead) if (!follows(part)) tell(part)
  // What waits for each other in a circle has no first.
  for (const part of dead) if (!told.has(part)) tell(part)
  return found
}
