import { isStalled, placeOf, type Stall } from "../exceptions/stalling.ts"
import { type CaseId, type ExceptionId, type FamilyId, familyOf, type RunId } from "../messages/ids.ts"
import type { Store } from "../store/port.ts"
import type { LoadedFamily } from "./families.ts"
import { type StallFacts, stalledIn, strangersHolding } from "./stalled.ts"

export interface LookedAt {
  readonly loaded: LoadedFamily
  readonly stalls: readonly Stall[]
  /** Runs of other families that hold something there and are over. */
  readonly over: readonly RunId[]
  /** Only for a while: a program that is not there may still come. */
  readonly isEarly: boolean
}

export interface StallFinder {
  readonly store: Store
  readonly look: (family: FamilyId) => Promise<LoadedFamily | undefined>
  readonly facts: () => Omit<StallFacts, "over">
  /** Whether programs that are not there may still come. */
  readonly isEarly: () => boolean
}

/** What of a family has no reason to move; undefined for one that is not there, or set aside. */
export async function lookAt({ look, facts, isEarly }: StallFinder, family: FamilyId): Promise<LookedAt | undefined> {
  const loaded = await look(family)
  if (loaded === undefined || loaded.quarantine) return undefined
  const over: RunId[] = []
  for (const run of strangersHolding(loaded.state)) if (await isOver(look, run)) over.push(run)
  const known = facts()
  let isAwaited = false
  const hasWorker = (name: string): boolean => {
    if (known.hasWorker(name)) return true
    isAwaited ||= isEarly()
    return isEarly()
  }
  const stalls = stalledIn(loaded.state, loaded.handling, { ...known, hasWorker, over: new Set(over) })
  return { loaded, stalls, over, isEarly: isAwaited }
}

export interface StalledRow extends Omit<Stall, "of"> {
  readonly family: FamilyId
  readonly process: string
  /** Where it is known already. */
  readonly exception?: ExceptionId
}

export interface StalledPage {
  readonly rows: readonly StalledRow[]
  /** There are more cases to be looked at, after this one. */
  readonly next?: CaseId
}

/** What stands still in the next so many running cases. Nothing is raised. */
export async function stalledAfter(
  finder: StallFinder,
  { after, limit = 500 }: { readonly after?: CaseId; readonly limit?: number },
): Promise<StalledPage> {
  const cases = await finder.store.cases({ state: "running", limit, ...(after !== undefined && { after }) })
  const looked = new Map<FamilyId, LookedAt | undefined>()
  const rows: StalledRow[] = []
  for (const { id, family, process } of cases) {
    if (!looked.has(family)) looked.set(family, await lookAt(finder, family))
    const found = looked.get(family)
    const known = [...(found?.loaded.handling.exceptions.values() ?? [])].filter(isStalled)
    for (const { of: _, ...stall } of found?.stalls ?? []) {
      if (stall.case !== id) continue
      const exception = known.find((raised) => placeOf(raised) === placeOf(stall))?.id
      rows.push({ ...stall, family, process, ...(exception && { exception }) })
    }
  }
  const last = cases.at(-1)
  return { rows, ...(last && cases.length === limit && { next: last.id }) }
}

async function isOver(look: StallFinder["look"], run: RunId): Promise<boolean> {
  const other = await look(familyOf(run))
  return other === undefined || !other.handling.runs.has(run)
}
