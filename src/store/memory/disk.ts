import type { RecordedEntry } from "../../messages/events.ts"
import type { CaseId, ExceptionId, FamilyId, InterventionId, ItemId } from "../../messages/ids.ts"
import { canonicalJson } from "../canonical.ts"
import { endedAttempts } from "../ended-attempts.ts"
import type {
  AlarmChange,
  Batch,
  BroadcastRow,
  CaseRow,
  CredentialRow,
  ExceptionRow,
  ExpectationRow,
  Experience,
  InterventionRow,
  ItemRow,
  Quarantine,
  RequestRow,
  Snapshot,
  StoredDefinition,
  StoredProcess,
  StoredTreeChange,
} from "../port.ts"
import { type Decisions, noDecisions, recordDecisions } from "./decisions.ts"
import { newOutbox, type Outbox, recordOutgoing } from "./outbox.ts"
import { recordRequests } from "./requests.ts"

/** What a memory store leaves behind, so that a test can end an engine at any moment and open another on the same contents. */
export interface MemoryDisk {
  /** Who has it open: the one that opened it last. */
  owner: symbol | undefined
  /** In the order of positions. */
  readonly entries: RecordedEntry[]
  /** What is appended comes after it. */
  lastPosition: number
  readonly families: Map<FamilyId, RecordedEntry[]>
  readonly snapshots: Map<FamilyId, Snapshot>
  readonly cases: Map<CaseId, CaseRow>
  readonly numbers: Map<string, FamilyId>
  readonly items: Map<ItemId, ItemRow>
  readonly alarms: Map<string, ArmedAlarm>
  readonly expectations: Map<CaseId, readonly Expectation[]>
  readonly processes: Map<string, StoredProcess>
  /** In the order they were committed. */
  readonly definitions: Map<string, StoredDefinition>
  readonly treeChanges: Map<string, Map<number, StoredTreeChange>>
  readonly decisions: Decisions
  decisionsUpTo: number
  readonly exceptions: Map<ExceptionId, ExceptionRow>
  readonly interventions: Map<InterventionId, InterventionRow>
  readonly experience: Map<string, Experience>
  readonly broadcasts: Map<string, BroadcastRow>
  readonly quarantine: Map<FamilyId, Quarantine>
  readonly requests: Map<string, RequestRow>
  readonly credentials: Map<string, CredentialRow>
  readonly outbox: Outbox
  /** How far somebody is who writes all of it. */
  mark: string | undefined
  needsRebuild: boolean | "exceptions"
}

export type ArmedAlarm = AlarmChange & { readonly dueAt: number }

export interface Expectation {
  readonly row: ExpectationRow
  /** Its key as one text, so that equal keys are equal. */
  readonly key: string
  /** When its case was started. */
  readonly since: number
}

export function newMemoryDisk(): MemoryDisk {
  return {
    owner: undefined,
    entries: [],
    lastPosition: 0,
    families: new Map(),
    snapshots: new Map(),
    cases: new Map(),
    numbers: new Map(),
    items: new Map(),
    alarms: new Map(),
    expectations: new Map(),
    processes: new Map(),
    definitions: new Map(),
    treeChanges: new Map(),
    decisions: noDecisions(),
    decisionsUpTo: 0,
    exceptions: new Map(),
    interventions: new Map(),
    experience: new Map(),
    broadcasts: new Map(),
    quarantine: new Map(),
    requests: new Map(),
    credentials: new Map(),
    outbox: newOutbox(),
    mark: undefined,
    needsRebuild: false,
  }
}

/** The version of a family's last event; 0 for a family nobody started. */
export function standingOf(disk: MemoryDisk, family: FamilyId): number {
  const last = disk.families.get(family)?.at(-1)
  return last === undefined ? 0 : last.version + last.events.length - 1
}

/**
 * Writes a batch without conflicts, its entries at positions they have already or at the next ones. The disk keeps the very objects
 * of the batch: they must be nobody else's.
 */
