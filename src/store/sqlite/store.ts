import { resolve } from "node:path"
import type { DatabaseSync } from "node:sqlite"
import type { FamilyId } from "../../messages/ids.ts"
import { StoreError, unfinished } from "../error.ts"
import type { Store } from "../port.ts"
import type { OpeningOptions } from "../whole-store.ts"
import { WriteProbe } from "../write-probe.ts"
import { adopting, markOf } from "./adopting.ts"
import { agendaOf } from "./agenda.ts"
import { backUp } from "./backup.ts"
import { broadcastsOf } from "./broadcasts.ts"
import { casesOf } from "./cases.ts"
import { committing } from "./commit.ts"
import { countsOf } from "./counts.ts"
import { credentialsOf } from "./credentials.ts"
import { decisionsOf } from "./decisions.ts"
import { definitionsOf } from "./definitions.ts"
import { answeredOf, exceptionsOf } from "./exceptions.ts"
import { guarded } from "./failures.ts"
import { FamilyStandings } from "./family-standings.ts"
import { openFile, type SqliteOptions } from "./file.ts"
import { FilePresence } from "./file-presence.ts"
import { historyOf } from "./history.ts"
import { interventionsOf } from "./interventions.ts"
import { numberedIn } from "./numbers.ts"
import { openGroupsOf } from "./open-groups.ts"
import { outboxOf } from "./outbox.ts"
import { pagesOf } from "./pages.ts"
import { recordsOf } from "./records.ts"
import { requestsOf } from "./requests.ts"
import { selectionOf } from "./selection.ts"
import { standingsOf } from "./standings.ts"
import { readingOne, writing } from "./statements.ts"
import { treeChangesOf } from "./trees.ts"
import { worklistsOf } from "./worklists.ts"

/** The keeper in one file, for one engine at a time. Throws a `StoreError` when the file cannot be had. */
export async function openSqliteStore(file: string, options: SqliteOptions & OpeningOptions = {}): Promise<Store> {
  const database = openFile(file, options)
  if (!options.isBeingWritten && markOf(database)() !== undefined) {
    database.close()
    throw unfinished(file)
  }
  return storeOn(file, database)
}

