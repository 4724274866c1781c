import type { FamilyId } from "../messages/ids.ts"
import type { Alarm, BroadcastRow, StoredDefinition, StoredProcess, StoredTreeChange } from "./port.ts"

/**
 * What engines that share a store ask of it besides; each of them is a node, and has opened it for itself. Whatever is given to a
 * node for a while is given by the clock of the store, so the clocks of nodes need not agree.
 */
export interface NodeStore {
  /** How often definitions have been changed. */
  lastEdit(): Promise<number>
  /** All that was defined after an edit, as of one moment. */
  definedAfter(edit: number): Promise<Defined>
  /** The version of each family's last event; those nobody started are left out. */
  standings(families: readonly FamilyId[]): Promise<ReadonlyMap<FamilyId, number>>
  /** Where a family is, if the store is spread over several places: only what is in one place is committed together. */
  shardOf(family: FamilyId): number
  /** As `dueAlarms`, but those that no other node is at; they are this node's for a few seconds. */
  claimAlarms(now: number, limit: number): Promise<readonly Alarm[]>
  /** The earliest alarm that no node is at. */
  nextAlarmAt(): Promise<number | undefined>
  /** As `broadcasts`, but in the order of the entries that sent them: clocks of nodes tell no order. */
  broadcasts(): Promise<readonly SentBroadcast[]>
  /** Leases of programs that last longer, each if it is still of that attempt. */
  prolongLeases(leases: readonly ProlongedLease[]): Promise<void>
  /** Whether something that one node does at a time is this node's, for a few seconds from now on. */
  lease(task: string): Promise<boolean>
  /** Says that this node is there and has these programs; gives those that others have. */
  announce(programs: readonly string[]): Promise<ReadonlySet<string>>
  /** How many other nodes are there. */
  countOthers(): Promise<number>
  /** From now on `listener` is told what the others commit: soon, but nothing is certain. */
  listen(listener: (news: News) => void): void
  /** Resolves when all that others had committed before has been told, as far as that can be known. */
  heard(): Promise<void>
  /** Leaves everything to the others. */
  leave(): Promise<void>
}

export interface Defined {
  /** The last of them. */
  readonly edit: number
  readonly processes: readonly StoredProcess[]
  readonly definitions: readonly StoredDefinition[]
  readonly treeChanges: readonly StoredTreeChange[]
}

export interface SentBroadcast extends BroadcastRow {
  /** Of the entry that sent it. */
  readonly position: number
}

export interface ProlongedLease {
  readonly item: string
  readonly family: FamilyId
  readonly attempt: number
  readonly dueAt: number
}

/** What another node has committed, as far as others act on it. */
export interface News {
  readonly hasEntries?: boolean
  readonly hasDefinitions?: boolean
  readonly hasBroadcasts?: boolean
  /** Somebody has more or less to do. */
  readonly hasWork?: boolean
  /** When the first of its alarms is due. */
  readonly alarmAt?: number
  /** Programs that have something to do. */
  readonly workers?: readonly string[]
  /** Channels that have something to carry. */
  readonly channels?: readonly string[]
  /** Some of it may have been missed: anything may have happened. */
  readonly isDoubtful?: boolean
}
