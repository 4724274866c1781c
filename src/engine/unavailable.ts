import type { Deciding } from "./deciding.ts"
import type { Item } from "./family.ts"

/** The open exceptions that say that nobody can have the item. */
export function unavailabilities({ draft }: Deciding, { id }: Item) {
  return [...draft.exceptions.values()]
    .filter((raised) => raised.item === id && unavailable.has(raised.class))
    .map((raised) => raised.id)
}

const unavailable: ReadonlySet<string> = new Set([
  "ResourceUnavailable",
  "NoSuchCapability",
  "AllAbsent",
  "AllDeclined",
  "AllBusy",
])
