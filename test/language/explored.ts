import type { PlaceId } from "../../src/messages/events.ts"
import type { Net, Node } from "../../src/model/net.ts"

/**
 * The same question as `canMoreArrive`, answered by trying everything: whether, with the join standing still, a marking can be
 * reached in which its marked inputs keep a token and one more has one. Undefined when there are too many markings to tell.
 */
export function exploredArrival(
  net: Net,
  join: Node,
  marking: readonly PlaceId[],
  busy: readonly string[],
  limit = 4_000,
): boolean | undefined {
  const present = join.inputs.filter((place) => marking.includes(place))
  const missing = join.inputs.filter((place) => !marking.includes(place))
  const seen = new Set<string>()
  const queue: State[] = [{ marking: [...marking].sort(), busy: [...busy].sort() }]
  let isCut = false
  for (const state of queue) {
    const key = `${state.marking.join(" ")}|${state.busy.join(" ")}`
    if (seen.has(key)) continue
    seen.add(key)
    if (
      missing.some((place) => state.marking.includes(place)) &&
      present.every((place) => state.marking.includes(place))
    )
      return true
    if (seen.size > limit || state.marking.length + state.busy.length > 6) {
      isCut = true
      if (seen.size > limit) break
      continue
    }
    for (const node of net.nodes.values()) if (node !== join) queue.push(...afterFiring(node, state))
  }
  return isCut ? undefined : false
}

interface State {
  readonly marking: readonly PlaceId[]
  readonly busy: readonly string[]
}

/** Work takes its tokens when it begins and gives others when it ends; between the two, anything may happen. */
function afterFiring(node: Node, state: State): readonly State[] {
  const ways = node.join === "and" ? [node.inputs] : node.inputs.map((place) => [place])
  const begun = ways
    .filter((way) => way.length > 0 && way.every((place) => state.marking.includes(place)))
    .map((way) => ({ marking: without(state.marking, way), busy: [...state.busy, node.name].sort() }))
  if (node.kind === "route") return begun.flatMap((at) => afterEnding(node, at))
  return state.busy.includes(node.name) ? [...begun, ...afterEnding(node, state)] : begun
}

function afterEnding(node: Node, state: State): readonly State[] {
  const marking = state.marking.filter((place) => !node.cancels?.places.has(place))
  const busy = without(state.busy, [node.name]).filter((name) => !node.cancels?.nodes.has(name))
  return gifts(node).map((gift) => ({ marking: [...marking, ...gift].sort(), busy }))
}

function gifts(node: Node): readonly (readonly PlaceId[])[] {
  const outputs = node.outputs.map(({ place }) => place)
  if (node.split === "and") return [outputs]
  if (node.split === "xor") return outputs.map((place) => [place])
  return Array.from({ length: 2 ** outputs.length - 1 }, (_, index) =>
    outputs.filter((_, place) => ((index + 1) >> place) & 1),
  )
}

function without<Value>(values: readonly Value[], taken: readonly Value[]): readonly Value[] {
  const rest = [...values]
  for (const value of taken) rest.splice(rest.indexOf(value), 1)
  return rest
}
