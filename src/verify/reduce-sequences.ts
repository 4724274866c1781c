import { anyWay, choosesOne, type Drawing, isPlain, onlyOutput } from "./drawing.ts"
import type { Part } from "./flow-net.ts"

/** What comes next and comes from nowhere else. */
export function joinSequence(drawing: Drawing, first: Part): boolean {
  const place = onlyOutput(first)
  if (place === undefined || !drawing.isFree(place) || drawing.onlyGiver(place) !== first) return false
  const next = drawing.onlyTaker(place)
  if (next === undefined || next === first || next.inputs.length !== 1) return false
  if (!isPlain(first) || next.detours.length > 0 || next.isAlone || first.endsAll !== next.endsAll) return false
  if (!drawing.isUniform([first, next], [place])) return false
  // A route takes its tokens before anybody else can.
  if (!first.isWork && next.isWork && drawing.isContested(first)) return false
  const before = anyWay(first)
  const { within: _, ...rest } = next
  drawing.takeAway(next)
  drawing.replace(first, {
    ...rest,
    name: first.name,
    isWork: first.isWork || next.isWork,
    join: first.join,
    inputs: first.inputs,
    ...(first.within && { within: first.within }),
    ways: next.ways.map(({ gives, recipe }) => ({ gives, recipe: { do: "all", of: [before, recipe] } })),
    members: [...first.members, ...next.members],
    ...((first.isSafe || next.isSafe) && { isSafe: true }),
  })
  return true
}

/** The way back to where it came from. */
export function closeLoop(drawing: Drawing, part: Part): boolean {
  const { inputs, ways, join } = part
  if (!isPlain(part) || !choosesOne(part) || ways.length < 2 || (join !== "xor" && inputs.length > 1)) return false
  if (!part.isWork && drawing.isContested(part)) return false
  const back = inputs.find((place) => part.outputs.includes(place) && drawing.onlyTaker(place) === part)
  if (back === undefined) return false
  const isOnlyBack = drawing.onlyGiver(back) === part && drawing.isFree(back) && inputs.length > 1
  const rest = ways.filter(({ gives }) => !gives.includes(back))
  if (rest.length === 0) return false
  drawing.replace(part, {
    ...part,
    inputs: isOnlyBack ? inputs.filter((place) => place !== back) : inputs,
    outputs: part.outputs.filter((place) => place !== back),
    ways: rest,
  })
  return true
}

/** What is done in each round, between leaving the head of a loop and coming back to it. */
export function takeOutLoop(drawing: Drawing, head: Part): boolean {
  const { inputs, ways, join } = head
  if (!isPlain(head) || !choosesOne(head) || ways.length < 2 || (join !== "xor" && inputs.length > 1)) return false
  if (!head.isWork && drawing.isContested(head)) return false
  for (const into of head.outputs) {
    const body = drawing.onlyTaker(into)
    if (body === undefined || body === head || body.inputs.length > 1 || drawing.onlyGiver(into) !== head) continue
    const back = onlyOutput(body)
    if (back === undefined || !inputs.includes(back) || drawing.onlyTaker(back) !== head) continue
    if (!isPlain(body) || body.endsAll !== head.endsAll || !drawing.isFree(into)) continue
    if (!drawing.isUniform(head.isWork ? [head, body] : [body], [into, back])) continue
    const rest = ways.filter(({ gives }) => !gives.includes(into))
    if (rest.length === 0 || rest.length === ways.length) continue
    const isOnlyBack = drawing.onlyGiver(back) === body && drawing.isFree(back) && inputs.length > 1
    drawing.takeAway(body)
    drawing.replace(head, {
      ...head,
      isWork: head.isWork || body.isWork,
      inputs: isOnlyBack ? inputs.filter((place) => place !== back) : inputs,
      outputs: head.outputs.filter((place) => place !== into),
      ways: rest,
      marks: body.marks,
      ...(body.isSafe && { isSafe: true }),
      members: [...head.members, ...body.members],
    })
    return true
  }
  return false
}
