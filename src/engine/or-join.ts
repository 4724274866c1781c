import type { PlaceId } from "../messages/events.ts"
import type { Net, Node } from "../model/net.ts"
import { hasToken, type Marking, tokensIn } from "./family.ts"

/**
 * Whether, with the or-join itself standing still, a token can still come to one of its inputs that has none, while those
 * that have one keep it. Exact: backward coverability in the reset net (Wynn, van der Aalst, ter Hofstede and Edmond 2006),
 * where cancellation resets, and other or-joins count as xor-joins. `busy` names the nodes that have taken their tokens and
 * not yet given any.
 *
 * Coverability in general nets can be very long; past `effort` markings the answer is yes, so the join waits, and if nothing
 * else moves the case is reported as deadlocked rather than joined too early.
 */
export function canMoreArrive(
  net: Net,
  join: Node,
  marking: Marking,
  busy: ReadonlyMap<string, number>,
  effort = 20_000,
): boolean {
  const missing = join.inputs.filter((place) => !hasToken(marking, place))
  const reachable = reach(net, join, marking, busy)
  const wanted = missing.filter((place) => reachable.has(place))
  if (wanted.length === 0) return false

  const present = join.inputs.filter((place) => hasToken(marking, place))
  const covers = (needed: Tokens) => [...needed].every(([place, count]) => available(marking, busy, place) >= count)
  const basis: Tokens[] = []
  const queue: Tokens[] = wanted.map((place) => new Map([...present, place].map((input) => [input, 1])))
  const moves = movesOf(net, join, busy)
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    const target = next
    if (basis.some((known) => isWithin(known, target))) continue
    if (covers(target)) return true
    if (basis.length >= effort) return true
    basis.push(target)
    for (const move of moves) {
      const before = undo(move, target)
      if (before) queue.push(before)
    }
  }
  return false
}

/** Tokens by place; a busy node counts as a place of its own name. */
type Tokens = ReadonlyMap<PlaceId | BusyPlace, number>
type BusyPlace = { readonly node: string }

interface Move {
  readonly takes: readonly (PlaceId | BusyPlace)[]
  readonly gives: readonly PlaceId[]
  readonly resets: ReadonlySet<PlaceId | BusyPlace>
}

function available(marking: Marking, busy: ReadonlyMap<string, number>, place: PlaceId | BusyPlace): number {
  return typeof place === "string" ? tokensIn(marking, place) : (busy.get(place.node) ?? 0)
}

/** Every way tokens can move while the join takes none: what it has taken before may still come out of it. More tokens never hurt, so an or-split gives to all its outputs. */
function movesOf(net: Net, join: Node, busy: ReadonlyMap<string, number>): readonly Move[] {
  const busyPlaces = new Map([...busy.keys()].map((node) => [node, { node }]))
  const moves: Move[] = []
  for (const node of net.nodes.values()) {
    const takes: (readonly (PlaceId | BusyPlace)[])[] = node === join ? [] : waysIn(node)
    const own = busyPlaces.get(node.name)
    if (own) takes.push([own])
    const outputs = node.outputs.map(({ place }) => place)
    const gives = node.split === "xor" ? outputs.map((place) => [place]) : [outputs]
    const resets = new Set<PlaceId | BusyPlace>(node.cancels?.places)
    for (const name of node.cancels?.nodes ?? []) {
      const place = busyPlaces.get(name)
      if (place) resets.add(place)
    }
    for (const take of takes) for (const give of gives) moves.push({ takes: take, gives: give, resets })
  }
  return moves
}

function waysIn(node: Node): (readonly PlaceId[])[] {
  return node.join === "and" ? [node.inputs] : node.inputs.map((place) => [place])
}

/** The least marking from which the move leads to at least `target`; undefined if its reset or its gifts cannot. */
function undo(move: Move, target: Tokens): Tokens | undefined {
  const before = new Map(target)
  let helps = false
  for (const place of move.gives) {
    const needed = before.get(place) ?? 0
    if (needed > 0) helps = true
    if (needed <= 1) before.delete(place)
    else before.set(place, needed - 1)
  }
  if (!helps) return undefined
  for (const place of move.resets) if (before.has(place)) return undefined
  for (const place of move.takes) before.set(place, (before.get(place) ?? 0) + 1)
  return before
}

function isWithin(smaller: Tokens, larger: Tokens): boolean {
  for (const [place, count] of smaller) if ((larger.get(place) ?? 0) < count) return false
  return true
}

/** Places some token could come to if every join needed but one: a quick no for most questions. */
function reach(net: Net, join: Node, marking: Marking, busy: ReadonlyMap<string, number>): ReadonlySet<PlaceId> {
  const places = new Set<PlaceId>()
  const seen = new Set<PlaceId>(marking)
  const pass = (node: Node) => {
    for (const { place } of node.outputs) {
      places.add(place)
      seen.add(place)
    }
  }
  for (const name of busy.keys()) {
    const node = net.nodes.get(name)
    if (node) pass(node)
  }
  for (const place of seen) for (const node of net.places.get(place)?.consumers ?? []) if (node !== join) pass(node)
  return places
}
