import type { PlaceId } from "../messages/events.ts"
import { anyWay, type Drawing, isPlain, onlyOutput } from "./drawing.ts"
import type { Part } from "./flow-net.ts"

/** Two branches between what gives to both and what needs both become one. */
export function joinBranches(drawing: Drawing, split: Part): boolean {
  if (split.split !== "and" || split.outputs.length < 2) return false
  const branches = split.outputs.flatMap((place) => branchFrom(drawing, split, place) ?? [])
  for (const [index, one] of branches.entries()) {
    for (const other of branches.slice(index + 1)) {
      if (one.join !== other.join || one.join.join !== "and" || !goTogether(drawing, [one, other])) continue
      if (!together(split, one.entry, other.entry)) continue
      const [kept, gone] = one.part ? [one, other] : [other, one]
      mergeBranches(drawing, split, kept, gone)
      return true
    }
  }
  return false
}

/** Everything between a split and the or-join that all of it leads to: whichever branches were taken, one token comes out. */
export function joinBlock(drawing: Drawing, split: Part): boolean {
  if (split.outputs.length < 2 || !isPlain(split)) return false
  if (!split.isWork && drawing.isContested(split)) return false
  const branches = split.outputs.flatMap((place) => branchFrom(drawing, split, place) ?? [])
  if (branches.length < split.outputs.length) return false
  const join = branches[0]?.join
  if (join === undefined || join === split || join.join !== "or" || join.detours.length > 0 || join.isAlone)
    return false
  if (branches.some((branch) => branch.join !== join) || join.inputs.length !== branches.length) return false
  const inner = branches.flatMap(({ part }) => part ?? [])
  if (!inner.some(({ isWork }) => isWork) || !goTogether(drawing, branches)) return false
  const [marks = ""] = inner.map((part) => part.marks)
  if ([split, join].some((part) => part.isWork && part.marks !== marks)) return false
  if (join.within === undefined && leadsTo(drawing, join, split)) return false
  const before = [anyWay(split), { do: "each", of: inner.map(anyWay) } as const]
  for (const part of [...inner, join]) drawing.takeAway(part)
  const { within: _, ...rest } = join
  drawing.replace(split, {
    ...rest,
    name: split.name,
    isWork: true,
    join: split.join,
    inputs: split.inputs,
    ways: join.ways.map(({ gives, recipe }) => ({ gives, recipe: { do: "all", of: [...before, recipe] } })),
    endsAll: split.endsAll,
    marks,
    members: [...split.members, ...inner.flatMap(({ members }) => members), ...join.members],
    isSafe: true,
  })
  return true
}

/** From a place behind a split to one in front of a join, with one part in between or none. */
interface Branch {
  readonly entry: PlaceId
  readonly part?: Part
  readonly exit: PlaceId
  readonly join: Part
}

function branchFrom(drawing: Drawing, split: Part, entry: PlaceId): Branch | undefined {
  if (!drawing.isFree(entry) || drawing.onlyGiver(entry) !== split) return undefined
  const taker = drawing.onlyTaker(entry)
  if (taker === undefined || taker === split) return undefined
  if (taker.inputs.length > 1) return { entry, exit: entry, join: taker }
  const exit = onlyOutput(taker)
  if (exit === undefined || !isPlain(taker) || taker.endsAll !== split.endsAll) return undefined
  if (!drawing.isFree(exit) || drawing.onlyGiver(exit) !== taker) return undefined
  const join = drawing.onlyTaker(exit)
  return join === undefined || join === split ? undefined : { entry, part: taker, exit, join }
}

/** Whether each way of the split gives to both or to neither. */
function together({ ways }: Part, one: PlaceId, other: PlaceId): boolean {
  return ways.every(({ gives }) => gives.includes(one) === gives.includes(other))
}

function goTogether(drawing: Drawing, branches: readonly Branch[]): boolean {
  return drawing.isUniform(
    branches.flatMap(({ part }) => part ?? []),
    branches.flatMap(({ entry, exit }) => [entry, exit]),
  )
}

function mergeBranches(drawing: Drawing, split: Part, kept: Branch, gone: Branch): void {
  const without = (places: readonly PlaceId[]) => places.filter((place) => place !== gone.entry)
  if (kept.part && gone.part) {
    drawing.takeAway(gone.part)
    const recipe = { do: "all", of: [anyWay(kept.part), anyWay(gone.part)] } as const
    drawing.replace(kept.part, {
      ...kept.part,
      isWork: kept.part.isWork || gone.part.isWork,
      ...(gone.part.isSafe && { isSafe: true }),
      ways: [{ gives: [kept.exit], recipe }],
      members: [...kept.part.members, ...gone.part.members],
    })
  }
  const { join } = kept
  drawing.replace(split, {
    ...split,
    outputs: without(split.outputs),
    ways: split.ways.map(({ gives, recipe }) => ({ gives: without(gives), recipe })),
  })
  const inputs = join.inputs.filter((place) => place !== gone.exit)
  drawing.replace(join, { ...join, inputs, join: inputs.length > 1 ? join.join : "xor" })
}

function leadsTo(drawing: Drawing, from: Part, to: Part): boolean {
  const reached = new Set<Part>([from])
  for (const part of reached) {
    if (part === to) return true
    for (const place of part.outputs) for (const next of drawing.takers(place)) reached.add(next)
  }
  return false
}
