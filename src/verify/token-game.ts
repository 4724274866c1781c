import { moreArrives } from "../engine/or-join.ts"
import type { PlaceId } from "../messages/events.ts"
import type { Net, Node } from "../model/net.ts"
import type { Detour } from "./detours.ts"
import type { FlowNet, Part, Way } from "./flow-net.ts"

/** How many tokens are in each place, and in each part that has taken some and not yet given any. */
export type State = Uint8Array

/** One thing that happens: a part takes its tokens, gives them one way, does both, or fails and the flow goes elsewhere. */
export interface Firing {
  readonly part: Part
  readonly way?: Way
  readonly detour?: Detour
  /** It takes what others might have had. */
  readonly isStart?: true
}

/** What somebody may do, and what follows from it by itself. */
export interface Step {
  readonly firings: readonly Firing[]
  readonly state: State
  /** What then happens again and again by itself, without end. */
  readonly circle?: readonly Firing[]
}

/**
 * The tokens of a net as the net machine moves them, with data left out: what is nobody's work happens at once, work that is
 * nobody else's is taken up at once, an or-join goes when nothing else moves and no more can come; everything else is up to
 * those who do the work, in any order.
 */
export class TokenGame {
  readonly net: FlowNet
  readonly #spots: readonly string[]
  readonly #index = new Map<string, number>()
  readonly #pieces: readonly Piece[]
  readonly #consumers: readonly (readonly Piece[])[]
  readonly #orJoins: readonly Piece[]
  readonly #works: readonly Piece[]
  readonly #end: number
  #asNet: Net | undefined
  readonly #arrivals = new Map<string, boolean>()
  /** More tokens never prevent anything. */
  readonly isMonotone: boolean
  /** Parts that have ever been live, and places that have ever been marked. */
  readonly lived = new Set<Part>()
  readonly marked = new Set<PlaceId>()
  /** What it has cost so far, in about so many steps. */
  effort = 0
  /** Why not everything can be known: it would take too long, or there are too many tokens. */
  isCut = false

  readonly #goesOn: boolean

