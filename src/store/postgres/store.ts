import { randomUUID } from "node:crypto"
import { adoptedBatch } from "../adopted-batch.ts"
import { unfinished } from "../error.ts"
import type { Store } from "../port.ts"
import type { OpeningOptions } from "../whole-store.ts"
import { WriteProbe } from "../write-probe.ts"
import { adopt, markIn } from "./adopting.ts"
import { agendaOf } from "./agenda.ts"
import { broadcastsIn } from "./broadcasts.ts"
import { casesIn } from "./cases.ts"
import { commit } from "./commit.ts"
import { countsIn } from "./counts.ts"
import { credentialsOf } from "./credentials.ts"
import { Database } from "./database.ts"
import { decisionsOf } from "./decisions.ts"
import { definitionsIn } from "./definitions.ts"
import { answeredIn, exceptionsIn } from "./exceptions.ts"
import { forgetIn } from "./forgetting.ts"
import { historyOf } from "./history.ts"
import { interventionsOf } from "./interventions.ts"
import { Listener } from "./listener.ts"
import { migrate } from "./migrations.ts"
import { newsOf } from "./news.ts"
import { nodesOf } from "./nodes.ts"
import { numberedIn } from "./numbers.ts"
import { openGroupsIn } from "./open-groups.ts"
import { outboxOf } from "./outbox.ts"
import { countRows, pageIn } from "./pages.ts"
import { stayingAhead } from "./positions.ts"
import { endedIn, keptIn } from "./records.ts"
import { requestIn } from "./requests.ts"
import { selectionOf } from "./selection.ts"
import { Shards, shardsOf } from "./shards.ts"
import { standingsOf } from "./standings.ts"
import { Teller } from "./teller.ts"
import { treeChangesIn } from "./trees.ts"
import { worklistsOf } from "./worklists.ts"

export interface PostgresOptions {
  /** How many connections there may be at once; what the address says (`?connections=`), or else 10, unless set. */
  readonly connections?: number
  /**
   * For how many milliseconds what this node takes up is its own, before others may, how long it counts as there without a word, and how
   * long it may stand still in a commit; 10,000 unless set. The same for all nodes.
   */
  readonly patience?: number
  /** To be treated as if it were spread over so many shards; by itself what Citus says counts. */
  readonly shards?: number
}

/**
 * The keeper in a PostgreSQL database, named as `postgres://user:password@host:port/database`; a schema of its own is named with
 * `?options=-c search_path=…`. Throws a `StoreError` when the database cannot be had.
 */
export async function openPostgresStore(
  address: string,
  options: PostgresOptions & OpeningOptions = {},
): Promise<Store> {
  const { connections = connectionsIn(address) ?? 10, patience = 10_000 } = options
  const database = new Database(address, { connections, patience })
  try {
    await migrate(database)
    const found = await shardsOf(database)
    if (found) await database.onEverySession(stayingAhead())
    database.shards = options.shards === undefined ? found : Shards.alike(options.shards)
    if (!options.isBeingWritten && (await markIn(database)) !== undefined) throw unfinished(database.name)
  } catch (error) {
    await database.close()
    throw error
  }
  const node = randomUUID()
  const listener = new Listener(database, address, node)
  const teller = new Teller(database, node)
  const nodes = nodesOf(database, { node, listener, teller, patience })
  return {
    ...storeOn(database, teller),
    nodes,
    async close() {
      await teller.told()
      await listener.close()
      await database.close()
    },
  }
}

function connectionsIn(address: string): number | undefined {
  const [, many] = /[?&]connections=([1-9]\d{0,3})(?:&|$)/.exec(address) ?? []
  return many === undefined ? undefined : Number(many)
}

function storeOn(database: Database, teller: Teller): Omit<Store, "close"> {
  const history = historyOf(database)
  const agenda = agendaOf(database)
  const selection = selectionOf(database)
  const worklists = worklistsOf(database)
  const decisions = decisionsOf(database)
  const interventions = interventionsOf(database)
  const credentials = credentialsOf(database)

  const writes = new WriteProbe()

  return {
    load: history.load,
    async commit(batch) {
      const result = await commit(database, batch).catch((error: unknown) => {
        writes.noteFailed()
        throw error
      })
      writes.noteWritten()
      if (result.ok) teller.tell(newsOf(batch))
      return result
    },

    entriesAfter: history.entriesAfter,
    entriesBefore: history.entriesBefore,
    lastPosition: history.lastPosition,

    ...agenda,
    ...selection,
    cases: (query) => casesIn(database, query),
    numbered: (numbers) => numberedIn(database, numbers),
    worklist: worklists.of,
    demands: worklists.demands,
    demanding: worklists.demanding,
    onTerms: worklists.onTerms,
    loads: worklists.loads,
    experience: worklists.experience,

    processes: history.processes,
    definitions: () => definitionsIn(database),
    treeChanges: (tree) => treeChangesIn(database, tree),

    decisions: decisions.of,
    countDecisions: decisions.count,
    decisionsUpTo: decisions.upTo,
    exceptions: (query) => exceptionsIn(database, query),
    answered: (query) => answeredIn(database, query),
    intervention: interventions.one,
    interventions: interventions.of,
    openGroups: () => openGroupsIn(database),
    broadcasts: () => broadcastsIn(database),

    quarantined: history.quarantined,
    counts: (now) => countsIn(database, now),
    ...standingsOf(database),

    request: (agent, key) => requestIn(database, agent, key),

    credentialOf: credentials.of,
    credentials: credentials.all,
    putCredentials: credentials.put,
    dropCredentials: credentials.drop,

    ...outboxOf(database),

    probe: () =>
      writes.check((bytes) =>
        database.write(
          `INSERT INTO notes (name, value) VALUES ('probe', repeat('0', $1::integer) || now()::text)
           ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
          [bytes],
        ),
      ),

    whole: {
      async adopt(adoption) {
        const result = await adopt(database, adoption)
        if (result.ok) teller.tell(newsOf(adoptedBatch(adoption)))
        return result
      },
      page: (kind, after, limit) => pageIn(database, kind, after, limit),
      count: () => countRows(database),
      mark: () => markIn(database),
    },
    records: {
      ended: (query) => endedIn(database, query),
      of: (families) => keptIn(database, families),
      async forget(families) {
        const forgotten = await forgetIn(database, families)
        if (forgotten.length > 0) teller.tell({ hasDefinitions: true })
        return forgotten
      },
    },

    async needsRebuild() {
      const note = await database.readOne<{ value: string }>("SELECT value FROM notes WHERE name = 'rebuild'")
      return note?.value === "exceptions" ? note.value : note !== undefined
    },
    async rebuilt() {
      await database.write("DELETE FROM notes WHERE name = 'rebuild'")
    },
  }
}
