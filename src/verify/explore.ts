import type { PlaceId } from "../messages/events.ts"
import type { FlowNet, Part } from "./flow-net.ts"
import { type Firing, keyOf, type State, TokenGame } from "./token-game.ts"

/** How far is looked. The same for everybody and everywhere, so that the same net always gets the same answer. */
export interface Bounds {
  /** How many states of one net are looked at. */
  readonly states: number
  /** How many steps may be taken for that. */
  readonly effort: number
}

export const defaultBounds: Bounds = { states: 20_000, effort: 200_000 }

/** A state that should not be, and how it is come to. */
export interface Trap {
  readonly beginning: readonly PlaceId[]
  readonly firings: readonly Firing[]
  readonly tokens: ReturnType<TokenGame["tokens"]>
}

/** What trying everything out has shown. */
export interface Explored {
  /** Nothing moves any more, and the end was not come to. `waiting`: what has some of its tokens. */
  readonly stuck: readonly (Trap & { readonly waiting: readonly Part[] })[]
  /** The end is come to while something else is left. */
  readonly improper: readonly (Trap & { readonly by: Part })[]
  /** It moves, but can never come to its end: `round` is what happens there again and again. */
  readonly endless: readonly (Trap & {
    readonly round: readonly Firing[]
    /** Nobody does anything in it. */
    readonly isIdle?: boolean
  })[]
  readonly lived: ReadonlySet<Part>
  readonly marked: ReadonlySet<PlaceId>
  /** The shortest run that has come to its end. */
  readonly run?: Trap
  /** The shortest way to where a part is live. */
  lead(part: string): Trap | undefined
  readonly states: number
  /** Tokens can pile up without bound. */
  readonly isUnbounded: boolean
  /** Everything was looked at. */
  readonly isWhole: boolean
  /** Where something was taken to be entered by one token at a time, it was. */
  readonly isSafe: boolean
}

/** Tries everything out, the nearest first. */
export function explore(net: FlowNet, { states: most, effort }: Bounds): Explored {
  const game = new TokenGame(net)
  const seen = new Map<string, number>()
  const visits: Visit[] = []
  const stuck = new Map<string, Explored["stuck"][number]>()
  const improper = new Map<string, Explored["improper"][number]>()
  let ended: number | undefined
  let isUnbounded = false
  let isSafe = true
  const visit = (state: State, firings: readonly Firing[], parent: number, beginning?: readonly PlaceId[]): number => {
    const key = keyOf(state)
    const known = seen.get(key)
    if (known !== undefined) return known
    seen.set(key, visits.length)
    visits.push({ state, firings, parent, ...(beginning && { beginning }), next: [], isOpen: true })
    if (game.isMonotone && !isUnbounded) isUnbounded = coversAnother(visits, visits.length - 1)
    return visits.length - 1
  }
  const circles: { at: number; round: readonly Firing[] }[] = []
  const trapAt = (index: number): Trap => ({ ...pathTo(visits, index), tokens: tokensOf(visits[index]) })
  const tokensOf = (at: Visit | undefined) => (at ? game.tokens(at.state) : { places: [], busy: [] })
  for (const beginning of net.beginnings)
    for (const { state, firings, circle } of game.begin(beginning)) {
      const at = visit(state, firings, -1, beginning)
      if (circle) circles.push({ at, round: circle })
    }
  let limit = most
  for (let index = 0; index < visits.length && index < limit && game.effort < effort; index++) {
    const here = visits[index]
    if (here === undefined) break
    here.isOpen = false
    if (!game.isSafe(here.state)) isSafe = false
    if (game.isEnded(here.state)) {
      ended ??= index
      const by = game.isProper(here.state) ? undefined : endingPart(here.firings, net.end)
      if (by && !by.endsAll && !improper.has(by.name)) improper.set(by.name, { ...trapAt(index), by })
      continue
    }
    const steps = game.next(here.state)
    for (const { state, firings, circle } of steps) {
      const to = visit(state, firings, index)
      here.next.push({ to, firings })
      if (circle && !circles.some(({ at }) => at === to)) circles.push({ at: to, round: circle })
    }
    if (steps.length === 0 && !circles.some(({ at }) => at === index)) {
      const waiting = game.waiting(here.state)
      const key = waiting.map(({ name }) => name).join("\n")
      if (!stuck.has(key)) stuck.set(key, { ...trapAt(index), waiting })
    }
    // Where it is unsound already, little more is worth looking for.
    if (stuck.size + improper.size > 0) limit = Math.min(limit, Math.max(index + 1, afterFault))
  }
  const endless = endlessFrom(visits, (state) => game.isEnded(state)).map(({ at, round }) => ({ ...trapAt(at), round }))
  return {
    stuck: [...stuck.values()],
    improper: [...improper.values()],
    endless: [...circles.map(({ at, round }) => ({ ...trapAt(at), round, isIdle: true })), ...endless],
    lived: game.lived,
    marked: game.marked,
    ...(ended !== undefined && { run: trapAt(ended) }),
    lead(part) {
      const index = visits.findIndex(({ state }) => game.isLive(part, state))
      return index < 0 ? undefined : trapAt(index)
    },
    states: visits.length,
    isUnbounded,
    isWhole: !game.isCut && visits.every(({ isOpen }) => !isOpen),
    isSafe,
  }
}

