import type { CaseId } from "../messages/ids.ts"
import { ask, type Occasion, treesFor } from "./asking.ts"
import { type Happening, happeningOf, raisedEvent } from "./happening.ts"
import { takeArc } from "./ladder.ts"
import { runMandatory } from "./mandatory.ts"
import { noteOccurrence } from "./pattern-noting.ts"
import type { Looking } from "./port.ts"
import type { Reacting } from "./reacting.ts"
import { follow } from "./runs.ts"
import type { ScopeText } from "./scopes.ts"

/**
 * Asks the rules of the case it happened in, if that is running or has ended with it, and then those of the other running cases of
 * the family, in the order they were started; rules beyond processes, such as those that hold everywhere, come last. The first
 * rule that answers captures the event; after that only mandatory handlers are asked. If no rule wants it, nothing happens.
 */
export function hear(reacting: Reacting, happening: Happening, depth: number): void {
  const { port } = reacting
  // Elsewhere it is called nothing that it is not called at home.
  const isWanted = happening.names.some((name) => port.rules.wants(name))
  const others = isWanted ? [...port.cases()].filter(({ id }) => id !== happening.case) : []
  const isActive = happening.isEnd || port.case(happening.case)?.isRunning
  const isAsked = isActive && happening.of === undefined && (isWanted || happening.isRaised)
  const wide = isAsked && others.length > 0 ? wideScopes(port, happening) : undefined
  let isCaptured = false
  const askAt = (id: CaseId, only?: readonly ScopeText[]) => {
    const how = isCaptured ? mandatoryAt : answerAt
    if (answer(reacting, happening, id, depth, { how, ...(only && { only }) })) isCaptured = true
  }
  if (isAsked) askAt(happening.case, wide?.near)
  for (const { id } of others) if (port.case(id)?.isRunning) askAt(id)
  if (wide) askAt(happening.case, wide.beyond)
  noteOccurrence(reacting, happening, depth)
}

/** The scopes in the process of its case, and those beyond where any rule there is about it. */
function wideScopes(port: Looking, { case: id, item, names }: Happening) {
  const process = port.case(id)?.process ?? ""
  const scopes = port.scopes({ case: id, ...(item && port.item(item) && { item }) })
  const isNear = (at: ScopeText) => at === process || at.startsWith(`${process}/`)
  const beyond = scopes.filter((at) => !isNear(at))
  const isBound = names.some((on) => treesFor(port, { on, case: id, only: beyond }).length > 0)
  return isBound ? { near: scopes.filter(isNear), beyond } : undefined
}

/** Answers the next of them, in the order they happened; false when there is none. */
export function hearNext(reacting: Reacting): boolean {
  const heard = reacting.nextHeard()
  if (heard === undefined) return false
  const { event, version, depth } = heard
  reacting.port.because(version, () => hear(reacting, "kind" in event ? happeningOf(event) : raisedEvent(event), depth))
  return true
}

/** Mandatory handlers, an arc, the rules at one place, and what they say is done; false if none of them wants it. */
export function answerAt(reacting: Reacting, occasion: Occasion): boolean {
  if (runMandatory(reacting, occasion) === "solving") return true
  if (occasion.from === undefined && takeArc(reacting, occasion)) return true
  const advice = ask(reacting, occasion)
  if (advice) follow(reacting, occasion, advice)
  return advice !== undefined
}

/** Runs mandatory handlers alone; they do not capture anything. */
function mandatoryAt(reacting: Reacting, occasion: Occasion): false {
  runMandatory(reacting, occasion)
  return false
}

function answer(
  reacting: Reacting,
  happening: Happening,
  id: CaseId,
  depth: number,
  {
    how,
    only,
  }: { readonly how: (reacting: Reacting, occasion: Occasion) => boolean; readonly only?: readonly ScopeText[] },
): boolean {
  const { port } = reacting
  const { case: own, item, at, parameters } = happening
  const isOwn = id === own
  for (const on of isOwn ? happening.names : happening.namesIn(port, id)) {
    if (!port.rules.wants(on) && !happening.isRaised) continue
    const found = port.case(id)
    const there = item && port.item(item) ? { item } : {}
    const occasion: Occasion = {
      on,
      case: id,
      ...(isOwn ? { ...there, at } : { at: found?.process ?? "", from: { case: own, ...(item && { item }), at } }),
      parameters,
      by: port.by,
      ...(only && { only }),
      depth: Math.max(found?.depth ?? 0, depth),
    }
    if (how(reacting, occasion)) return true
  }
  return false
}
