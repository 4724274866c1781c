import type { DatabaseSync } from "node:sqlite"
import type { Entry } from "../../messages/events.ts"
import { conflictsOf, numberConflictsOf, treeConflictsOf } from "../conflicts.ts"
import type { Batch, CommitResult } from "../port.ts"
import { recordingBroadcasts } from "./broadcasts.ts"
import { recordingDecisions } from "./decisions.ts"
import { recordingDefinitions } from "./definitions.ts"
import { recordingExceptions } from "./exceptions.ts"
import type { FamilyStandings } from "./family-standings.ts"
import { recordingInterventions } from "./interventions.ts"
import { lastPosition } from "./last-position.ts"
import { numberedIn } from "./numbers.ts"
import { recordingOutgoing } from "./outbox.ts"
import { readModels } from "./read-models.ts"
import { recordingRequests } from "./requests.ts"
import { writing } from "./statements.ts"
import { recordingTreeChanges, type TreeNumbers, treeChangesOf, treeNumbers } from "./trees.ts"
import { undoing } from "./undoing.ts"

/** Entries have their positions already, and something else is written with them, if nothing is against it. */
export interface Placed {
  readonly positions: readonly number[]
  readonly conflicts: () => readonly string[]
  readonly write: () => void
}

/** All of a batch in one transaction, and so in one sync of the disk. */
export function committing(
  database: DatabaseSync,
  standings: FamilyStandings,
): (batch: Batch, placed?: Placed) => CommitResult {
  const append = appending(database)
  const writeRecords = records(database)
  const writeReadModels = readModels(database)
  const numbers = treeNumbers(database)
  const writeHandling = handling(database, numbers)
  const writeRequests = recordingRequests(database)
  const writeOutgoing = recordingOutgoing(database)
  const treeChanges = treeChangesOf(database)
  const numbered = numberedIn(database)

  return (batch, placed) => {
    database.exec("BEGIN IMMEDIATE")
    try {
      const conflicts = [
        ...conflictsOf(batch.entries, (family) => standings.of(family)),
        ...numberConflictsOf(batch.numbers, numbered),
        ...treeConflictsOf(batch.treeChanges, treeChanges.has),
        ...(placed?.conflicts() ?? []),
      ]
      if (conflicts.length > 0) {
        database.exec("ROLLBACK")
        return { ok: false, conflicts }
      }
      const positions = append(batch.entries, placed?.positions)
      writeRecords(batch)
      writeReadModels(batch)
      writeHandling(batch)
      writeRequests(batch)
      writeOutgoing(batch)
      placed?.write()
      database.exec("COMMIT")
      standings.note(batch.entries)
      return { ok: true, positions }
    } catch (error) {
      numbers.forget()
      // Some failures have already rolled back, and a second ROLLBACK would hide them.
      if (database.isTransaction) database.exec("ROLLBACK")
      throw error
    }
  }
}

function appending(
  database: DatabaseSync,
): (entries: readonly Entry[], positions?: readonly number[]) => readonly number[] {
  const last = lastPosition(database)
  const insert = writing(
    database,
    `INSERT INTO entries (position, family_id, version, size, at, "by", command, reason, events)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  return (entries, positions) => {
    const first = last() + 1
    return entries.map(({ family, version, at, by, command, reason, events }, index) => {
      const position = positions?.[index] ?? first + index
      insert(position, family, version, events.length, at, by, command, reason ?? null, JSON.stringify(events))
      return position
    })
  }
}

function records(database: DatabaseSync): (batch: Batch) => void {
  const keepSnapshot = writing(
    database,
    `INSERT INTO snapshots (family_id, version, state) VALUES (?, ?, ?)
     ON CONFLICT DO UPDATE SET version = excluded.version, state = excluded.state WHERE excluded.version >= version`,
  )
  const keepProcess = writing(
    database,
    `INSERT INTO processes (name, version, hash, source, deployed_at, deployed_by) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT DO NOTHING`,
  )
  const setAside = writing(
    database,
    "INSERT OR REPLACE INTO quarantine (family_id, at, command, error) VALUES (?, ?, ?, ?)",
  )
  const release = writing(database, "DELETE FROM quarantine WHERE family_id = ?")

  return ({ snapshots, processes, released, quarantines }) => {
    for (const { family, version, state } of snapshots) keepSnapshot(family, version, state)
    for (const { name, version, hash, source, deployedAt, deployedBy } of processes) {
      keepProcess(name, version, hash, JSON.stringify(source), deployedAt, deployedBy)
    }
    for (const family of released) release(family)
    for (const { family, at, command, error } of quarantines) setAside(family, at, command, error)
  }
}

function handling(database: DatabaseSync, numbers: TreeNumbers): (batch: Batch) => void {
  const writeDefinitions = recordingDefinitions(database)
  const writeTreeChanges = recordingTreeChanges(database, numbers)
  const writeDecisions = recordingDecisions(database, numbers)
  const writeExceptions = recordingExceptions(database)
  const writeInterventions = recordingInterventions(database)
  const writeBroadcasts = recordingBroadcasts(database)
  const undo = undoing(database)

  return (batch) => {
    writeDefinitions(batch.definitions)
    writeTreeChanges(batch.treeChanges)
    writeDecisions(batch)
    writeExceptions(batch.exceptions)
    writeInterventions(batch.interventions)
    writeBroadcasts(batch)
    for (const id of batch.undone) undo(id)
  }
}
