import type { Entry, RecordedEntry } from "../messages/events.ts"
import type { NewFamily } from "../messages/handling.ts"
import type { AgentId, CaseId, ExceptionId, FamilyId, InterventionId, ItemId, RunId, TimerId } from "../messages/ids.ts"
import type { Json, JsonObject } from "../messages/json.ts"
import type { Demand } from "../messages/people.ts"
import type { NodeStore } from "./nodes.ts"
import type { DeliveryRow, NotificationRow, OutboxStore } from "./outbox.ts"
import type { RecordStore } from "./records.ts"
import type { WholeStore } from "./whole-store.ts"

/**
 * Where families live. A handful of verbs that mean the same in every keeper; `test/contracts/store.ts` says what, and every
 * keeper passes it. All that one `commit` holds becomes durable together or not at all; once it has answered, no crash takes
 * it back.
 */
export interface Store extends OutboxStore {
  /** The newest snapshot and the entries after it; undefined for a family nobody started. */
  load(family: FamilyId): Promise<StoredFamily | undefined>
  /**
   * Appends each entry if its family stands at the version before it; one that does not, and nothing at all is written. Rows
   * replace those with the same id. Throws a `StoreError` when the disk fails: nothing was written, the store stays usable.
   */
  commit(batch: Batch): Promise<CommitResult>

  /** Entries after a position, oldest first, of one family or of all. */
  entriesAfter(position: number, limit: number, family?: FamilyId): Promise<readonly RecordedEntry[]>
  /** Entries before a position, newest first, of one family or of all. */
  entriesBefore(position: number, limit: number, family?: FamilyId): Promise<readonly RecordedEntry[]>
  lastPosition(): Promise<number>

  /** Alarms due at or before `now`, by due time, then by id. */
  dueAlarms(now: number, limit: number): Promise<readonly Alarm[]>
  nextAlarmAt(): Promise<number | undefined>
  /** Live enabled items of a program, or allocated to it, that nothing holds, oldest first, after an item in that order (if it is not withdrawn). */
  readyItems(worker: string, after: ItemId | undefined, limit: number): Promise<readonly ItemRow[]>
  /** Live started items of a program: their lease was given by an engine that may be gone. */
  leasedItems(worker: string): Promise<readonly ItemRow[]>
  /** Every program that has leased items, by name. */
  leasing(): Promise<readonly string[]>
  /** Cases that expect such a message, those waiting for it now first, then the one started first. */
  expecting(message: string, key: Json, limit: number): Promise<readonly ExpectationRow[]>

  /** The family that began with each of these case numbers; those no family has are left out. */
  numbered(numbers: readonly string[]): Promise<ReadonlyMap<string, FamilyId>>
  case(id: CaseId): Promise<CaseRow | undefined>
  item(id: ItemId): Promise<ItemRow | undefined>
  /** Each with how much is open there. */
  cases(query: CaseQuery): Promise<readonly ListedCase[]>
  items(query: ItemQuery): Promise<readonly ItemRow[]>
  /** What an agent has, and what is offered to somebody like him; in the order asked for. */
  worklist(query: WorklistQuery): Promise<readonly ItemRow[]>
  /** Every different offer, demand that waits for somebody, or agent, of live items. */
  demands(what: Demanding): Promise<readonly string[]>
  /** Live items with that offer, with that demand that waits, or with that agent: by priority, then by age. */
  demanding(what: Demanding, key: string, after: ItemId | undefined, limit: number): Promise<readonly ItemRow[]>
  /** Live items offered on terms of their own, by id. */
  onTerms(after: ItemId | undefined, limit: number): Promise<readonly ItemRow[]>
  /** How many live items each agent has. */
  loads(): Promise<ReadonlyMap<AgentId, number>>
  /** What agents have done so far. */
  experience(): Promise<readonly Experience[]>

  processes(): Promise<readonly StoredProcess[]>
  /** Every version of every exlet and exception class, in the order they were committed. */
  definitions(): Promise<readonly StoredDefinition[]>
  /** All changes of one rule tree or of all, by tree, then by version. */
  treeChanges(tree?: string): Promise<readonly StoredTreeChange[]>

