import type { PlaceId } from "../messages/events.ts"
import type { Node } from "../model/net.ts"
import { bindingsAt } from "./bindings.ts"
import type { Deciding } from "./deciding.ts"
import { endItem, withdrawRivals } from "./ending.ts"
import { type Frame, type Item, roundOfLoop } from "./family.ts"
import { passing } from "./passing.ts"
import { type Problem, raise } from "./raise.ts"

/** Routes that may fire in one decision before it counts as going round in circles. */
const firingLimit = 10_000

/** Fires a route that has its tokens. One that cannot tell where to go becomes an item that waits, held, for an answer. */
export function fireRoute(deciding: Deciding, frame: Frame, node: Node, consumed: readonly PlaceId[]): void {
  const choice = choose(deciding, frame, node, consumed)
  if ("class" in choice) {
    strand(deciding, frame, node, consumed, choice)
    return
  }
  const { produced } = choice
  const round = roundBegun(frame, node, consumed, produced)
  const version = deciding.emit({
    type: "RouteFired",
    frame: frame.id,
    route: node.name,
    consumed,
    produced,
    ...(round && { round }),
    ...passing(deciding.process(frame.case), frame, node, { consumed, produced }),
  })
  deciding.arrived(frame.id, produced, version)
  if (node.contested) deciding.because(version, () => withdrawRivals(deciding, deciding.frame(frame.id), consumed))
}

/** Tries a stranded route again. It has its tokens already. */
export function retryRoute(deciding: Deciding, item: Item): void {
  const frame = deciding.frame(item.frame)
  const node = deciding.node(item)
  deciding.fired = 0
  const choice = choose(deciding, frame, node, item.entered ?? [])
  if ("class" in choice) {
    raise(deciding, problemAt(frame, node, item, choice))
    return
  }
  const { produced } = choice
  const round = roundBegun(frame, node, item.entered ?? [], produced)
  endItem(deciding, item, "ItemCompleted")
  const version = deciding.emit({
    type: "RouteFired",
    frame: frame.id,
    route: node.name,
    consumed: [],
    produced,
    ...(round && { round }),
    ...passing(deciding.process(frame.case), frame, node, { consumed: item.entered ?? [], produced }),
  })
  deciding.arrived(frame.id, produced, version)
}

type Trouble = Pick<Problem, "class" | "parameters">

function choose(
  deciding: Deciding,
  frame: Frame,
  node: Node,
  consumed: readonly PlaceId[],
): { readonly produced: readonly PlaceId[] } | Trouble {
  if (++deciding.fired > firingLimit) {
    return {
      class: "LoopLimit",
      parameters: { message: "the flow goes round without anybody doing anything", limit: firingLimit },
    }
  }
  if (node.split === "and") return { produced: node.outputs.map(({ place }) => place) }
  const { loop } = node
  const own = loop && consumed.includes(loop.entry) ? { entering: loop.name } : {}
  const bindings = bindingsAt(deciding.draft, deciding.process(frame.case), frame, deciding.facts.now, own)
  const chosen: PlaceId[] = []
  for (const { place, when } of node.outputs) {
    if (when === undefined) continue
    const outcome = when.evaluate(bindings)
    if (!outcome.ok) {
      const { message, part } = outcome.error
      return { class: "EvaluationFailed", parameters: { expression: when.source, message, part } }
    }
    if (outcome.value !== true) continue
    chosen.push(place)
    if (node.split === "xor") break
  }
  const otherwise = node.outputs.find(({ when }) => when === undefined)
  if (chosen.length === 0 && otherwise) chosen.push(otherwise.place)
  if (chosen.length > 0) return { produced: chosen }
  const conditions = node.outputs.map(({ when }) => when?.source ?? "otherwise")
  return { class: "NoBranch", parameters: { message: "no condition holds and there is no otherwise", conditions } }
}

function roundBegun(frame: Frame, node: Node, consumed: readonly PlaceId[], produced: readonly PlaceId[]) {
  const { loop } = node
  if (loop === undefined) return undefined
  const isEntry = consumed.includes(loop.entry)
  if (!produced.includes(loop.body) && !isEntry) return undefined
  const before = isEntry ? 0 : (roundOfLoop(frame, loop.name)?.number ?? 0)
  const within = node.loops.map((outer) => roundOfLoop(frame, outer)?.serial ?? 0)
  return {
    loop: loop.name,
    number: produced.includes(loop.body) ? before + 1 : 0,
    ...(within.length > 0 && { within }),
  }
}

function strand(deciding: Deciding, frame: Frame, node: Node, consumed: readonly PlaceId[], trouble: Trouble): void {
  const item = deciding.nextId("item")
  const version = deciding.emit({
    type: "ItemEnabled",
    item,
    case: frame.case,
    frame: frame.id,
    task: node.name,
    kind: "route",
    consumed,
  })
  deciding.stirred.add(frame.id)
  deciding.because(version, () => raise(deciding, problemAt(frame, node, deciding.item(item), trouble)))
}

function problemAt(frame: Frame, node: Node, item: Item, trouble: Trouble): Problem {
  return { ...trouble, case: frame.case, item: item.id, at: node.name, holds: { kind: "item", item: item.id } }
}
