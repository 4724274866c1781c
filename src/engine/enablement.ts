import type { PlaceId } from "../messages/events.ts"
import type { Net, Node } from "../model/net.ts"
import { hasToken, type Marking } from "./family.ts"
import { canMoreArrive } from "./or-join.ts"

/** The tokens a node would consume now, by its join; undefined if it is not enabled. */
export function consumption(
  net: Net,
  node: Node,
  marking: Marking,
  busy: ReadonlyMap<string, number>,
): readonly PlaceId[] | undefined {
  switch (node.join) {
    case "xor": {
      const marked = node.inputs.find((place) => hasToken(marking, place))
      return marked === undefined ? undefined : [marked]
    }
    case "and":
      return node.inputs.length > 0 && node.inputs.every((place) => hasToken(marking, place)) ? node.inputs : undefined
    case "or": {
      const marked = node.inputs.filter((place) => hasToken(marking, place))
      if (marked.length === 0) return undefined
      return marked.length < node.inputs.length && canMoreArrive(net, node, marking, busy) ? undefined : marked
    }
  }
}
