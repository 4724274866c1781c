import type { PlaceId } from "../messages/events.ts"
import { choosesOne, type Drawing, distinct, isPlain, onlyOutput } from "./drawing.ts"
import { type Part, sameWay } from "./flow-net.ts"

/** The places in front of a part that needs a token in one of them. */
export function joinPlaces(drawing: Drawing, part: Part): boolean {
  if (part.join !== "xor" || part.inputs.length < 2) return false
  const own = part.inputs.filter((place) => drawing.isFree(place) && drawing.onlyTaker(place) === part)
  for (const [index, kept] of own.entries()) {
    for (const other of own.slice(index + 1)) {
      if (drawing.marks(kept) !== drawing.marks(other) || givesBoth(drawing, kept, other)) continue
      const current = drawing.parts.get(part.name)
      if (current === undefined) return false
      drawing.replace(current, { ...current, inputs: current.inputs.filter((place) => place !== other) })
      drawing.redirect(other, kept)
      return true
    }
  }
  return false
}

/** What leads to the same places, each from a place of its own. */
export function joinTwins(drawing: Drawing, part: Part): boolean {
  const own = ownInput(drawing, part)
  if (own === undefined || !isPlain(part)) return false
  for (const twin of beside(drawing, part)) {
    const other = ownInput(drawing, twin)
    if (other === undefined || !leadsAlike(part, twin) || givesBoth(drawing, own, other)) continue
    const splitter = drawing.onlyGiver(own)
    const isOneChoice = splitter !== undefined && splitter === drawing.onlyGiver(other) && choosesOne(splitter)
    if (part.isWork !== twin.isWork && !isOneChoice) continue
    if (!drawing.isUniform([part, twin], []) || !drawing.isUniform([], [own, other])) continue
    drawing.takeAway(twin)
    drawing.replace(part, joined(part, twin))
    drawing.redirect(other, own)
    return true
  }
  return false
}

/** What takes the same and leads to the same. */
export function joinChoices(drawing: Drawing, part: Part): boolean {
  if (!part.isWork || !isPlain(part)) return false
  for (const other of beside(drawing, part)) {
    if (!other.isWork || other.join !== part.join || !sameWay(other.inputs, part.inputs)) continue
    if (part.join === "or" || !leadsAlike(part, other) || !drawing.isUniform([part, other], [])) continue
    drawing.takeAway(other)
    drawing.replace(part, joined(part, other))
    return true
  }
  return false
}

/** A choice between doing something and doing nothing: whoever does it at once might as well not have done it. */
export function skipNothing(drawing: Drawing, split: Part): boolean {
  if (!choosesOne(split) || split.ways.length < 2) return false
  for (const into of split.outputs) {
    const done = drawing.onlyTaker(into)
    if (done === undefined || done === split || drawing.onlyGiver(into) !== split) continue
    const after = onlyOutput(done)
    if (after === undefined || after === into || !split.outputs.includes(after) || done.inputs.length !== 1) continue
    if (!isPlain(done) || !drawing.isFree(into) || done.marks !== "" || drawing.marks(into) !== "") continue
    const ways = split.ways.filter(({ gives }) => !gives.includes(after))
    if (ways.length === split.ways.length || !ways.some(({ gives }) => gives.includes(into))) continue
    drawing.replace(split, { ...split, ways, outputs: split.outputs.filter((place) => place !== after) })
    return true
  }
  return false
}

function joined(part: Part, other: Part): Part {
  return {
    ...part,
    isWork: part.isWork || other.isWork,
    ways: distinct([...part.ways, ...other.ways]),
    ...(other.isSafe && { isSafe: true }),
    members: [...part.members, ...other.members],
  }
}

/** Parts that give to one of the same places. */
function beside(drawing: Drawing, part: Part): readonly Part[] {
  const [place] = part.outputs
  if (place === undefined) return []
  return [...drawing.givers(place)].filter((other) => other !== part).slice(0, mostBeside)
}

/** More than so many are not compared with each other. */
const mostBeside = 100

function leadsAlike(one: Part, other: Part): boolean {
  if (!isPlain(other) || one.endsAll !== other.endsAll) return false
  if (one.split !== other.split && one.outputs.length > 1) return false
  return (
    sameWay(one.outputs, other.outputs) &&
    one.ways.length === other.ways.length &&
    one.ways.every((way) => other.ways.some(({ gives }) => sameWay(gives, way.gives)))
  )
}

/** The place in front of a part, if it is free, the only one, and nobody else's. */
function ownInput(drawing: Drawing, part: Part): PlaceId | undefined {
  const [place, another] = part.inputs
  if (place === undefined || another !== undefined) return undefined
  return drawing.isFree(place) && drawing.onlyTaker(place) === part ? place : undefined
}

/** Whether somebody gives to both at once, so that two tokens would come to one place. */
function givesBoth(drawing: Drawing, one: PlaceId, other: PlaceId): boolean {
  return [...drawing.givers(one)].some((giver) => giver.outputs.includes(other) && !choosesOne(giver))
}
