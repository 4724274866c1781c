import type { RecordedEntry } from "../messages/events.ts"
import type { DeliveryRow, NotificationRow } from "./outbox.ts"
import type {
  AlarmChange,
  Batch,
  BroadcastRow,
  CaseRow,
  CommitResult,
  CredentialRow,
  DecisionRow,
  ExceptionRow,
  ExpectationChange,
  Experience,
  InterventionRow,
  ItemRow,
  Quarantine,
  RequestRow,
  Snapshot,
  StoredDefinition,
  StoredProcess,
  StoredTreeChange,
} from "./port.ts"

/** A store as a whole: for those who move it elsewhere, or bring back what was taken out of it. */
export interface WholeStore {
  /**
   * Writes what is there elsewhere, or was there before: entries at the very positions they had, below those that are there or above.
   * A family that does not stand where its entries begin, a position that is taken, and a mark that is not the one before are conflicts:
   * then nothing is written.
   */
  adopt(adoption: Adoption): Promise<CommitResult>
  /** All rows of a kind, in an order that is the same in every keeper, page by page. */
  page<Kind extends RowKind>(kind: Kind, after: Cursor | undefined, limit: number): Promise<Page<RowOf[Kind]>>
  /** How many rows there are of each kind. */
  count(): Promise<RowCounts>
  /** What whoever writes it has noted of how far he is; absent: it is whole. */
  mark(): Promise<string | undefined>
}

export interface Adoption
  extends Partial<
    Pick<
      Batch,
      | "snapshots"
      | "cases"
      | "items"
      | "alarms"
      | "expectations"
      | "decisions"
      | "decisionsUpTo"
      | "exceptions"
      | "interventions"
      | "experience"
      | "broadcasts"
      | "processes"
      | "definitions"
      | "treeChanges"
      | "quarantines"
      | "requests"
      | "notifications"
      | "deliveries"
    >
  > {
  /** Those of one family in the order of their versions. */
  readonly entries?: readonly RecordedEntry[]
  readonly credentials?: readonly CredentialRow[]
  /** What agents were told long ago, in the order they were told: it comes before all they have. */
  readonly toldBefore?: readonly NotificationRow[]
  /** Whatever is appended from now on comes after this position, too. */
  readonly lastPosition?: number
  /** The read models are older than the entries, as `needsRebuild` has it. */
  readonly needsRebuild?: boolean | "exceptions"
  /** What is noted instead of what was; `next` absent: the store is whole. A store with a mark is opened by nobody but who writes it. */
  readonly mark?: { readonly before?: string; readonly next?: string }
}

/** Kinds of rows; `histories` are the entries once more, family by family. */
export interface RowOf {
  readonly entries: RecordedEntry
  readonly histories: RecordedEntry
  readonly snapshots: Snapshot
  readonly processes: StoredProcess
  readonly definitions: StoredDefinition
  readonly treeChanges: StoredTreeChange
  readonly decisions: DecisionRow
  readonly cases: CaseRow
  readonly items: ItemRow
  readonly alarms: AlarmChange
  readonly expectations: ExpectationChange
  readonly exceptions: ExceptionRow
  readonly interventions: InterventionRow
  readonly experience: Experience
  readonly broadcasts: BroadcastRow
  readonly quarantines: Quarantine
  readonly requests: RequestRow
  readonly credentials: CredentialRow
  readonly notifications: NotificationRow
  readonly deliveries: DeliveryRow
}

export type RowKind = keyof RowOf

export type RowCounts = Readonly<Record<CopiedKind, number>>

export type CopiedKind = Exclude<RowKind, "histories">

/** Every kind, in an order in which they can be written: what belongs to a case comes after it. */
export const copiedKinds = [
  "processes",
  "definitions",
  "treeChanges",
  "credentials",
  "entries",
  "snapshots",
  "cases",
  "items",
  "alarms",
  "expectations",
  "decisions",
  "exceptions",
  "interventions",
  "experience",
  "broadcasts",
  "quarantines",
  "requests",
  "notifications",
  "deliveries",
] as const satisfies readonly CopiedKind[]

/** Where a page ended; it means something to the same store alone. */
export type Cursor = readonly (string | number)[]

export interface Page<Row> {
  readonly rows: readonly Row[]
  /** Absent: there is no more. */
  readonly next?: Cursor
}

/** For who opens a store. */
export interface OpeningOptions {
  /** Whoever opens it is writing it: it need not be whole. */
  readonly isBeingWritten?: boolean
}

/** How many rows are read at a time. What is large comes in smaller pages: no more than a few megabytes are in memory. */
export const pageSize = (kind: RowKind): number => (kind === "snapshots" ? 100 : 2000)
