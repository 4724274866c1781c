import { DatabaseError, type QueryResult } from "pg"
import type { Entry } from "../../messages/events.ts"
import { type FamilyId, familyOf } from "../../messages/ids.ts"
import { conflictsOf, numberConflictsOf, treeConflictsOf } from "../conflicts.ts"
import type { Batch, CommitResult, Quarantine, Snapshot } from "../port.ts"
import { checkCarried, recordBroadcasts } from "./broadcasts.ts"
import { caseFactsFor } from "./case-facts.ts"
import type { Database, Statement } from "./database.ts"
import { recordDecisions } from "./decisions.ts"
import { recordDefinitions, recordProcesses } from "./definitions.ts"
import { beginEdit, definesSomething } from "./edits.ts"
import { recordExceptions } from "./exceptions.ts"
import { conflict, deadlock, failed, hasCode, serializationFailure, uniqueViolation } from "./failures.ts"
import { familyStandings } from "./family-standings.ts"
import { recordInterventions } from "./interventions.ts"
import { checkLoads, holdAgents } from "./loads.ts"
import { inTwoPhases, transactNoted } from "./noted-transaction.ts"
import { numberedIn, recordNumbers } from "./numbers.ts"
import { countOpen, uncountOpen } from "./open-counts.ts"
import { recordOutgoing } from "./outbox.ts"
import { aboutToTake, nextPosition } from "./positions.ts"
import { readModels } from "./read-models.ts"
import { recordRequests } from "./requests.ts"
import { resolveUnknownCommit } from "./resolve-unknown-commit.ts"
import { type Column, deleting, inEachShard, inserting, lastOfEach, text, upserting, whole } from "./statements.ts"
import { treesFor } from "./tree-numbers.ts"
import { recordTreeChanges, takenVersions } from "./trees.ts"
import { readable, recordUnconfirmed } from "./unconfirmed-commits.ts"
import { undo } from "./undoing.ts"
import { UnknownOutcome } from "./unknown-outcome.ts"

/**
 * All of a batch in one transaction and one round trip. The entries come last, because nobody reads beyond the positions of those who are at it.
 * Rows of other tables are written in the order of tables and keys, so nodes do not wait in a circle.
 */
export async function commit(database: Database, batch: Batch): Promise<CommitResult> {
  const before = await conflictsIn(database, batch, isDoubtful(database, batch.entries))
  if (before.length > 0) return { ok: false, conflicts: before }
  for (let tried = 1; ; tried++) {
    try {
      const appending = [...(isInTwoPhases(database, batch) ? recordUnconfirmed(batch) : []), ...append(batch.entries)]
      const statements = await statementsFor(database, batch, appending)
      if (batch.entries.length === 0) return await commitNoted(database, batch, statements)
      const results = await database.transact(statements)
      if (isInTwoPhases(database, batch)) await readable(database, batch.entries)
      return { ok: true, positions: positionsIn(results) }
    } catch (error) {
      const written = error instanceof UnknownOutcome ? await writtenAfterAll(database, batch, error) : undefined
      if (written && isInTwoPhases(database, batch)) await readable(database, batch.entries)
      if (written) return written
      const isRace = hasCode(error, conflict, uniqueViolation, deadlock, serializationFailure)
      const conflicts = isRace ? await conflictsIn(database, batch, true) : []
      if (conflicts.length > 0) return { ok: false, conflicts }
      const unknown = unknownOf(error)
      if (unknown !== undefined) return { ok: false, conflicts: [unknown] }
      // Whoever was in the way is gone, and has changed nothing that matters here.
      if (!isRace || tried === mostTries)
        throw failed(database.name, error instanceof UnknownOutcome ? error.cause : error)
    }
  }
}

const mostTries = 5

/** Without entries. What only repeats what is known elsewhere, as alarms and deliveries do, is written again by whoever has it. */
async function commitNoted(database: Database, batch: Batch, statements: readonly Statement[]): Promise<CommitResult> {
  const isAnswered = definesSomething(batch) || batch.requests.length > 0 || batch.released.length > 0
  await (isAnswered ? transactNoted(database, statements) : database.transact(statements))
  return { ok: true, positions: [] }
}

