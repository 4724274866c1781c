import type { Entry } from "../messages/events.ts"
import type { FamilyId, ItemId } from "../messages/ids.ts"
import type { Staff } from "../messages/people.ts"
import { emptyBatch } from "../store/empty-batch.ts"
import type { Batch, BroadcastRow, NumberedFamily, Quarantine, RequestRow, Snapshot } from "../store/port.ts"
import type { PendingFamily } from "./pending-family.ts"
import type { PendingWorkload } from "./pending-workload.ts"
import { answeredRows, type Changes, noChanges } from "./projection.ts"
import { nameOf, writing } from "./requests.ts"

/** A lease that lasts longer, which is nothing that happens to a family. */
export interface ProlongedLease {
  readonly item: ItemId
  readonly family: FamilyId
  readonly attempt: number
  readonly until: number
}

/** A batch while it is being decided: laid over what is durable, which stays as it is until the batch is written. */
export class BatchDraft {
  readonly families = new Map<FamilyId, PendingFamily>()
  readonly touched = new Map<FamilyId, PendingFamily>()
  /** Those from memory that another node may have changed since. */
  readonly unsure = new Set<FamilyId>()
  readonly poisoned = new Set<FamilyId>()
  readonly entries: Entry[] = []
  readonly snapshots: Snapshot[] = []
  readonly quarantines: Quarantine[] = []
  readonly changes: Changes = noChanges()
  readonly prolonged: ProlongedLease[] = []
  /** What was brought to families in it. */
  readonly carried: Pick<BroadcastRow, "family" | "version">[] = []
  /** What was answered before, and in this batch, to those who gave a key. */
  readonly answered = new Map<string, RequestRow>()
  readonly requests: RequestRow[] = []
  /** Who has which case number, as far as that was asked, with those that begin in it. */
  readonly numbered = new Map<string, FamilyId>()
  readonly numbers: NumberedFamily[] = []
  /** Absent until something is given out or taken back. */
  workload: PendingWorkload | undefined
  /** Those who are there, with what they have in hand by now. */
  staff: Staff | undefined
  /** How often what agents have in hand was read before it was decided. */
  readonly workloadRead: number

  constructor({
    staff,
    workload,
  }: { readonly staff: Staff | undefined; readonly workload: { readonly readings: number } }) {
    this.staff = staff
    this.workloadRead = workload.readings
  }

  get isEmpty(): boolean {
    return (
      this.entries.length === 0 &&
      this.quarantines.length === 0 &&
      this.requests.length === 0 &&
      this.prolonged.length === 0
    )
  }

  number(number: string, family: FamilyId): void {
    this.numbered.set(number, family)
    this.numbers.push({ number, family })
  }

  answer(row: RequestRow): void {
    this.answered.set(nameOf(row), row)
    this.requests.push(row)
  }
}

export function batchOf(
  { entries, snapshots, quarantines, changes, requests, numbers }: BatchDraft,
  now: number,
): Batch {
  return {
    ...emptyBatch,
    ...writing(requests, now),
    entries,
    snapshots,
    quarantines,
    cases: [...changes.cases.values()],
    numbers,
    items: [...changes.items.values()],
    withdrawn: [...changes.withdrawn],
    undone: [...changes.undone],
    alarms: [...changes.alarms.values()],
    expectations: [...changes.expectations.values()],
    exceptions: answeredRows(changes),
    interventions: [...changes.interventions.values()],
    broadcasts: changes.broadcasts,
    experience: changes.work.flatMap(({ experience }) => experience ?? []),
    definitions: changes.grants,
    ...changes.outgoing,
  }
}