  /** What was decided by a tree, in the order of family and version, after one in that order. */
  decisions(query: DecisionQuery): Promise<readonly DecisionRow[]>
  countDecisions(tree: string): Promise<number>
  /** The position up to which `decisions` knows the entries. */
  decisionsUpTo(): Promise<number>
  /** Open ones, in the order they were raised, unless asked otherwise. */
  exceptions(query: ExceptionQuery): Promise<readonly ExceptionRow[]>
  /** The one answered last first. */
  answered(query: AnsweredQuery): Promise<readonly ExceptionRow[]>
  intervention(id: InterventionId): Promise<InterventionRow | undefined>
  /** Open ones, oldest first, unless asked otherwise. */
  interventions(query: InterventionQuery): Promise<readonly InterventionRow[]>
  /** What is open and alike, in no particular order. */
  openGroups(): Promise<readonly OpenGroup[]>
  /** Those not yet carried to every family, in the order they were sent. */
  broadcasts(): Promise<readonly BroadcastRow[]>

  quarantined(): Promise<readonly Quarantine[]>
  /** How much there is of what is going on; `now` says which alarms are due. */
  counts(now: number): Promise<Counts>
  /** How much there is at the steps of a process, in its cases of all versions or of one, or in these of its cases; in no particular order. */
  stepCounts(process: string, of?: number | readonly CaseId[]): Promise<StepCounts>
  /** Of the open exceptions counted at a step that is called as the process: those of no item, as they concern a whole case. */
  caseExceptionCounts(process: string, of?: number | readonly CaseId[]): Promise<readonly CaseExceptionCount[]>
  /** How the cases of each process stand, and how many have ended at a moment or after it, in no particular order. */
  standings(since: number, now: number): Promise<readonly Standing[]>
  /** How many exceptions were raised from a moment up to another, in stretches of so many milliseconds; in no particular order. */
  raised(from: number, to: number, stretch: number): Promise<readonly RaisedCount[]>

  /** What an agent was answered when he asked with that key. */
  request(agent: AgentId, key: string): Promise<RequestRow | undefined>

  /** Whoever holds the secret of that hash; also one that has expired or was revoked. */
  credentialOf(hash: string): Promise<CredentialRow | undefined>
  /** All of a kind, by the time they were made, then by id. */
  credentials(kind: CredentialRow["kind"]): Promise<readonly CredentialRow[]>
  /** Each replaces the one with its id. The hash of another one is a `StoreError`, and nothing is written. */
  putCredentials(rows: readonly CredentialRow[]): Promise<void>
  /** Those of a kind that expired before a time are forgotten. */
  dropCredentials(kind: CredentialRow["kind"], expiredBefore: number): Promise<void>

  /** Whether the read models are older than the entries, because a migration changed them; `exceptions`: only those are. */
  needsRebuild(): Promise<boolean | "exceptions">
  /** They have been written anew. */
  rebuilt(): Promise<void>

  /**
   * Writes all there is, as of one moment, to a new file that opens as a store, while commits go on. Throws a `StoreError` where
   * the file is there already; absent where the keeper has nothing to copy.
   */
  backup?(file: string, onProgress?: (done: number, of: number) => void): Promise<void>
  /** Throws a `StoreError` if what is written now would not be kept: the disk is full, or the file is not where it was. */
  probe(): Promise<void>
  /** All of it, to be moved elsewhere. */
  readonly whole: WholeStore
  /** Families that are over, to be taken out of it. */
  readonly records: RecordStore
  /** Where several engines may have the store open at once; absent: it has one owner. */
  readonly nodes?: NodeStore
  close(): Promise<void>
}

export interface StoredFamily {
  readonly snapshot?: Snapshot
  readonly entries: readonly Entry[]
  readonly quarantine?: Quarantine
}

/** A family's state at a version, to load it without its whole past. May be lost without loss. */
export interface Snapshot {
  readonly family: FamilyId
  readonly version: number
  readonly state: string
}

