import type { Deciding } from "./deciding.ts"
import type { Item, RaisedException } from "./family.ts"

/** The open exceptions that say that nobody can have the item. */
export function unavailabilities({ draft }: Deciding, { id }: Item) {
  return [...draft.exceptions.values()]
    .filter((raised) => raised.item === id && isUnavailable(raised))
    .map((raised) => raised.id)
}

const unavailable: ReadonlySet<string> = new Set([
  "ResourceUnavailable",
  "NoSuchCapability",
  "AllAbsent",
  "AllDeclined",
  "AllBusy",
])

/** Who is needed could not be told, or nobody is there. */
function isUnavailable({ class: name, parameters }: RaisedException): boolean {
  return unavailable.has(name) || (name === "EvaluationFailed" && parameters.of === "needs")
}