const afterFault = 1_000

/** All that would ever be live if what is left went on when the end is come to; undefined: there is too much of it. */
export function livedAfterAll(net: FlowNet, { states: most, effort }: Bounds): ReadonlySet<Part> | undefined {
  const game = new TokenGame(net, true)
  const seen = new Set<string>()
  const open: State[] = net.beginnings.flatMap((beginning) => game.begin(beginning).map(({ state }) => state))
  for (let state = open.pop(); state; state = open.pop()) {
    const key = keyOf(state)
    if (seen.has(key)) continue
    seen.add(key)
    if (seen.size > most || game.effort > effort || game.lived.size === net.parts.size) break
    for (const next of game.next(state)) open.push(next.state)
  }
  return game.isCut || open.length > 0 ? undefined : game.lived
}

interface Visit {
  readonly state: State
  /** What led here from its parent. */
  readonly firings: readonly Firing[]
  readonly parent: number
  readonly beginning?: readonly PlaceId[]
  readonly next: { readonly to: number; readonly firings: readonly Firing[] }[]
  /** It has not been looked at yet. */
  isOpen: boolean
}

function pathTo(visits: readonly Visit[], index: number): Pick<Trap, "beginning" | "firings"> {
  const path: (readonly Firing[])[] = []
  let beginning: readonly PlaceId[] = []
  for (let at = visits[index]; at; at = visits[at.parent]) {
    path.push(at.firings)
    beginning = at.beginning ?? beginning
  }
  return { beginning, firings: path.reverse().flat() }
}

/** Whether there are more tokens than in a state it came from, and as many everywhere. */
function coversAnother(visits: readonly Visit[], index: number): boolean {
  const here = visits[index]
  if (here === undefined) return false
  for (let at = visits[here.parent]; at; at = visits[at.parent]) {
    const { state } = at
    if (here.state.every((tokens, spot) => tokens >= (state[spot] ?? 0))) return true
  }
  return false
}

function endingPart(firings: readonly Firing[], end: PlaceId): Part | undefined {
  return firings.findLast(({ way, detour }) => (way?.gives ?? detour?.places)?.includes(end))?.part
}

/** Circles that nothing leads out of: to an end, to where it gets stuck, or to where nobody has looked. */
function endlessFrom(
  visits: readonly Visit[],
  isEnded: (state: State) => boolean,
): readonly { readonly at: number; readonly round: readonly Firing[] }[] {
  const before: number[][] = visits.map(() => [])
  visits.forEach(({ next }, from) => {
    for (const { to } of next) before[to]?.push(from)
  })
  const isTold = visits.map(({ state, next, isOpen }) => isOpen || next.length === 0 || isEnded(state))
  const tellBack = (open: number[]) => {
    for (let index = open.pop(); index !== undefined; index = open.pop()) {
      isTold[index] = true
      for (const from of before[index] ?? []) if (!isTold[from]) open.push(from)
    }
  }
  tellBack(isTold.flatMap((can, index) => (can ? [index] : [])))
  const found: { at: number; round: readonly Firing[] }[] = []
  visits.forEach((_, index) => {
    if (isTold[index]) return
    const circle = circleFrom(visits, index)
    const at = Math.min(...circle)
    found.push({ at, round: roundFrom(visits, at) })
    tellBack([...circle])
  })
  return found
}

/** Some circle that can be come to from here and not be left again. */
function circleFrom(visits: readonly Visit[], index: number): ReadonlySet<number> {
  const reached = reachedFrom(visits, index)
  const further = [...reached].find((other) => !reachedFrom(visits, other).has(index))
  return further === undefined ? reached : circleFrom(visits, further)
}

function reachedFrom(visits: readonly Visit[], index: number): ReadonlySet<number> {
  const reached = new Set<number>()
  const open = [index]
  for (let at = open.pop(); at !== undefined; at = open.pop())
    for (const { to } of visits[at]?.next ?? [])
      if (!reached.has(to)) {
        reached.add(to)
        open.push(to)
      }
  return reached
}

/** The shortest way from a state back to it. */
function roundFrom(visits: readonly Visit[], index: number): readonly Firing[] {
  const paths = new Map<number, readonly Firing[]>([[index, []]])
  for (const [at, path] of paths)
    for (const { to, firings } of visits[at]?.next ?? []) {
      if (to === index) return [...path, ...firings]
      if (!paths.has(to)) paths.set(to, [...path, ...firings])
    }
  return []
}