export interface Batch {
  readonly entries: readonly Entry[]
  readonly snapshots: readonly Snapshot[]
  /** A case keeps its process, version, start and number. What belongs to one is written with it or later. */
  readonly cases: readonly CaseRow[]
  /** Case numbers that families begin with. One that another family has is a conflict: nothing of the batch is written. */
  readonly numbers: readonly NumberedFamily[]
  readonly items: readonly ItemRow[]
  /** Items withdrawn as if they had never been. */
  readonly withdrawn: readonly ItemId[]
  /** Cases, with what they expect, exceptions and interventions that have never been, after all: whatever else the batch says of them. */
  readonly undone: readonly (CaseId | ExceptionId | InterventionId)[]
  readonly alarms: readonly AlarmChange[]
  readonly expectations: readonly ExpectationChange[]
  readonly decisions: readonly DecisionRow[]
  /** With these, `decisions` knows all entries up to this position. */
  readonly decisionsUpTo?: number
  readonly exceptions: readonly ExceptionRow[]
  readonly interventions: readonly InterventionRow[]
  /** Added to what is known: `done` and `spent` are summed up, of the times the last counts. */
  readonly experience: readonly Experience[]
  readonly broadcasts: readonly BroadcastRow[]
  /** Broadcasts that have reached every family, by family and version. */
  readonly delivered: readonly Pick<BroadcastRow, "family" | "version">[]
  readonly processes: readonly StoredProcess[]
  readonly definitions: readonly StoredDefinition[]
  /** A change whose version the tree already has is a conflict: nothing of the batch is written. */
  readonly treeChanges: readonly StoredTreeChange[]
  readonly quarantines: readonly Quarantine[]
  readonly released: readonly FamilyId[]
  /** Each replaces the one of that agent with that key. */
  readonly requests: readonly RequestRow[]
  /** One that an agent has already is left as it is. */
  readonly notifications: readonly NotificationRow[]
  /** Of one that is there only its attempts, its time, its error and whether it is gathered are written. */
  readonly deliveries: readonly DeliveryRow[]
  /** Deliveries that have arrived, by id: they are forgotten. */
  readonly arrived: readonly string[]
  /** Requests made before a time need not be remembered: the oldest of them are forgotten, so many at most, before others are added. */
  readonly forgetting?: { readonly before: number; readonly limit: number }
  /**
   * Of a node: the last edit of definitions its decisions know of. A later one is a conflict, and so is a request that another node
   * has answered meanwhile and that need not be forgotten.
   */
  readonly knows?: number
  /** Of a node: the broadcasts it carries to families. One that has reached everybody meanwhile is a conflict. */
  readonly carried?: readonly Pick<BroadcastRow, "family" | "version">[]
  /** Of a node: how many live items agents have with this batch, as far as it knows. One who has more is a conflict. */
  readonly loads?: readonly { readonly agent: AgentId; readonly load: number }[]
}

export type CommitResult =
  /** The position of each entry, in the order of the batch. */
  | { readonly ok: true; readonly positions: readonly number[] }
  /** Families that do not stand where the batch took them to, or whose number another has, and trees that have that version already; of nodes also what else they did not know. */
  | { readonly ok: false; readonly conflicts: readonly (FamilyId | string)[] }

/** Something to be done at a time: a family's timer, or the end of a program's lease. */
export type Alarm = { readonly family: FamilyId; readonly dueAt: number } & (
  | { readonly kind: "timer"; readonly timer: TimerId }
  | { readonly kind: "lease"; readonly item: ItemId; readonly attempt: number }
)

/**
 * `dueAt` absent: the alarm is off; with an `attempt`, only if it is of that one, and before anything else the batch says of alarms. `id` is
 * the timer's or the item's.
 */
export interface AlarmChange {
  readonly family: FamilyId
  readonly id: TimerId | ItemId
  readonly kind: "timer" | "lease"
  readonly dueAt?: number
  readonly attempt?: number
}

export interface NumberedFamily {
  readonly number: string
  readonly family: FamilyId
}

export interface CaseRow {
  readonly id: CaseId
  readonly family: FamilyId
  readonly process: string
  readonly version: number
  readonly state: string
  readonly held: boolean
  readonly startedAt: number
  readonly startedBy: AgentId
  readonly endedAt?: number
  /** The case it was started for. */
  readonly parent?: CaseId
  /** The case number of its family, if one was chosen: the same in all its cases. */
  readonly number?: string
}

