import type { RecordedEntry } from "../messages/events.ts"
import type { CaseId, FamilyId } from "../messages/ids.ts"
import { isOpen } from "./open-exceptions.ts"
import type { NotificationRow } from "./outbox.ts"
import type { CaseRow, ExceptionRow, InterventionRow, ItemRow } from "./port.ts"

/** Families that are over, to be taken out of a store. `WholeStore.adopt` brings them back. */
export interface RecordStore {
  /** Families whose cases have all ended, the last of them before a moment; by that, then by its id. */
  ended(query: EndedQuery): Promise<readonly EndedFamily[]>
  /** Everything kept of these families, whole where they stand still meanwhile; those nobody started are left out. */
  of(families: readonly FamilyId[]): Promise<readonly KeptFamily[]>
  /**
   * Removes everything kept of families, each if it stands at that version and is set aside by nobody; gives those it did. What was
   * taken from positions stays taken. Nobody brings one back but who adopts it.
   */
  forget(families: readonly Forgetting[]): Promise<readonly FamilyId[]>
}

export interface EndedQuery {
  readonly endedBefore: number
  /** Begun with this process. */
  readonly process?: string
  /** After this one. */
  readonly after?: Pick<EndedFamily, "endedAt" | "last">
  readonly limit: number
}

export interface EndedFamily {
  readonly family: FamilyId
  readonly endedAt: number
  /** The case that ended last. */
  readonly last: CaseId
}

/** All that is kept of a family for good. Entries are by version, everything else by id, notifications in the order they were told. */
export interface KeptRows {
  readonly family: FamilyId
  readonly entries: readonly RecordedEntry[]
  readonly cases: readonly CaseRow[]
  readonly items: readonly ItemRow[]
  readonly exceptions: readonly ExceptionRow[]
  readonly interventions: readonly InterventionRow[]
  readonly notifications: readonly NotificationRow[]
}

export interface KeptFamily extends KeptRows {
  /** It has alarms, expects messages, has something on its way to other families, or is set aside. */
  readonly isWaiting: boolean
}

export interface Forgetting {
  readonly family: FamilyId
  readonly version: number
  /** The trees that were asked in it. */
  readonly trees: readonly string[]
}

/** The version of its last event. */
export function versionOf({ entries }: Pick<KeptRows, "entries">): number {
  const last = entries.at(-1)
  return last === undefined ? 0 : last.version + last.events.length - 1
}

/** Whether nothing can happen in it any more by itself, and nobody is asked for anything. */
export function isOver({ cases, items, exceptions, interventions, isWaiting }: Omit<KeptFamily, "family">): boolean {
  return (
    !isWaiting &&
    cases.length > 0 &&
    cases.every(({ state, endedAt }) => state !== "running" && endedAt !== undefined) &&
    !items.some(({ live }) => live) &&
    !exceptions.some(({ state }) => isOpen(state)) &&
    !interventions.some(({ open }) => open)
  )
}
