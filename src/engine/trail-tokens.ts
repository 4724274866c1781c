import type { EventOf, PlaceId } from "../messages/events.ts"
import type { FrameId, ItemId } from "../messages/ids.ts"
import type { PlacedToken, Token } from "../messages/undoing.ts"
import { type Family, type Frame, roundOfLoop } from "./family.ts"
import { isInside, type Since, type Trail } from "./trail.ts"

/** Takes tokens for something that happens in a frame, and tells whether it came of the step. */
export function consume(trail: Trail, family: Family, frame: FrameId, places: readonly PlaceId[]) {
  const tokens = take(trail, frame, places)
  const { since } = trail
  const cameOfIt = since !== undefined && (tokens.some(({ by }) => since.events[by]) || isInside(since, family, frame))
  if (since && cameOfIt) giveBack(since, family, frame, tokens)
  return { tokens, cameOfIt }
}

export function produce(
  trail: Trail,
  frame: FrameId,
  places: readonly PlaceId[],
  version: number,
  cameOfIt: boolean,
): void {
  if (cameOfIt && trail.since) trail.since.events[version] = true
  trail.tokens[frame] = [...(trail.tokens[frame] ?? []), ...places.map((place) => ({ place, by: version }))]
}

export function begin(trail: Trail, family: Family, item: ItemId, frame: FrameId, places: readonly PlaceId[]): void {
  const { tokens, cameOfIt } = consume(trail, family, frame, places)
  trail.took[item] = tokens
  if (cameOfIt && trail.since) trail.since.items[item] = true
}

/** What something that came of the step took from elsewhere is put back when that goes. */
export function giveBack(since: Since, family: Family, frame: FrameId, tokens: readonly Token[]): void {
  if (isInside(since, family, frame)) return
  for (const { place, by } of tokens) {
    const isThere = since.given.some((token) => isSame(token, { frame, place, by }))
    if (!since.events[by] && !isThere) since.given.push({ frame, place, by })
  }
}

export function closeFrame(trail: Trail, family: Family, id: FrameId, version: number): void {
  const frame = family.frames.get(id)
  if (frame?.case !== trail.case) return
  const { since } = trail
  const isLeft = since && (trail.tokens[id] ?? []).some(({ by }) => since.events[by])
  if (since && frame.item && (isLeft || isInside(since, family, id))) {
    since.events[version] = true
    since.left[frame.item] = true
  }
  // If it is ever opened again, what waited in it is there again too.
  if (since?.levels.some((level) => level.frame === id)) {
    giveBack(since, family, id, trail.tokens[id] ?? [])
    giveBack(
      since,
      family,
      id,
      trail.away.tokens.filter((token) => token.frame === id),
    )
  }
  delete trail.tokens[id]
}

export function noteRound({ since }: Trail, frame: Frame, loop: string | undefined): void {
  if (since === undefined || loop === undefined) return
  const rounds = since.rounds[frame.id] ?? {}
  if (!Object.hasOwn(rounds, loop)) since.rounds[frame.id] = { ...rounds, [loop]: roundOfLoop(frame, loop) ?? null }
}

/** A jump came of the step if it took anything away that did. */
export function jump(trail: Trail, family: Family, event: EventOf<"Jumped">, version: number): void {
  const { frame, cancelled, produced } = event
  trail.away.jump = { version, frame, tokens: [] }
  const all = trail.tokens[frame] ?? []
  const gone = all.filter(({ place }) => cancelled?.includes(place))
  trail.tokens[frame] = all.filter((token) => !gone.includes(token))
  jumpedOver(trail, family, gone, false)
  produce(trail, frame, produced, version, false)
}

export function jumpedOver(trail: Trail, family: Family, tokens: readonly Token[], cameOfIt: boolean): void {
  const { since } = trail
  const { jump } = trail.away
  if (since === undefined || jump === undefined) return
  jump.tokens.push(...tokens.map((token) => ({ frame: jump.frame, ...token })))
  if (cameOfIt || tokens.some(({ by }) => since.events[by])) since.events[jump.version] = true
  if (since.events[jump.version]) giveBack(since, family, jump.frame, jump.tokens.splice(0))
}

/** Where the flow went back already, later rounds begin at what was there again. */
export function rewound(trail: Trail, family: Family, event: EventOf<"FlowRewound">): void {
  const { frame: id, given, taken, took, instead, passed = [] } = event
  const frame = family.frames.get(id)
  take(trail, id, taken)
  trail.tokens[id] = [...(trail.tokens[id] ?? []), ...given]
  if (frame?.item && took) trail.took[frame.item] = [...took]
  const { since } = trail
  if (since === undefined) return
  since.passed = since.passed.filter((item) => !passed.includes(item))
  if (frame?.item && took?.some(({ by }) => since.events[by])) since.items[frame.item] = true
  const renamed = (other: FrameId) => (other === instead ? id : other)
  since.given = since.given
    .map((token) => ({ ...token, frame: renamed(token.frame) }))
    .filter((token) => !given.some(({ place, by }) => isSame(token, { frame: id, place, by })))
  since.levels = since.levels.map((level) => {
    if (level.frame !== instead || !level.of || !frame?.item) return level
    return { frame: id, of: { ...level.of, item: frame.item } }
  })
  const rounds = instead && since.rounds[instead]
  if (rounds) since.rounds[id] = rounds
}

function take(trail: Trail, frame: FrameId, places: readonly PlaceId[]): Token[] {
  const tokens = trail.tokens[frame] ?? []
  return places.flatMap((place) => {
    const index = tokens.findIndex((token) => token.place === place)
    return index < 0 ? [] : tokens.splice(index, 1)
  })
}

const isSame = (one: PlacedToken, other: PlacedToken): boolean =>
  one.frame === other.frame && one.place === other.place && one.by === other.by