/** A case as lists have it: how many exceptions of it, and questions about it, are open. */
export interface ListedCase extends CaseRow {
  readonly exceptions: number
  readonly interventions: number
}

export interface ItemRow {
  readonly id: ItemId
  readonly family: FamilyId
  readonly case: CaseId
  readonly process: string
  readonly task: string
  readonly kind: string
  readonly status: string
  readonly held: boolean
  readonly live: boolean
  readonly enabledAt: number
  readonly endedAt?: number
  /** Who has it, or is the only one it is offered to. */
  readonly agent?: AgentId
  readonly declined?: readonly AgentId[]
  /** What somebody must be to have it, as far as that is the same for many items; empty: anybody may. */
  readonly offer?: string
  /** What else there is to say about who may have it. */
  readonly terms?: Terms
  /** What somebody must be to have it, where nobody is. */
  readonly wanted?: string
  readonly dueAt?: number
  readonly priority: number
  readonly worker?: string
  readonly attempt: number
  /** Of a `forEach`. */
  readonly instance?: number
}

/** Of this very item: only these agents, none of those; and conditions that are for others to evaluate. */
export type Terms = Pick<Demand, "only" | "excluded" | "when" | "also">

/** What an agent has done of one task, `process/task`: how often, and how many milliseconds it took altogether. */
export interface Experience {
  readonly agent: AgentId
  readonly task: string
  readonly done: number
  readonly spent: number
  readonly givenAt?: number
  readonly endedAt?: number
}

export interface WorklistQuery {
  readonly agent: AgentId
  /** The offers he may take. */
  readonly offers: readonly string[]
  /** Himself, and those whose place he takes. */
  readonly as: readonly AgentId[]
  readonly process?: string
  readonly task?: string
  /** Due before this moment. */
  readonly dueBefore?: number
  /** At least. */
  readonly priority?: number
  /** `priority`: highest first, then by due time, then by age; `due`: by due time first; `age`: oldest first. */
  readonly order: "priority" | "due" | "age"
  /** After one with these values, as it was listed: it may have changed since. */
  readonly after?: WorklistPlace
  readonly limit: number
}

/** What the places of items on worklists depend on. */
export type WorklistPlace = Pick<ItemRow, "id" | "priority" | "dueAt" | "enabledAt">

export type Demanding = "offer" | "wanted" | "agent"

export interface CaseQuery {
  readonly process?: string
  readonly version?: number
  readonly state?: string
  readonly held?: boolean
  readonly family?: FamilyId
  /** Whether anything is open there: an exception or a question. */
  readonly trouble?: boolean
  /** The class of an exception that is open there. */
  readonly exception?: string
  /** Started before this moment; at this moment or after it. */
  readonly startedBefore?: number
  readonly startedAfter?: number
  /** Ended before this moment; at this moment or after it. */
  readonly endedBefore?: number
  readonly endedAfter?: number
  /** By their ids, unless set; or those started last, or first, before the others, and then by their ids in the same direction. */
  readonly order?: "id" | "newest" | "oldest"
  /** Cases after this one, in the order asked for. */
  readonly after?: CaseId
  /** When that one was started: for an order that goes by time. */
  readonly afterStartedAt?: number
  readonly limit: number
}

export interface ItemQuery {
  readonly case?: CaseId
  readonly family?: FamilyId
  readonly process?: string
  readonly task?: string
  readonly live?: boolean
  /** Items after this one, in the order of their ids. */
  readonly after?: ItemId
  readonly limit: number
}

/** A case that takes messages of this name and key: now (`item` waits for it) or at some later step. */
export interface ExpectationRow {
  readonly family: FamilyId
  readonly case: CaseId
  readonly message: string
  readonly key: Json
  readonly item?: ItemId
}

/** All expectations of a case, replacing those it had. */
export interface ExpectationChange {
  readonly family: FamilyId
  readonly case: CaseId
  readonly rows: readonly ExpectationRow[]
}

/** A version of a process, immutable. */
export interface StoredProcess {
  readonly name: string
  readonly version: number
  readonly hash: string
  readonly source: JsonObject
  readonly deployedAt: number
  readonly deployedBy: AgentId
}