  /** `goesOn`: it does not end when it comes to its end, and what is left goes on. */
  constructor(net: FlowNet, goesOn = false) {
    this.net = net
    this.#goesOn = goesOn
    const parts = [...net.parts.values()]
    this.#spots = [...net.places, ...parts.map(({ name }) => inside(name))]
    this.#spots.forEach((spot, index) => {
      this.#index.set(spot, index)
    })
    const takers = new Map<PlaceId, number>()
    for (const { inputs } of parts) for (const place of inputs) takers.set(place, (takers.get(place) ?? 0) + 1)
    this.#pieces = parts.map((part) => this.#piece(part, takers))
    const consumers: Piece[][] = this.#spots.map(() => [])
    for (const piece of this.#pieces) for (const place of piece.inputs) consumers[place]?.push(piece)
    this.#consumers = consumers
    this.#orJoins = this.#pieces.filter(({ part }) => part.join === "or")
    this.#works = this.#pieces.filter(({ part }) => part.isWork)
    this.#end = this.#at(net.end)
    this.isMonotone =
      this.#orJoins.length === 0 &&
      this.#pieces.every(({ cancels, detours }) => cancels === undefined && !detours.length)
  }

  /** What may be the case when it begins with tokens in these places. */
  begin(places: readonly PlaceId[]): readonly Step[] {
    const state = new Uint8Array(this.#spots.length)
    const spots = places.map((place) => this.#at(place))
    for (const spot of spots) this.#put(state, spot)
    const steps: Step[] = []
    this.#settle(state, [], spots, steps)
    return steps
  }

  /** What may happen next. None: it has ended, or is stuck. */
  next(state: State): readonly Step[] {
    const steps: Step[] = []
    if (this.isEnded(state)) return steps
    for (const piece of this.#works) {
      const isBusy = count(state, piece.inside) > 0
      const taken = piece.isContested ? this.#consumption(piece, state) : undefined
      if (isBusy) this.#complete(piece, state, steps)
      if (taken) this.#start(piece, state, taken, steps)
      if ((isBusy || taken) && piece.detours.length > 0) this.#leave(piece, state, taken, steps)
    }
    return steps
  }

  isEnded(state: State): boolean {
    return count(state, this.#end) > 0
  }

  /** Ended, with nothing left anywhere else. */
  isProper(state: State): boolean {
    let sum = 0
    for (const tokens of state) sum += tokens
    return sum === 1 && this.isEnded(state)
  }

  /** Whether somebody is at it, or could be. */
  isLive(name: string, state: State): boolean {
    const piece = this.#pieces.find(({ part }) => part.name === name)
    if (piece === undefined || this.isEnded(state)) return false
    return count(state, piece.inside) > 0 || (piece.isContested && this.#consumption(piece, state) !== undefined)
  }

  /** No part that is taken to hold one token at most has more. */
  isSafe(state: State): boolean {
    return this.#pieces.every(({ part, inside, inputs }) => {
      if (!part.isSafe) return true
      return count(state, inside) + inputs.reduce((sum, place) => sum + count(state, place), 0) <= 1
    })
  }

  /** Where its tokens are: in places, and inside parts. */
  tokens(state: State): { readonly places: readonly PlaceId[]; readonly busy: readonly string[] } {
    const places: PlaceId[] = []
    const busy: string[] = []
    const { size } = this.net.places
    state.forEach((tokens, spot) => {
      const part = this.#pieces[spot - size]?.part.name
      for (let token = 0; token < tokens; token++) {
        if (part === undefined) places.push(this.#spots[spot] ?? "")
        else busy.push(part)
      }
    })
    return { places, busy }
  }

  /** Parts that wait in vain for the rest of what they need. */
  waiting(state: State): readonly Part[] {
    return this.#pieces
      .filter(({ inside, inputs }) => [inside, ...inputs].some((spot) => count(state, spot) > 0))
      .map(({ part }) => part)
  }

  #complete(piece: Piece, state: State, steps: Step[]): void {
    piece.part.ways.forEach((way, number) => {
      const after = state.slice()
      after[piece.inside] = count(state, piece.inside) - 1
      this.#give(piece, way, number, after, steps)
    })
  }

  #give(piece: Piece, way: Way, number: number, after: State, steps: Step[]): void {
    if (piece.cancels) for (const spot of piece.cancels) after[spot] = 0
    const gives = piece.gives[number] ?? []
    for (const place of gives) this.#put(after, place)
    this.#settle(after, [{ part: piece.part, way }], gives, steps)
  }

  /** Where nobody can tell whether work has begun, it begins and ends at once. */
  #start(piece: Piece, state: State, taken: readonly number[], steps: Step[]): void {
    const after = state.slice()
    for (const place of taken) after[place] = count(after, place) - 1
    if (this.isMonotone) {
      piece.part.ways.forEach((way, number) => {
        this.#give(piece, way, number, after.slice(), steps)
      })
      return
    }
    this.#put(after, piece.inside)
    this.#settle(after, [{ part: piece.part, isStart: true }], [], steps)
  }

  #leave(piece: Piece, state: State, taken: readonly number[] | undefined, steps: Step[]): void {
    for (const { detour, clears, places, besides } of piece.detours) {
      const after = state.slice()
      if (count(state, piece.inside) > 0) after[piece.inside] = count(state, piece.inside) - 1
      else for (const place of taken ?? []) after[place] = count(after, place) - 1
      for (const spot of clears) after[spot] = 0
      const exits = besides.filter(({ spots }) => spots.every((spot) => count(after, spot) === 0))
      const gives = [...places, ...exits.map(({ exit }) => exit)]
      for (const place of gives) this.#put(after, place)
      this.#settle(after, [{ part: piece.part, detour }], gives, steps)
    }
  }

  /** Everything that happens by itself: all the states it may come to. */
  #settle(state: State, firings: readonly Firing[], arrived: readonly number[], steps: Step[]): void {
    const before = steps.length
    let seen: Set<string> | undefined
    let circle: Settling | undefined
    const open: Settling[] = [{ state, firings, pending: [...arrived] }]
    for (let settling = open.pop(); settling; settling = open.pop()) {
      this.effort++
      if (settling.firings.length > firings.length + this.#pieces.length) {
        seen ??= new Set()
        circle = settling
        const key = keyOf(settling.state)
        if (seen.has(key)) continue
        seen.add(key)
      }
      const next = this.#move(settling)
      if (next) for (const each of next) open.push(each)
      else steps.push({ firings: settling.firings, state: settling.state })
    }
    // Nothing but circles that nobody does anything in: there it stays.
    if (circle && steps.length === before)
      steps.push({ firings, state: circle.state, circle: circle.firings.slice(firings.length) })
  }

  /** The ways it goes on by itself; undefined: nothing moves. */
  #move(settling: Settling): readonly Settling[] | undefined {
    const { state, pending } = settling
    if (this.isEnded(state)) return undefined
    for (let place = pending.pop(); place !== undefined; place = pending.pop()) {
      this.marked.add(this.#spots[place] ?? "")
      for (const piece of this.#consumers[place] ?? []) {
        if (piece.part.join === "or") continue
        const taken = this.#consumption(piece, state)
        if (taken === undefined) continue
        this.lived.add(piece.part)
        if (piece.part.isWork && piece.isContested) continue
        pending.push(place)
        return this.#take(piece, taken, settling)
      }
    }
    for (const piece of this.#orJoins) {
      const taken = this.#consumption(piece, state)
      if (taken === undefined) continue
      this.lived.add(piece.part)
      if (!piece.part.isWork || !piece.isContested) return this.#take(piece, taken, settling)
    }
    return undefined
  }

  #take(piece: Piece, taken: readonly number[], { state, firings, pending }: Settling): readonly Settling[] {
    for (const place of taken) state[place] = count(state, place) - 1
    if (piece.part.isWork) {
      this.#put(state, piece.inside)
      return [{ state, firings: [...firings, { part: piece.part }], pending }]
    }
    return piece.part.ways.map((way, number) => {
      const after = state.slice()
      for (const spot of piece.cancels ?? []) after[spot] = 0
      const gives = piece.gives[number] ?? []
      for (const place of gives) this.#put(after, place)
      return { state: after, firings: [...firings, { part: piece.part, way }], pending: [...pending, ...gives] }
    })
  }

  #consumption({ part, inputs }: Piece, state: State): readonly number[] | undefined {
    switch (part.join) {
      case "xor": {
        const marked = inputs.find((place) => count(state, place) > 0)
        return marked === undefined ? undefined : [marked]
      }
      case "and":
        return inputs.length > 0 && inputs.every((place) => count(state, place) > 0) ? inputs : undefined
      case "or": {
        const marked = inputs.filter((place) => count(state, place) > 0)
        if (marked.length === 0) return undefined
        return marked.length < inputs.length && this.#canMoreArrive(part, state) ? undefined : marked
      }
    }
  }

  #canMoreArrive({ name }: Part, state: State): boolean {
    const key = `${name}\n${keyOf(state)}`
    const known = this.#arrivals.get(key)
    if (known !== undefined) return known
    this.#asNet ??= netFor(this.net)
    const join = this.#asNet.nodes.get(name)
    if (join === undefined) return false
    const { places, busy } = this.tokens(state)
    const counted = new Map<string, number>()
    for (const part of busy) counted.set(part, (counted.get(part) ?? 0) + 1)
    const effort = { most: mostMarkings, spent: 0 }
    const answer = moreArrives(this.#asNet, join, places, counted, effort)
    this.effort += 5 + Math.ceil(effort.spent / 10)
    if (answer === undefined) this.isCut = true
    this.#arrivals.set(key, answer ?? true)
    return answer ?? true
  }

  #put(state: State, spot: number): void {
    if (this.#goesOn && spot === this.#end) return
    const tokens = count(state, spot) + 1
    if (tokens > mostTokens) this.isCut = true
    state[spot] = Math.min(tokens, mostTokens)
  }

  #piece(part: Part, takers: ReadonlyMap<PlaceId, number>): Piece {
    const { inputs, ways, cancels, detours } = part
    const spots = (places: Iterable<PlaceId>, nodes: Iterable<string> = []) =>
      [...places, ...[...nodes].map(inside)].flatMap((spot) => this.#index.get(spot) ?? [])
    return {
      part,
      inside: this.#at(inside(part.name)),
      inputs: spots(inputs),
      gives: ways.map(({ gives }) => spots(gives)),
      isContested: inputs.some((place) => (takers.get(place) ?? 0) > 1),
      ...(cancels && { cancels: spots(cancels.places, this.#partsOf(cancels.nodes)) }),
      detours: detours.map((detour) => ({
        detour,
        places: spots(detour.places),
        clears: spots(detour.clears.places, this.#partsOf(detour.clears.nodes)),
        besides: detour.besides.map(({ region, exit }) => ({
          exit: this.#at(exit),
          spots: spots([exit, ...region.places], this.#partsOf(region.nodes)),
        })),
      })),
    }
  }

  /** The parts that stand for nodes of a region. */
  #partsOf(nodes: ReadonlySet<string>): readonly string[] {
    return [...this.net.parts.values()]
      .filter(({ members }) => members.some((member) => nodes.has(member)))
      .map(({ name }) => name)
  }

  #at(spot: string): number {
    const index = this.#index.get(spot)
    if (index === undefined) throw new Error(`net "${this.net.name}" has no "${spot}"`)
    return index
  }
}

export function keyOf(state: State): string {
  let key = ""
  for (let spot = 0; spot < state.length; spot++) {
    const tokens = state[spot]
    if (tokens) key += String.fromCharCode(spot, tokens)
  }
  return key
}

const mostTokens = 100
/** How many markings one question about an or-join may take. */
const mostMarkings = 300

interface Piece {
  readonly part: Part
  readonly inside: number
  readonly inputs: readonly number[]
  readonly gives: readonly (readonly number[])[]
  readonly isContested: boolean
  readonly cancels?: readonly number[]
  readonly detours: readonly {
    readonly detour: Detour
    readonly places: readonly number[]
    readonly clears: readonly number[]
    readonly besides: readonly { readonly exit: number; readonly spots: readonly number[] }[]
  }[]
}

interface Settling {
  readonly state: State
  readonly firings: readonly Firing[]
  /** Places to be looked at. */
  readonly pending: number[]
}

const inside = (part: string) => `(${part})`

const count = (state: State, spot: number): number => state[spot] ?? 0

/** The same net as the net machine knows it, for its own analysis of or-joins. */
function netFor(net: FlowNet): Net {
  const nodes = new Map<string, Node>()
  for (const part of net.parts.values()) nodes.set(part.name, nodeFor(part, net))
  const all = [...nodes.values()]
  const places = new Map(
    [...net.places].map((id) => [
      id,
      {
        id,
        producers: all.filter(({ outputs }) => outputs.some(({ place }) => place === id)),
        consumers: all.filter(({ inputs }) => inputs.includes(id)),
      },
    ]),
  )
  return {
    name: net.name,
    start: net.start,
    end: net.end,
    places,
    nodes,
    orJoins: all.filter(({ join }) => join === "or"),
    form: "net",
    sequences: [],
    alternatives: new Map(),
  }
}

function nodeFor(part: Part, net: FlowNet): Node {
  const { name, isWork, join, inputs, split, outputs, cancels, within } = part
  const standing = (nodes: ReadonlySet<string>) =>
    new Set(
      [...net.parts.values()]
        .filter(({ members }) => members.some((member) => nodes.has(member)))
        .map((each) => each.name),
    )
  return {
    name,
    kind: isWork ? "work" : "route",
    join,
    inputs,
    split,
    outputs: outputs.map((place) => ({ place })),
    ...(cancels && { cancels: { places: cancels.places, nodes: standing(cancels.nodes) } }),
    contested: false,
    loops: [],
    ...(within && { within: standing(within) }),
  }
}
