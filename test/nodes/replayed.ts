import { type Draft, emptyFamily } from "../../src/engine/draft.ts"
import { evolve } from "../../src/engine/evolve.ts"
import type { Entry } from "../../src/messages/events.ts"
import type { FamilyId } from "../../src/messages/ids.ts"

/** A family as its whole history says, without any snapshot. */
export function replayed(family: FamilyId, history: readonly Entry[]): Draft {
  const state = emptyFamily(family)
  for (const entry of history) evolve(state, entry)
  return state
}