/** `grant` is a capability given to an agent; the rest are parts of the repertoire and of the organisation. */
export type DefinitionKind =
  | "exlet"
  | "class"
  | "dataClass"
  | "handler"
  | "binding"
  | "pattern"
  | "constraint"
  | "process"
  | "role"
  | "capability"
  | "unit"
  | "agent"
  | "permission"
  | "grant"

/** A version of an exlet, a class, a handler, what it is bound to, a part of the organisation …; `source` null: it was removed. Version counts from 1 for each kind and name. */
export interface StoredDefinition {
  readonly kind: DefinitionKind
  readonly name: string
  readonly version: number
  readonly source: Json
  readonly at: number
  readonly by: AgentId
  readonly reason?: string
}

/** One change of one rule tree. What it means is the exception machine's business. */
export interface StoredTreeChange {
  readonly tree: string
  readonly version: number
  readonly change: JsonObject
  readonly at: number
  readonly by: AgentId
  readonly reason?: string
}

/** That a tree was asked, in the event of a family with this version. */
export interface DecisionRow {
  readonly tree: string
  readonly family: FamilyId
  readonly version: number
  /** Whether one of its conditions could not be evaluated. */
  readonly failed: boolean
}

export interface DecisionQuery {
  readonly tree: string
  /** After this place, in the order asked for. */
  readonly after?: Pick<DecisionRow, "family" | "version">
  readonly failed?: true
  /** By family and version, unless set; `newest`: the other way round. */
  readonly order?: "oldest" | "newest"
  readonly limit: number
}

/**
 * `handling`: a run is at it; `verifying`: handled, and what it held is going on; `recurred`: the same came again there;
 * `resolved` also where the item or case it stood at has ended.
 */
export type ExceptionState = "open" | "handling" | "verifying" | "resolved" | "recurred" | "dismissed" | "propagated"

export interface ExceptionRow {
  readonly id: ExceptionId
  readonly family: FamilyId
  readonly case: CaseId
  readonly process: string
  /** The task, block or process it stands at. */
  readonly at: string
  readonly class: string
  readonly item?: ItemId
  readonly state: ExceptionState
  readonly raisedAt: number
  readonly endedAt?: number
  /** What was done about it last. Written without, it has the one it had. */
  readonly answer?: AnswerGiven
}

/** What was done about an exception: by which stage of the ladder, what, and for a person by whom. */
export interface AnswerGiven {
  readonly stage: string
  readonly says: string
  readonly by?: AgentId
  readonly at: number
}

/** Those of a class in a process, or at one place there, that something was done about and are not open any more. */
export interface AnsweredQuery {
  readonly class: string
  readonly process: string
  readonly at?: string
  readonly limit: number
}

/** By the time they were raised, then by family, then by number. */
export interface ExceptionQuery {
  readonly family?: FamilyId
  readonly case?: CaseId
  readonly process?: string
  readonly class?: string
  /** Open ones and those being handled only, unless false. */
  readonly open?: boolean
  /** After this one, open or not; from the beginning after one nobody knows. */
  readonly after?: ExceptionId
  readonly limit: number
}

/** Of what is live, how much there is of each kind, in no particular order; what there is none of is left out. */
export interface Counts {
  readonly casesByState: readonly (Pick<CaseRow, "process" | "state" | "held"> & Counted)[]
  readonly itemsByStatus: readonly (Pick<ItemRow, "process" | "kind" | "status" | "held"> & Counted)[]
  readonly exceptions: readonly (Pick<ExceptionRow, "process" | "at" | "class"> & Counted)[]
  readonly interventions: number
  /** What programs could do at once. */
  readonly readyItems: readonly ({ readonly worker: string } & Counted)[]
  readonly alarmsDue: number
  readonly broadcasts: number
  readonly quarantined: number
  /** What is on its way to people, by channel; `givenUp`: nobody tries any more. */
  readonly deliveries: readonly ({ readonly channel: string; readonly givenUp: boolean } & Counted)[]
}

export interface Counted {
  readonly count: number
}