function storeOn(file: string, database: DatabaseSync): Store {
  const standings = new FamilyStandings(database)
  const commit = committing(database, standings)
  const history = historyOf(database)
  const agenda = agendaOf(database)
  const selection = selectionOf(database)
  const cases = casesOf(database)
  const numbered = numberedIn(database)
  const worklists = worklistsOf(database)
  const definitions = definitionsOf(database)
  const treeChanges = treeChangesOf(database)
  const decisions = decisionsOf(database)
  const exceptions = exceptionsOf(database)
  const answered = answeredOf(database)
  const interventions = interventionsOf(database)
  const broadcasts = broadcastsOf(database)
  const counts = countsOf(database)
  const caseStandings = standingsOf(database)
  const openGroups = openGroupsOf(database)
  const requests = requestsOf(database)
  const credentials = credentialsOf(database)
  const outbox = outboxOf(database)
  const adopt = adopting(database, commit)
  const pages = pagesOf(database)
  const records = recordsOf(database, standings)
  const mark = markOf(database)
  const rebuildNote = readingOne<{ value: string }>(database, "SELECT value FROM notes WHERE name = 'rebuild'")
  const clearRebuildNote = writing(database, "DELETE FROM notes WHERE name = 'rebuild'")

  const backups = new Set<Promise<void>>()

  const presence = new FilePresence(resolve(file))
  const writes = new WriteProbe()
  const writeProbe = writing(
    database,
    `INSERT INTO notes (name, value) VALUES ('probe', printf('%.*c', ?, '0'))
     ON CONFLICT DO UPDATE SET value = iif(length(value) = length(excluded.value), excluded.value || '1', excluded.value)`,
  )

  async function on<Result>(work: () => Result): Promise<Result> {
    if (!database.isOpen) throw new StoreError("STORE_FAILED", `The store ${file} was closed. Open it again.`)
    return guarded(file, work)
  }

  /** What was written to a file that nobody will find again is not acknowledged. */
  async function change<Result>(work: () => Result): Promise<Result> {
    try {
      const result = await on(work)
      presence.check()
      writes.noteWritten()
      return result
    } catch (error) {
      writes.noteFailed()
      throw error
    }
  }

  return {
    load: (family) => on(() => history.load(family)),
    commit: (batch) => change(() => commit(batch)),

    entriesAfter: (position, limit, family) => on(() => history.entriesAfter(position, limit, family)),
    entriesBefore: (position, limit, family) => on(() => history.entriesBefore(position, limit, family)),
    lastPosition: () => on(() => history.lastPosition()),

    dueAlarms: (now, limit) => on(() => agenda.dueAlarms(now, limit)),
    nextAlarmAt: () => on(() => agenda.nextAlarmAt()),
    readyItems: (worker, after, limit) => on(() => agenda.readyItems(worker, after, limit)),
    leasedItems: (worker) => on(() => agenda.leasedItems(worker)),
    leasing: () => on(() => agenda.leasing()),
    expecting: (message, key, limit) => on(() => agenda.expecting(message, key, limit)),

    numbered: (numbers) =>
      on(() => {
        const known = numbers.map((number) => [number, numbered(number)] as const)
        return new Map(known.filter((each): each is [string, FamilyId] => each[1] !== undefined))
      }),
    case: (id) => on(() => selection.case(id)),
    item: (id) => on(() => selection.item(id)),
    cases: (query) => on(() => cases(query)),
    items: (query) => on(() => selection.items(query)),
    worklist: (query) => on(() => worklists.of(query)),
    demands: (what) => on(() => worklists.demands(what)),
    demanding: (what, key, after, limit) => on(() => worklists.demanding(what, key, after, limit)),
    onTerms: (after, limit) => on(() => worklists.onTerms(after, limit)),
    loads: () => on(() => worklists.loads()),
    experience: () => on(() => worklists.experience()),

    processes: () => on(() => history.processes()),
    definitions: () => on(() => definitions()),
    treeChanges: (tree) => on(() => treeChanges.of(tree)),

    decisions: (query) => on(() => decisions.of(query)),
    countDecisions: (tree) => on(() => decisions.count(tree)),
    decisionsUpTo: () => on(() => decisions.upTo()),
    exceptions: (query) => on(() => exceptions(query)),
    answered: (query) => on(() => answered(query)),
    intervention: (id) => on(() => interventions.one(id)),
    interventions: (query) => on(() => interventions.of(query)),
    openGroups: () => on(() => openGroups()),
    broadcasts: () => on(() => broadcasts()),

    quarantined: () => on(() => history.quarantined()),
    counts: (now) => on(() => counts(now)),
    stepCounts: (process, of) => on(() => caseStandings.steps(process, of)),
    caseExceptionCounts: (process, of) => on(() => caseStandings.ofCases(process, of)),
    standings: (since, now) => on(() => caseStandings.all(since, now)),
    raised: (from, to, stretch) => on(() => caseStandings.raised(from, to, stretch)),

    request: (agent, key) => on(() => requests(agent, key)),

    credentialOf: (hash) => on(() => credentials.of(hash)),
    credentials: (kind) => on(() => credentials.all(kind)),
    putCredentials: (rows) => change(() => credentials.put(rows)),
    dropCredentials: (kind, expiredBefore) => change(() => credentials.drop(kind, expiredBefore)),

    notifications: (query) => on(() => outbox.notifications(query)),
    markRead: (agent, which, at) => change(() => outbox.markRead(agent, which, at)),
    deliveries: (query) => on(() => outbox.deliveries(query)),
    dueDeliveries: (channel, now, limit) => on(() => outbox.dueDeliveries(channel, now, limit)),
    nextDeliveryAt: (channel) => on(() => outbox.nextDeliveryAt(channel)),
    gather: (channel, like, dueAt) => change(() => outbox.gather(channel, like, dueAt)),
    countGathered: (channel, like) => on(() => outbox.countGathered(channel, like)),
    noteGathered: (channel, like, became) => change(() => outbox.noteGathered(channel, like, became)),
    retryDeliveries: (which, dueAt) => change(() => outbox.retryDeliveries(which, dueAt)),

    needsRebuild: () =>
      on(() => {
        const note = rebuildNote()?.value
        return note === "exceptions" ? note : note !== undefined
      }),
    rebuilt: () => change(() => clearRebuildNote()),

    async probe() {
      presence.check()
      await writes.check(async (bytes) => {
        await change(() => writeProbe(bytes))
        // What it took is free again.
        if (bytes > 1) await change(() => writeProbe(1))
      })
    },

    whole: {
      adopt: (adoption) => change(() => adopt(adoption)),
      page: (kind, after, limit) => on(() => pages.of(kind, after, limit)),
      count: () => on(() => pages.count()),
      mark: () => on(() => mark()),
    },
    records: {
      ended: (query) => on(() => records.ended(query)),
      of: (families) => on(() => records.of(families)),
      forget: (families) => change(() => records.forget(families)),
    },

    async backup(copy, onProgress) {
      // Known before anybody can close the store; wrapped, so that all others need not wait for what is no promise.
      const { copying } = await on(() => {
        const copying = backUp(database, copy, onProgress).finally(() => backups.delete(copying))
        backups.add(copying)
        return { copying }
      })
      return copying
    },
    /** SQLite folds the log into the file and removes it; where it cannot, the next open does. */
    close: async () => {
      await Promise.allSettled(backups)
      if (database.isOpen) database.close()
    },
  }
}
