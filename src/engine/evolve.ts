import type { Entry } from "../messages/events.ts"
import { apply } from "./apply.ts"
import type { Draft } from "./draft.ts"

/** Folds an entry into a family its caller owns. The same entries in the same order always give the same family. */
export function evolve(family: Draft, entry: Entry): void {
  for (const event of entry.events) apply(family, event, entry)
}
