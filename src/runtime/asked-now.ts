import type { Occasion } from "../exceptions/asking.ts"
import { type CaseId, engineAgent, familyOf, type ItemId } from "../messages/ids.ts"
import type { JsonObject } from "../messages/json.ts"
import { canonicalEvent } from "../model/event-names.ts"
import type { LoadedFamily } from "./families.ts"
import { FamilyFacts } from "./family-facts.ts"
import { KnownFacts } from "./known-facts.ts"
import type { TeachingParts } from "./teaching.ts"

/** Something that might happen, at a case or one of its items. */
export interface Question {
  readonly on: string
  readonly case: CaseId
  readonly item?: ItemId
  /** The event's parameters. */
  readonly with?: JsonObject
}

/** What something that might happen now would find there; what has to be known from outside is fetched. Undefined: there is no such case or item. */
export async function askedNow<Value>(
  { rulebook, processes, finder }: Pick<TeachingParts, "rulebook" | "processes" | "finder">,
  { on, case: id, item, with: parameters = {} }: Question,
  now: number,
  answer: (port: FamilyFacts, occasion: Occasion, family: LoadedFamily) => Value,
): Promise<Value | undefined> {
  const { look, sources, staff } = finder(now)
  const loaded = await look(familyOf(id))
  const found = loaded?.state.cases.get(id)
  if (!loaded || !found || (item && loaded.state.items.get(item)?.case !== id)) return undefined
  const facts = new KnownFacts()
  const known = { rules: rulebook, find: processes.find, newest: processes.current, facts, staff, now }
  const port = new FamilyFacts(loaded.state, known)
  const at = (item && port.item(item)?.task) ?? found.process
  const place = { case: id, ...(item && { item }), at }
  const occasion: Occasion = { on: canonicalEvent(on), ...place, parameters, by: engineAgent, depth: 0 }
  for (;;) {
    const answered = answer(port, occasion, loaded)
    if (!facts.isLacking) return answered
    facts.add(await sources.fetchAll(facts.takeLacking()))
  }
}
