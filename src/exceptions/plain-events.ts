import type { CaseId } from "../messages/ids.ts"
import { ask, type Occasion } from "./asking.ts"
import { type Happening, happeningOf, raisedEvent } from "./happening.ts"
import { takeArc } from "./ladder.ts"
import { runMandatory } from "./mandatory.ts"
import { noteOccurrence } from "./pattern-noting.ts"
import type { Reacting } from "./reacting.ts"
import { follow } from "./runs.ts"

/**
 * Asks the rules of the case it happened in, and then those of every other case of the family: of those that are running, and
 * of the one that has ended with it. If nobody wants it, nothing happens.
 */
export function hear(reacting: Reacting, happening: Happening, depth: number): void {
  const { port } = reacting
  // Elsewhere it is called nothing that it is not called at home.
  const isWanted = happening.names.some((name) => port.rules.wants(name))
  const others = isWanted ? [...port.cases()].filter(({ id }) => id !== happening.case) : []
  const isActive = happening.isEnd || port.case(happening.case)?.isRunning
  if (isActive && (isWanted || happening.isRaised)) answer(reacting, happening, happening.case, depth)
  for (const { id } of others) if (port.case(id)?.isRunning) answer(reacting, happening, id, depth)
  noteOccurrence(reacting, happening, depth)
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

function answer(reacting: Reacting, happening: Happening, id: CaseId, depth: number): void {
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
      depth: Math.max(found?.depth ?? 0, depth),
    }
    if (answerAt(reacting, occasion)) return
  }
}
