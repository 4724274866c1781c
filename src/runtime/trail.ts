import { apply } from "../engine/apply.ts"
import { draftOver } from "../engine/draft.ts"
import type { Family } from "../engine/family.ts"
import { follow } from "../engine/follow.ts"
import { type Trail, trailFacts } from "../engine/trail.ts"
import type { Fetched } from "../exceptions/port.ts"
import type { Entry } from "../messages/events.ts"
import { familyOf } from "../messages/ids.ts"
import type { Json } from "../messages/json.ts"
import type { TrailFacts, TrailOf } from "../messages/undoing.ts"
import type { Store } from "../store/port.ts"
import { allEntries } from "./families.ts"
import { type KnownFacts, trailKey } from "./known-facts.ts"
import { TrailFinder } from "./trail-finder.ts"

/** What a decision knows of a family when it asks for a trail. */
export interface TrailSoFar {
  /** As it was before the decision, and what that has done so far. */
  readonly family: Family
  readonly recent: Pick<Entry, "at" | "by" | "events">
  readonly facts: KnownFacts
}

/** The trail of a step up to the very moment. What is on record has to be fetched first, and again when more has been recorded since. */
export function trailNow(of: TrailOf, { family, recent, facts }: TrailSoFar): TrailFacts | undefined {
  const fetched = facts.get(trailKey(of))
  const known = fetched?.ok ? (fetched.value as unknown as Trail) : undefined
  if (fetched?.ok === false) throw new Error(fetched.message)
  if (known?.version !== family.version) {
    facts.lack({ kind: "trail", of })
    return undefined
  }
  const trail = structuredClone(known)
  const draft = draftOver(family)
  for (const event of recent.events) {
    follow(trail, draft, event, family.version + 1)
    apply(draft, event, recent)
  }
  return trailFacts(trail, draft)
}

export async function fetchTrail(store: Store, of: TrailOf): Promise<ReadonlyMap<string, Fetched>> {
  const finder = new TrailFinder(of)
  while (finder.begins()) for await (const entry of allEntries(store, familyOf(of.case))) finder.see(entry)
  return trailFact(of, finder)
}

export function trailFact(of: TrailOf, { trail }: TrailFinder): ReadonlyMap<string, Fetched> {
  return new Map([[trailKey(of), { ok: true, value: trail as unknown as Json }]])
}
