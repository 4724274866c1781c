import { isLive } from "../engine/family.ts"
import { dataOf } from "../engine/shared-data.ts"
import type { HoldTarget } from "../messages/holds.ts"
import { type CaseId, type FrameId, numberOf } from "../messages/ids.ts"
import type { JsonObject } from "../messages/json.ts"
import type { Constants } from "./constants.ts"
import type { Knowing } from "./moves.ts"
import type { Played } from "./play.ts"
import { truthsOf } from "./predicates.ts"

/** What matters for what can happen next, as text: the same for moments that differ only in ids, times and data nobody looks at. */
export function situationOf({ constants }: Knowing, { state, handling, now }: Played): string {
  const cases = [...state.cases.values()].toSorted((one, other) => numberOf(one.id) - numberOf(other.id))
  // Of those that have ended, the newest of each process is all that anybody can look at.
  const isTold = (each: (typeof cases)[number]) =>
    each.state === "running" || cases.findLast(({ process }) => process === each.process) === each
  const nick = new Map<string, number>()
  for (const each of cases) if (isTold(each)) nick.set(each.id, nick.size)
  const isToldOf = (id: CaseId) => nick.has(id)
  const ofCase = (id: CaseId) => nick.get(id) ?? -1
  const relevant = (data: JsonObject) => relevantOf(constants, data)
  const items = [...state.items.values()].toSorted((one, other) => numberOf(one.id) - numberOf(other.id))
  const frameOf = (id: FrameId) => {
    const frame = state.frames.get(id)
    return frame ? `${ofCase(frame.case)}/${frame.net}/${frame.instance}` : "gone"
  }
  const itemName = (id: string) => {
    const item = state.items.get(id as (typeof items)[number]["id"])
    return item ? `${ofCase(item.case)}/${item.task}/${state.frames.get(item.frame)?.instance ?? 0}` : "gone"
  }
  const target = (to: HoldTarget) => {
    if (to.kind === "item") return `item ${itemName(to.item)}`
    return to.kind === "after" ? `after ${to.task} ${frameOf(to.frame)}` : `${to.kind} ${ofCase(to.case)}`
  }
  const runs = [...handling.runs.values()]
  const owner = (of: { readonly kind: string; readonly run?: string }) =>
    of.kind === "run" ? (runs.find(({ id }) => id === of.run)?.exlet ?? "over") : of.kind
  return JSON.stringify([
    cases
      .filter(isTold)
      .map((each) => [
        each.process,
        each.state,
        each.parent ? ofCase(each.parent.case) : -1,
        relevant(dataOf(state, each)),
        constants.relevant.has("result") ? (each.result ?? null) : null,
      ]),
    items
      .filter((item) => isLive(item) || (constants.looksAtStates && isToldOf(item.case)))
      .map(({ id, status, result, given, offer }) => [
        itemName(id),
        status,
        constants.relevant.has("result") ? (result ?? null) : null,
        relevant(given ?? {}),
        offer?.isAwaited ?? false,
      ])
      .toSorted(byText),
    [...state.frames.values()]
      .filter(({ closed, case: id }) => !closed && state.cases.get(id)?.state === "running")
      .map(({ case: id, net, instance, marking, rounds }) => [
        ofCase(id),
        net,
        instance,
        [...marking].sort(),
        constants.counts > 0
          ? Object.entries(rounds).map(([loop, { number }]) => [loop, Math.min(number, constants.counts)])
          : [],
      ])
      .toSorted(byText),
    constants.counts > 0
      ? [...state.counts.keys()].map((key) => [key, Math.min(state.counts.get(key) ?? 0, constants.counts)])
      : [],
    [...state.holds.values()].map((hold) => [owner(hold.owner), target(hold.target)]).toSorted(byText),
    runs.map(({ exlet, position, case: id, open }) => [exlet, position, ofCase(id), open.length]).toSorted(byText),
    [...state.exceptions.values()].map(({ class: name, at, case: id }) => [name, at, ofCase(id)]).toSorted(byText),
    [...handling.interventions.values()].map(({ at, text, case: id }) => [at, text, ofCase(id)]).toSorted(byText),
    [...state.timers.values()].map(({ purpose, dueAt }) => [purpose, dueAt - now]).toSorted(byText),
    constants.looksAtPatterns ? [...handling.patterns.values()].map(({ kept }) => kept.map(({ names }) => names)) : [],
    [...state.messages.values()].map(({ name, case: id }) => [name, ofCase(id)]).toSorted(byText),
  ])
}

/** What matters of data: what the conditions that look at it make of it, and the values of names none looks at directly. */
export function relevantOf({ ofData, opaque }: Constants, data: JsonObject): readonly unknown[] {
  const values = Object.entries(data).filter(([name]) => opaque.has(name))
  return [truthsOf(ofData, data), values.toSorted(([one], [other]) => (one < other ? -1 : 1))]
}

function byText(one: unknown, other: unknown): number {
  const [a, b] = [JSON.stringify(one), JSON.stringify(other)]
  return a < b ? -1 : a > b ? 1 : 0
}
