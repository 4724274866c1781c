import type { PlaceId } from "../messages/events.ts"
import type { Net, Node } from "../model/net.ts"
import { hasToken, type Marking, tokensIn } from "./family.ts"

/**
 * Whether, while the or-join itself takes nothing, a token can still come to one of its inputs that has none, and those that
 * have one keep it. Exact: backward coverability in the reset net (Wynn, van der Aalst, ter Hofstede and Edmond 2006), where
 * cancellation resets, and other or-joins count as xor-joins. `busy` says how many items of each node have taken their
 * tokens and not yet given any.
 *
 * Coverability in general nets can take very long; past 5,000 markings the answer is yes, so the join waits, and if nothing
 * else moves the case is reported as deadlocked rather than joined too early.
 */
export function canMoreArrive(net: Net, join: Node, marking: Marking, busy: ReadonlyMap<string, number>): boolean {
  return moreArrives(net, join, marking, busy, { most: 5_000, spent: 0 }) ?? true
}

/** How many markings a question may take, and how often two were compared for it. */
export interface Effort {
  readonly most: number
  spent: number
}

/** The same; undefined where the effort was not enough to tell. */
export function moreArrives(
  net: Net,
  join: Node,
  marking: Marking,
  busy: ReadonlyMap<string, number>,
  effort: Effort,
): boolean | undefined {
  const missing = join.inputs.filter((place) => !hasToken(marking, place))
  const reachable = reach(net, join, marking, busy)
  const wanted = missing.filter((place) => reachable.has(place))
  if (wanted.length === 0) return false

  const available = new Map<Spot, number>([...busy].map(([name, count]) => [inside(name), count]))
  for (const place of marking) available.set(place, tokensIn(marking, place))
  const isPossible = (target: Tokens) => {
    for (const spot of target.keys()) if (!reachable.has(spot) && !available.has(spot)) return false
    return true
  }
  const present = join.inputs.filter((place) => hasToken(marking, place))
  const moves = movesOf(net, join)
  const queue = new SmallestFirst()
  for (const place of wanted) queue.add(new Map([...present, place].map((input) => [input, 1])))
  let basis: Tokens[] = []
  for (let target = queue.next(); target !== undefined; target = queue.next()) {
    const wish = target
    effort.spent += basis.length + 1
    if (basis.some((known) => isWithin(known, wish))) continue
    if (isWithin(wish, available)) return true
    if (basis.length >= effort.most) return undefined
    basis = basis.filter((known) => !isWithin(wish, known))
    basis.push(wish)
    for (const move of moves) {
      const before = undo(move, wish)
      if (before && isPossible(before)) queue.add(before)
    }
  }
  return false
}

/** A place, or the inside of a node: where its tokens are while it is busy. */
type Spot = PlaceId
type Tokens = ReadonlyMap<Spot, number>

const inside = (node: string): Spot => `(${node})`

interface Move {
  readonly takes: readonly Spot[]
  readonly gives: readonly Spot[]
  readonly resets: ReadonlySet<Spot>
}

/**
 * Every way tokens can move while the join takes none: what it has taken before may still come out of it. Taking and giving
 * are two moves, because what is inside a node outlives the cancelling of the places around it; a route does both at once.
 * More tokens never hurt, so an or-split gives to all its outputs.
 */
function movesOf(net: Net, join: Node): readonly Move[] {
  const known = movesFor.get(join)
  if (known) return known
  const moves: Move[] = []
  for (const node of nodesFor(net, join)) {
    const waysIn = node === join ? [] : node.join === "and" ? [node.inputs] : node.inputs.map((place) => [place])
    const outputs = node.outputs.map(({ place }) => place)
    const waysOut = node.split === "xor" ? outputs.map((place) => [place]) : [outputs]
    const resets = new Set([...(node.cancels?.places ?? []), ...[...(node.cancels?.nodes ?? [])].map(inside)])
    const within = [inside(node.name)]
    for (const gives of waysOut) {
      moves.push({ takes: within, gives, resets })
      if (node.kind === "route") for (const takes of waysIn) moves.push({ takes, gives, resets })
    }
    if (node.kind !== "route") for (const takes of waysIn) moves.push({ takes, gives: within, resets: nothing })
  }
  movesFor.set(join, moves)
  return moves
}

/** A node belongs to one net, and neither changes. */
const movesFor = new WeakMap<Node, readonly Move[]>()

/** In a block only what is inside it can bring more: it is not entered again before it is left. */
function nodesFor(net: Net, join: Node): Iterable<Node> {
  const { within } = join
  return within ? [...net.nodes.values()].filter(({ name }) => within.has(name)) : net.nodes.values()
}

const nothing: ReadonlySet<Spot> = new Set()

/** The least tokens from which the move leads to at least `target`; undefined if it cannot, or brings nothing. */
function undo(move: Move, target: Tokens): Tokens | undefined {
  if (!move.gives.some((spot) => target.has(spot))) return undefined
  const before = new Map(target)
  for (const spot of move.gives) {
    const needed = before.get(spot) ?? 0
    if (needed <= 1) before.delete(spot)
    else before.set(spot, needed - 1)
  }
  for (const spot of move.resets) if (before.has(spot)) return undefined
  for (const spot of move.takes) before.set(spot, (before.get(spot) ?? 0) + 1)
  return before
}

function isWithin(smaller: Tokens, larger: Tokens): boolean {
  for (const [spot, count] of smaller) if ((larger.get(spot) ?? 0) < count) return false
  return true
}

/** Where some token could come to if every join needed but one: a quick no for most questions. */
function reach(net: Net, join: Node, marking: Marking, busy: ReadonlyMap<string, number>): ReadonlySet<Spot> {
  const spots = new Set<Spot>()
  const seen = new Set<PlaceId>(marking)
  const pass = (node: Node) => {
    if (join.within && !join.within.has(node.name)) return
    spots.add(inside(node.name))
    for (const { place } of node.outputs) {
      spots.add(place)
      seen.add(place)
    }
  }
  for (const name of busy.keys()) {
    const node = net.nodes.get(name)
    if (node) pass(node)
  }
  for (const place of seen) for (const node of net.places.get(place)?.consumers ?? []) if (node !== join) pass(node)
  return spots
}

/** Few tokens come first: they rule out most of what has more. */
class SmallestFirst {
  readonly #bySize: Tokens[][] = []

  add(tokens: Tokens): void {
    let size = 0
    for (const count of tokens.values()) size += count
    const same = this.#bySize[size]
    if (same) same.push(tokens)
    else this.#bySize[size] = [tokens]
  }

  next(): Tokens | undefined {
    for (const same of this.#bySize) {
      const tokens = same?.pop()
      if (tokens) return tokens
    }
    return undefined
  }
}