async function writtenAfterAll(
  database: Database,
  batch: Batch,
  unknown: UnknownOutcome,
): Promise<CommitResult | undefined> {
  try {
    return await resolveUnknownCommit(database, batch, unknown)
  } catch (error) {
    throw failed(database.name, error)
  }
}

/** What a node did not know, where that is no family and no tree. */
function unknownOf(error: unknown): string | undefined {
  const detail = hasCode(error, conflict) && error instanceof DatabaseError ? error.detail : undefined
  return detail === "definitions" || detail === "request" || detail === "loads" || detail === "broadcasts"
    ? detail
    : undefined
}

/** Where tables are spread, what they are asked is said otherwise, and of families that have moved on only their keys tell. */
export async function statementsFor(
  database: Database,
  batch: Batch,
  appending: readonly Statement[],
): Promise<readonly Statement[]> {
  const { shards } = database
  if (shards === undefined) return [...checkStandings(batch.entries), ...statementsOf(batch, ""), ...appending]
  const [facts, trees] = [await caseFactsFor(database, batch), await treesFor(database, batch)]
  const [first] = batch.entries
  const statements = [...statementsOf(batch, shards.nameIn(first ? shards.of(first.family) : 0)), ...appending]
  const said = statements.flatMap((statement) => statement.spread?.({ shards, facts, trees }) ?? [statement])
  return writesBeside(batch) && statements.some(({ spread }) => spread) ? [inTwoPhases, ...said] : said
}

const isInTwoPhases = (database: Database, batch: Batch): boolean =>
  database.shards !== undefined && writesBeside(batch)

/** Whether it writes what is no family's, and so at the coordinator. */
function writesBeside(batch: Batch): boolean {
  const { requests, deliveries, arrived, broadcasts, delivered, numbers, decisionsUpTo } = batch
  const isAny = [requests, deliveries, arrived, broadcasts, delivered, numbers].some(({ length }) => length > 0)
  return isAny || decisionsUpTo !== undefined || definesSomething(batch)
}

/** `part`: where experience is added up. */
function statementsOf(batch: Batch, part: string): readonly Statement[] {
  return [
    ...beginEdit(batch),
    ...recordNumbers(batch),
    ...keepSnapshots(newestOfEach(batch.snapshots)),
    ...recordProcesses(batch.processes),
    ...release(batch.released),
    ...setAside(lastOfEach(batch.quarantines, ({ family }) => family)),
    ...holdAgents(batch),
    ...holdCases(batch),
    ...uncountOpen(batch),
    ...readModels(batch, part),
    ...checkLoads(batch),
    ...recordDefinitions(batch.definitions),
    ...recordTreeChanges(batch.treeChanges),
    ...recordDecisions(batch),
    ...recordExceptions(batch.exceptions),
    ...recordInterventions(batch.interventions),
    ...checkCarried(batch),
    ...recordBroadcasts(batch),
    ...undo(batch.undone),
    ...countOpen(batch),
    ...recordRequests(batch),
    ...recordOutgoing(batch),
  ]
}

/** They were given in the order of the entries, and nothing else comes back under that name. */
function positionsIn(results: readonly QueryResult[]): readonly number[] {
  const rows = results.flatMap((result) => result.rows as readonly { readonly position?: number }[])
  return rows.flatMap(({ position }) => position ?? []).sort((one, other) => one - other)
}

/** Whether there would be conflicts wherever the families stand, or nothing else would tell of them all. */
export function isDoubtful(database: Database, entries: readonly Entry[]): boolean {
  return database.shards !== undefined || conflictsOf(entries, standingsTaken(entries)).length > 0
}

/** Where the families stand if the batch is right. */
function standingsTaken(entries: readonly Entry[]): (family: FamilyId) => number {
  const first = firstVersions(entries)
  return (family) => (first.get(family) ?? 1) - 1
}

function firstVersions(entries: readonly Entry[]): ReadonlyMap<FamilyId, number> {
  const first = new Map<FamilyId, number>()
  for (const { family, version } of entries) if (!first.has(family)) first.set(family, version)
  return first
}