/** What is live, and what is open, at the steps of each version of a process. */
export interface StepCounts {
  readonly items: readonly (Pick<ItemRow, "task" | "status" | "held"> & Pick<CaseRow, "version"> & Counted)[]
  readonly exceptions: readonly (Pick<ExceptionRow, "at" | "class"> & Pick<CaseRow, "version"> & Counted)[]
}

/** Open exceptions of a class that concern whole cases. */
export type CaseExceptionCount = Pick<ExceptionRow, "class"> & Pick<CaseRow, "version"> & Counted

/** How the cases of a process stand; there is none of a process of which there is nothing to say. */
export interface Standing {
  readonly process: string
  readonly running: number
  /** Of those running: held as a whole. */
  readonly held: number
  /** With an exception or a question that is open. */
  readonly trouble: number
  /** Ended since the moment asked about, however they did; and completed. */
  readonly ended: number
  readonly completed: number
  /** Open questions, and those that should have been answered. */
  readonly interventions: number
  readonly overdue: number
}

/** Exceptions of a class raised in one stretch of time, the first of which is number 0. */
export interface RaisedCount extends Counted {
  readonly stretch: number
  readonly process: string
  readonly class: string
}

/** Open exceptions of one class at one place, and the questions about them; without a class, questions about no exception. */
export interface OpenGroup {
  readonly process: string
  readonly at: string
  readonly class?: string
  readonly exceptions: number
  readonly interventions: number
  /** When the oldest of them came. */
  readonly since: number
  /** When the first of the questions is due. */
  readonly dueAt?: number
}

export interface InterventionRow {
  readonly id: InterventionId
  readonly family: FamilyId
  readonly case: CaseId
  readonly process: string
  readonly at: string
  readonly class?: string
  readonly text: string
  /** The agent, role or unit it is with. */
  readonly to?: string
  readonly openedAt: number
  /** By then it should be answered. */
  readonly dueAt?: number
  readonly open: boolean
}

export interface InterventionQuery {
  readonly family?: FamilyId
  readonly case?: CaseId
  readonly process?: string
  readonly class?: string
  /** With one of these. */
  readonly to?: readonly string[]
  /** Due at this moment or before. */
  readonly dueBy?: number
  /** Open ones only unless false. */
  readonly open?: boolean
  /** `due`: what is due first comes first, then by the time of opening; `opened`, unless set: oldest first; `newest`: the other way round. */
  readonly order?: "opened" | "due" | "newest"
  /** After this one, open or not, in the order asked for as it stands now; from the beginning after one nobody knows. */
  readonly after?: InterventionId
  readonly limit: number
}

/** A step on its way to other families: on all cases of a process, or to one that is to begin with it. */
export interface BroadcastRow {
  readonly family: FamilyId
  /** Of the event that sent it. */
  readonly version: number
  readonly run: RunId
  readonly verb: "suspend" | "continue" | "remove" | "start"
  readonly process: string
  readonly reason: string
  readonly by: AgentId
  readonly at: number
  /** For `start`: the family to be. */
  readonly start?: NewFamily
}

/** A family set aside because deciding on it threw: a bug, not a problem of the domain. */
export interface Quarantine {
  readonly family: FamilyId
  readonly at: number
  readonly command: string
  readonly error: string
}

/** What was answered to an agent who gave a key, to be answered again should he ask the same once more. */
export interface RequestRow {
  readonly agent: AgentId
  readonly key: string
  /** Of what was asked. */
  readonly digest: string
  readonly at: number
  readonly answer: Json
}

/** What lets an agent in: a key he keeps, or a session he has opened. The secret itself is nowhere. */
export interface CredentialRow {
  readonly id: string
  readonly kind: "key" | "session"
  /** Of the secret; no two have the same. */
  readonly hash: string
  readonly agent: AgentId
  readonly name?: string
  /** No other rights than these, whatever the agent has. */
  readonly rights?: readonly string[]
  /** In no other processes than these. */
  readonly processes?: readonly string[]
  readonly createdAt: number
  readonly createdBy: AgentId
  readonly expiresAt?: number
  readonly revokedAt?: number
  /** The credential a session, or a key that takes another's place, came from. */
  readonly of?: string
}
