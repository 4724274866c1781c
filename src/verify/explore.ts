import type { PlaceId } from "../messages/events.ts"
import type { FlowNet, Part } from "./flow-net.ts"
import { type Firing, keyOf, type State, type Step, TokenGame } from "./token-game.ts"

/** How far is looked. The same for everybody and everywhere, so that the same net always gets the same answer. */
export interface Bounds {
  /** How many states of one net are looked at. */
  readonly states: number
  /** How many steps may be taken for that. */
  readonly effort: number
}

export const defaultBounds: Bounds = { states: 20_000, effort: 60_000 }

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
  /** The shortest way to where these parts are live at once. */
  lead(parts: readonly string[]): Trap | undefined
  readonly states: number
  /** Tokens can pile up without bound. */
  readonly isUnbounded: boolean
  /** Everything was looked at. */
  readonly isWhole: boolean
  /** Where something was taken to be entered by one token at a time, it was. */
  readonly isSafe: boolean
}

/** Tries everything out. */
export function explore(net: FlowNet, bounds: Bounds): Explored {
  const exploring = new Exploring(net, bounds)
  while (exploring.goOn());
  return exploring.explored()
}

/**
 * Trying out under way: the nearest states first, so that what is found is come to soon; where there are very many, then deep
 * into them, because what goes wrong mostly does so at the end.
 */
export class Exploring {
  readonly #net: FlowNet
  readonly #bounds: Bounds
  readonly #game: TokenGame
  readonly #seen = new Map<string, number>()
  readonly #visits: Visit[] = []
  readonly #stuck = new Map<string, Explored["stuck"][number]>()
  readonly #improper = new Map<string, Explored["improper"][number]>()
  readonly #circles = new Map<number, readonly Firing[]>()
  #ended: number | undefined
  #isUnbounded = false
  #isSafe = true
  readonly #open: number[] = []
  #next = 0
  #looked = 0
  #sinceFault = 0

  constructor(net: FlowNet, bounds: Bounds) {
    this.#net = net
    this.#bounds = bounds
    this.#game = new TokenGame(net)
    for (const beginning of net.beginnings)
      for (const step of this.#game.begin(beginning)) this.#visit(step, -1, beginning)
  }

  /** Looks at one more state; false: there is none, or enough was seen. */
  goOn(): boolean {
    const index = this.#pick()
    const here = index === undefined ? undefined : this.#visits[index]
    if (index === undefined || here === undefined || !this.#isSafe) return false
    here.isOpen = false
    this.#looked++
    this.#isSafe = this.#game.isSafe(here.state)
    if (this.#game.isEnded(here.state)) this.#noteEnd(here, index)
    else {
      const steps = this.#game.next(here.state)
      for (const step of steps) here.next.push({ to: this.#visit(step, index), firings: step.firings })
      if (steps.length === 0 && !this.#circles.has(index)) this.#noteStuck(here, index)
    }
    if (this.#stuck.size + this.#improper.size > 0) this.#sinceFault++
    const { states, effort } = this.#bounds
    return this.#looked < states && this.#game.effort < effort && this.#sinceFault < afterFault
  }

  explored(): Explored {
    const visits = this.#visits
    const endless = endlessFrom(visits, (state) => this.#game.isEnded(state))
    const idle = [...this.#circles].map(([at, round]) => ({ ...this.#trapAt(at), round, isIdle: true }))
    return {
      stuck: [...this.#stuck.values()],
      improper: [...this.#improper.values()],
      endless: [...idle, ...endless.map(({ at, round }) => ({ ...this.#trapAt(at), round }))],
      lived: this.#game.lived,
      marked: this.#game.marked,
      ...(this.#ended !== undefined && { run: this.#trapAt(this.#ended) }),
      lead: (parts) => {
        const index = visits.findIndex(({ state }) => parts.every((part) => this.#game.isLive(part, state)))
        return index < 0 ? undefined : this.#trapAt(index)
      },
      states: this.#looked,
      isUnbounded: this.#isUnbounded,
      isWhole: this.#isSafe && !this.#game.isCut && visits.every(({ isOpen }) => !isOpen),
      isSafe: this.#isSafe,
    }
  }

  #pick(): number | undefined {
    const visits = this.#visits
    while (this.#next < visits.length && !visits[this.#next]?.isOpen) this.#next++
    if (this.#next >= visits.length) return undefined
    if (this.#looked < nearby) return this.#next
    let last = this.#open.pop()
    while (last !== undefined && !visits[last]?.isOpen) last = this.#open.pop()
    return last
  }

  #visit({ state, firings, circle }: Step, parent: number, beginning?: readonly PlaceId[]): number {
    const key = keyOf(state)
    const known = this.#seen.get(key)
    if (known !== undefined) return known
    const index = this.#visits.length
    this.#seen.set(key, index)
    this.#open.push(index)
    this.#visits.push({ state, firings, parent, ...(beginning && { beginning }), next: [], isOpen: true })
    if (circle) this.#circles.set(index, circle)
    if (this.#game.isMonotone && !this.#isUnbounded) this.#isUnbounded = coversAnother(this.#visits, index)
    return index
  }

  #noteEnd({ state, firings }: Visit, index: number): void {
    this.#ended ??= index
    const by = this.#game.isProper(state) ? undefined : endingPart(firings, this.#net.end)
    if (by && !by.endsAll && !this.#improper.has(by.name)) this.#improper.set(by.name, { ...this.#trapAt(index), by })
  }

  #noteStuck({ state }: Visit, index: number): void {
    const waiting = this.#game.waiting(state)
    const key = waiting.map(({ name }) => name).join("\n")
    if (!this.#stuck.has(key)) this.#stuck.set(key, { ...this.#trapAt(index), waiting })
  }

  #trapAt(index: number): Trap {
    const { places, busy } = this.#game.tokens((this.#visits[index] as Visit).state)
    return { ...pathTo(this.#visits, index), tokens: { places, busy } }
  }
}

/** How many states are looked at in the order they lie. */
const nearby = 400
/** Where it is unsound already, little more is worth looking for. */
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