/** Fails the transaction where a family stands elsewhere. Who comes in between is found by the key of the table. */
function checkStandings(entries: readonly Entry[]): readonly Statement[] {
  if (entries.length === 0) return []
  const first = firstVersions(entries)
  const sql = `SELECT exlet_conflict(given.family_id) FROM unnest($1::text[], $2::bigint[]) AS given (family_id, version)
    WHERE given.version <> 1 + coalesce((SELECT entries.version + entries.size - 1 FROM entries
      WHERE entries.family_id = given.family_id ORDER BY entries.version DESC LIMIT 1), 0)`
  return [{ sql, values: [[...first.keys()], [...first.values()]] }]
}

/**
 * What opens or ends at a case changes its row too, after other tables were written: so those rows are had before, with the others
 * and in the same order.
 */
function holdCases({ cases, exceptions, interventions }: Batch): readonly Statement[] {
  const opening = [...exceptions, ...interventions].map((row) => row.case)
  if (opening.length === 0) return []
  const ids = [...new Set([...opening, ...cases.map(({ id }) => id)])]
  const sql = `SELECT 1 FROM cases WHERE id = ANY($1::text[]) AND family_id = ANY($2::text[])
    ORDER BY id FOR NO KEY UPDATE`
  const families = ids.map(familyOf)
  return [inEachShard(sql, [ids, families], families)]
}

export async function conflictsIn(
  database: Database,
  { entries, treeChanges, numbers }: Batch,
  isInDoubt: boolean,
): Promise<readonly (FamilyId | string)[]> {
  const own = [...treeConflictsOf(treeChanges, () => false), ...numberConflictsOf(numbers, () => undefined)]
  if (!isInDoubt && own.length === 0) return []
  const standings = await familyStandings(database, [...firstVersions(entries).keys()])
  const taken = await takenVersions(database, treeChanges)
  const numbered = await numberedIn(
    database,
    numbers.map(({ number }) => number),
  )
  return [
    ...conflictsOf(entries, (family) => standings.get(family) ?? 0),
    ...numberConflictsOf(numbers, (number) => numbered.get(number)),
    ...treeConflictsOf(treeChanges, (tree, version) => taken.has(JSON.stringify([tree, version]))),
  ]
}

/** Their positions come back. */
function append(entries: readonly Entry[]): readonly Statement[] {
  return entries.length === 0 ? [] : [aboutToTake, ...insertEntries(entries)]
}

export const entryColumns: readonly Column<Entry>[] = [
  text("family_id", ({ family }) => family),
  whole("version", ({ version }) => version),
  whole("size", ({ events }) => events.length),
  whole("at", ({ at }) => at),
  text('"by"', ({ by }) => by),
  text("command", ({ command }) => command),
  text("reason", ({ reason }) => reason),
  text("events", ({ events }) => JSON.stringify(events)),
]

const insertEntries = inserting<Entry>(
  "entries",
  entryColumns,
  undefined,
  [{ name: "position", as: nextPosition }],
  "position",
)

/** Of each family the newest; of several as new, the last. */
function newestOfEach(snapshots: readonly Snapshot[]): readonly Snapshot[] {
  const newest = new Map<FamilyId, Snapshot>()
  for (const snapshot of snapshots) {
    const known = newest.get(snapshot.family)
    if (known === undefined || snapshot.version >= known.version) newest.set(snapshot.family, snapshot)
  }
  return lastOfEach([...newest.values()], ({ family }) => family)
}

const keepSnapshots = inserting<Snapshot>(
  "snapshots",
  [
    text("family_id", ({ family }) => family),
    whole("version", ({ version }) => version),
    text("state", ({ state }) => state),
  ],
  `(family_id) DO UPDATE SET version = excluded.version, state = excluded.state
   WHERE excluded.version >= snapshots.version`,
)

const release = deleting<FamilyId>("quarantine", [text("family_id", (family) => family)])
const setAside = upserting<Quarantine>(
  "quarantine",
  [text("family_id", ({ family }) => family)],
  [whole("at", ({ at }) => at), text("command", ({ command }) => command), text("error", ({ error }) => error)],
)
