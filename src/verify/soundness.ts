import type { PlaceId } from "../messages/events.ts"
import type { Net, Process } from "../model/net.ts"
import { deadParts } from "./dead-parts.ts"
import { flowNetOf } from "./draw-flow-net.ts"
import { type Bounds, defaultBounds, type Explored, Exploring, explore, livedAfterAll, type Trap } from "./explore.ts"
import type { FlowNet, Part } from "./flow-net.ts"
import { reduced } from "./reduce.ts"
import { type Deed, retrace } from "./retrace.ts"

/** What is wrong with a net, in terms of its nodes. */
export type Fault = { readonly trace?: Trace } & (
  | {
      readonly kind: "stuck"
      /** What waits there for the rest of its tokens; none: nothing is left at all. */
      readonly waiting: readonly string[]
    }
  | {
      readonly kind: "improper"
      /** What leads to the end, and what is left when it does. */
      readonly by: string
      readonly left: readonly string[]
    }
  | { readonly kind: "endless"; readonly round: readonly string[] }
  | {
      readonly kind: "dead"
      readonly node: string
      /** What therefore never happens either. */
      readonly behind: readonly string[]
      /** Tokens come to it, but never all it needs. */
      readonly isReached: boolean
    }
)

/** How it comes about. */
export interface Trace {
  readonly beginning: readonly PlaceId[]
  readonly deeds: readonly Deed[]
}

export interface Verdict {
  readonly faults: readonly Fault[]
  /** False: nothing wrong was found, and not everything was looked at. */
  readonly isKnown: boolean
  /** How many states were looked at. */
  readonly states: number
}

/**
 * Whether a net is sound: from wherever it may come to it can come to its end, nothing else is left when it does, and there is
 * nothing in it that never happens. Each activity's own net is a net for itself, and is taken to end when it is looked at from
 * around it.
 */
export function soundnessOf(process: Process, net: Net, bounds: Bounds = defaultBounds): Verdict {
  const looking = lookAt(process, net, bounds)
  for (;;) {
    const { done, value } = looking.next()
    if (done) return value
  }
}

/** The same bit by bit, for those who have other things to do in between. */
export function* lookAt(process: Process, net: Net, bounds: Bounds = defaultBounds): Generator<undefined, Verdict> {
  const whole = flowNetOf(process, net)
  for (const isSafe of [true, false]) {
    const small = reduced(whole, isSafe)
    const exploring = new Exploring(small, bounds)
    while (exploring.goOn()) yield
    const explored = exploring.explored()
    if (explored.isSafe) return verdictOf(net, small, explored, bounds)
  }
  throw new Error(`net "${net.name}" is unsafe where nothing is taken to be safe`)
}

/** The shortest run through a net, or to where these nodes of it are live at once; undefined: none was found. */
export function traceThrough(
  process: Process,
  net: Net,
  to: readonly string[] = [],
  bounds: Bounds = defaultBounds,
): Trace | undefined {
  const explored = explore(reduced(flowNetOf(process, net, to)), bounds)
  const trap = to.length === 0 ? explored.run : explored.lead(to)
  const deeds = trap && retrace(net, trap.beginning, trap.firings)
  return trap && deeds && { beginning: trap.beginning, deeds }
}

export function verdictOf(net: Net, drawn: FlowNet, explored: Explored, bounds: Bounds): Verdict {
  const faults = fewOfEach([...faultsIn(net, drawn, explored, bounds)])
  const isWhole = explored.isWhole && ![...drawn.parts.values()].some(({ isPartial }) => isPartial)
  return { faults, isKnown: isWhole || faults.length > 0, states: explored.states }
}

/** Many circles, or many ways to get stuck, mostly come of one mistake. */
function fewOfEach(faults: readonly Fault[]): readonly Fault[] {
  const told = new Map<string, number>()
  const circles = new Set<string>()
  return faults.filter((fault) => {
    if (fault.kind === "endless") {
      const [first = ""] = fault.round
      if (circles.has(first)) return false
      circles.add(first)
    }
    const count = (told.get(fault.kind) ?? 0) + 1
    told.set(fault.kind, count)
    return count <= MOST_OF_A_KIND
  })
}

const MOST_OF_A_KIND = 10

function* faultsIn(net: Net, drawn: FlowNet, explored: Explored, bounds: Bounds): Iterable<Fault> {
  const trace = (trap: Trap | undefined): { readonly trace?: Trace } => {
    const deeds = trap && retrace(net, trap.beginning, trap.firings)
    return trap && deeds ? { trace: { beginning: trap.beginning, deeds } } : {}
  }
  for (const trap of explored.stuck)
    yield { kind: "stuck", waiting: inOrder(drawn, trap.waiting).map(joinOf), ...trace(trap) }
  for (const trap of explored.improper) {
    const how = trace(trap)
    const last = how.trace?.deeds.findLast((deed) => deed.do === "fire" && deed.gives.includes(net.end))
    const by = last?.node ?? trap.by.members.at(-1) ?? trap.by.name
    yield { kind: "improper", by, left: leftIn(net, drawn, trap), ...how }
  }
  for (const trap of explored.endless)
    yield {
      kind: "endless",
      round: trap.round.flatMap(({ part, way }) => (way ? part.members : [])),
      ...trace(trap.isIdle ? trap : { ...trap, firings: [...trap.firings, ...trap.round] }),
    }
  if (!explored.isWhole || explored.lived.size === drawn.parts.size) return
  // What only the end coming too early prevents is no fault of its own.
  const lived = explored.improper.length > 0 ? livedAfterAll(drawn, bounds) : explored.lived
  const shortest = explored.run ?? explored.stuck[0] ?? explored.endless[0]
  for (const { part, behind, isReached } of lived ? deadParts(drawn, { ...explored, lived }) : []) {
    const names = behind.flatMap(({ members }) => members)
    yield {
      kind: "dead",
      node: joinOf(part),
      behind: [...part.members.filter((name) => name !== joinOf(part)), ...names],
      isReached,
      ...trace(explored.stuck.find(({ waiting }) => waiting.includes(part)) ?? shortest),
    }
  }
}

/** What waits for nothing that would come from another that waits comes first. */
function inOrder(drawn: FlowNet, waiting: readonly Part[]): readonly Part[] {
  const reached = waiting.map((part) => behind(drawn, part))
  const depth = (part: Part) => waiting.filter((other, index) => other !== part && reached[index]?.has(part)).length
  return waiting.toSorted((one, other) => depth(one) - depth(other))
}

function behind({ parts }: FlowNet, from: Part): ReadonlySet<Part> {
  const reached = new Set<Part>()
  const open = [from]
  for (let part = open.pop(); part; part = open.pop())
    for (const next of parts.values()) {
      if (reached.has(next) || !next.inputs.some((place) => part?.outputs.includes(place))) continue
      reached.add(next)
      open.push(next)
    }
  return reached
}

/** The node by which a part takes its tokens. */
function joinOf({ members, name }: Part): string {
  return members[0] ?? name
}

/** What would have gone on, besides the end. */
function leftIn({ end }: Net, drawn: FlowNet, { tokens }: Trap): readonly string[] {
  const left = new Set<string>()
  for (const name of tokens.busy) left.add(joinOf(drawn.parts.get(name) as Part))
  for (const part of drawn.parts.values())
    if (part.inputs.some((place) => place !== end && tokens.places.includes(place))) left.add(joinOf(part))
  return [...left]
}
