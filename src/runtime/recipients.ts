import { keyText } from "../engine/waits.ts"
import { isMessageWanted, isMessageWantedIn } from "../exceptions/messages.ts"
import type { CaseId, FamilyId } from "../messages/ids.ts"
import type { Json, JsonObject } from "../messages/json.ts"
import type { RejectionCode } from "../messages/rejections.ts"
import type { Store } from "../store/port.ts"
import { expectationsOf } from "./expectations.ts"
import type { LoadedFamily } from "./families.ts"
import { FamilyFacts, type FamilyFactsOptions } from "./family-facts.ts"

/** A message from outside, and how its case is found: by the key a case waits with, or named, or in a family. */
export interface Message {
  readonly name: string
  readonly key?: Json
  readonly data?: JsonObject
  readonly case?: CaseId
  readonly family?: FamilyId
  /** The process a case is started of, with the message's data, if no case fits. */
  readonly start?: string
}

/** Where a message goes: to the case named, to one that waits for it or will, or to one of the family named whose rules want it. */
export async function recipientOf(
  { name, key = null, case: id, family }: Message,
  parts: {
    readonly store: Store
    readonly look: (family: FamilyId) => Promise<LoadedFamily | undefined>
    readonly facts: FamilyFactsOptions
  },
): Promise<CaseId | undefined> {
  if (id !== undefined) return id
  if (family === undefined) return (await parts.store.expecting(name, keyText(key), 1))[0]?.case
  const found = await parts.look(family)
  return found && inFamily(found, name, keyText(key), parts.facts)
}

/** Refusals that say that a message and a case do not belong together. */
export const unfitting: ReadonlySet<RejectionCode> = new Set([
  "MESSAGE_NOT_EXPECTED",
  "CASE_NOT_FOUND",
  "CASE_NOT_LIVE",
])

function inFamily({ state }: LoadedFamily, name: string, key: string, facts: FamilyFactsOptions): CaseId | undefined {
  const running = [...state.cases.values()].filter((each) => each.state === "running").map(({ id }) => id)
  const expecting = running.flatMap((id) => expectationsOf(state, id, facts.find, facts.now)?.rows ?? [])
  const fitting = expecting.filter((row) => row.message === name && row.key === key)
  const [waiting = fitting[0]] = fitting.filter(({ item }) => item !== undefined)
  if (waiting) return waiting.case
  // A case that waits for such a message under another key is not meant, whatever its rules say.
  const others = new Set(expecting.flatMap((row) => (row.message === name && key !== keyText(null) ? row.case : [])))
  const meant = running.filter((id) => !others.has(id))
  const port = new FamilyFacts(state, facts)
  const own = meant.find((id) => isMessageWantedIn(port, { case: id, name }))
  return own ?? meant.find((id) => isMessageWanted(port, { case: id, name }))
}