export function write(disk: MemoryDisk, batch: Batch, given: readonly number[] = []): readonly number[] {
  const positions = batch.entries.map((entry, index) => {
    const recorded = { ...entry, position: given[index] ?? disk.lastPosition + 1 }
    disk.lastPosition = Math.max(disk.lastPosition, recorded.position)
    disk.entries.push(recorded)
    const history = disk.families.get(entry.family)
    if (history === undefined) disk.families.set(entry.family, [recorded])
    else history.push(recorded)
    return recorded.position
  })
  if (given.length > 0) disk.entries.sort((one, other) => one.position - other.position)
  for (const snapshot of batch.snapshots) {
    if (snapshot.version >= (disk.snapshots.get(snapshot.family)?.version ?? 0))
      disk.snapshots.set(snapshot.family, snapshot)
  }
  for (const row of batch.cases) disk.cases.set(row.id, row)
  for (const { number, family } of batch.numbers) disk.numbers.set(number, family)
  for (const row of batch.items) disk.items.set(row.id, row)
  for (const id of batch.withdrawn) disk.items.delete(id)
  const { ended, others } = endedAttempts(batch.alarms)
  for (const { id, attempt } of ended) if (disk.alarms.get(id)?.attempt === attempt) disk.alarms.delete(id)
  for (const change of others) {
    if (change.dueAt === undefined) disk.alarms.delete(change.id)
    else disk.alarms.set(change.id, { ...change, dueAt: change.dueAt })
  }
  for (const change of batch.expectations) {
    const since = disk.cases.get(change.case)?.startedAt ?? 0
    disk.expectations.set(
      change.case,
      change.rows.map((row) => ({ row, key: canonicalJson(row.key), since })),
    )
  }
  for (const process of batch.processes) {
    const name = JSON.stringify([process.name, process.version])
    if (!disk.processes.has(name)) disk.processes.set(name, process)
  }
  for (const definition of batch.definitions) {
    const name = JSON.stringify([definition.kind, definition.name, definition.version])
    if (!disk.definitions.has(name)) disk.definitions.set(name, definition)
  }
  for (const change of batch.treeChanges) {
    const changes = disk.treeChanges.get(change.tree) ?? new Map<number, StoredTreeChange>()
    disk.treeChanges.set(change.tree, changes.set(change.version, change))
  }
  recordDecisions(disk.decisions, batch.decisions)
  disk.decisionsUpTo = Math.max(disk.decisionsUpTo, batch.decisionsUpTo ?? 0)
  for (const row of batch.exceptions) {
    const answer = row.answer ?? disk.exceptions.get(row.id)?.answer
    disk.exceptions.set(row.id, answer ? { ...row, answer } : row)
  }
  for (const row of batch.interventions) disk.interventions.set(row.id, row)
  for (const id of batch.undone) {
    disk.cases.delete(id as CaseId)
    disk.expectations.delete(id as CaseId)
    disk.exceptions.delete(id as ExceptionId)
    disk.interventions.delete(id as InterventionId)
  }
  for (const row of batch.experience) {
    const key = JSON.stringify([row.agent, row.task])
    const known = disk.experience.get(key)
    const [done, spent] = [row.done + (known?.done ?? 0), row.spent + (known?.spent ?? 0)]
    disk.experience.set(key, { ...known, ...row, done, spent })
  }
  for (const row of batch.broadcasts) disk.broadcasts.set(placeOf(row), row)
  for (const place of batch.delivered) disk.broadcasts.delete(placeOf(place))
  for (const family of batch.released) disk.quarantine.delete(family)
  for (const quarantine of batch.quarantines) disk.quarantine.set(quarantine.family, quarantine)
  recordRequests(disk.requests, batch)
  recordOutgoing(disk.outbox, batch)
  return positions
}

function placeOf({ family, version }: Pick<BroadcastRow, "family" | "version">): string {
  return JSON.stringify([family, version])
}
