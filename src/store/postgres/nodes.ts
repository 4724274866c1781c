import type { Defined, NodeStore } from "../nodes.ts"
import { claimAlarms, claimSpreadAlarms, isFree, prolongLeases } from "./alarms.ts"
import { sentBroadcastsIn } from "./broadcasts.ts"
import type { Database } from "./database.ts"
import { type DefinitionRecord, definitionOf, definitionsSince } from "./definitions.ts"
import { failed } from "./failures.ts"
import { familyStandings } from "./family-standings.ts"
import { type ProcessRecord, processesSince, storedProcessOf } from "./history.ts"
import type { Listener } from "./listener.ts"
import type { Teller } from "./teller.ts"
import { written } from "./texts.ts"
import { type ChangeRecord, changeOf, treeChangesSince } from "./trees.ts"
import { UnknownOutcome } from "./unknown-outcome.ts"

/** `patience`: for how many milliseconds what a node has taken up is its own, and for how long it counts as there without a word. */
export function nodesOf(
  database: Database,
  {
    node,
    listener,
    teller,
    patience,
  }: { readonly node: string; readonly listener: Listener; readonly teller: Teller; readonly patience: number },
): NodeStore {
  const aWhile = `interval '${Math.floor(patience)} milliseconds'`
  return {
    async lastEdit() {
      return (await database.readOne<{ definitions: number }>("SELECT definitions FROM head"))?.definitions ?? 0
    },
    definedAfter: (edit) => definedAfter(database, edit),
    standings: (families) => familyStandings(database, families),
    shardOf: (family) => database.shards?.of(family) ?? 0,
    claimAlarms: (now, limit) =>
      (database.shards ? claimSpreadAlarms : claimAlarms)(database, { now, limit, patience }),
    broadcasts: () => sentBroadcastsIn(database),
    async nextAlarmAt() {
      const sql = `SELECT due_at FROM alarms WHERE ${isFree} ORDER BY due_at, id LIMIT 1`
      return (await database.readOne<{ due_at: number }>(sql))?.due_at
    },
    prolongLeases: (leases) => prolongLeases(database, leases),
    async lease(task) {
      const sql = `INSERT INTO leases (task, node, until) VALUES ($1, $2, clock_timestamp() + ${aWhile})
        ON CONFLICT (task) DO UPDATE SET node = excluded.node, until = excluded.until
        WHERE leases.node = excluded.node OR leases.until < clock_timestamp()`
      return (await database.write(sql, [task, node])) > 0
    },
    async announce(programs) {
      await database.write(
        `INSERT INTO nodes (id, seen_at, programs) VALUES ($1, clock_timestamp(), $2::jsonb)
         ON CONFLICT (id) DO UPDATE SET seen_at = excluded.seen_at, programs = excluded.programs`,
        [node, JSON.stringify(programs.map(written))],
      )
      const others = await database.read<{ name: string }>(
        `SELECT DISTINCT jsonb_array_elements_text(programs) AS name FROM nodes
         WHERE id <> $1 AND seen_at > clock_timestamp() - ${aWhile}`,
        [node],
      )
      return new Set(others.map(({ name }) => name))
    },
    async countOthers() {
      const sql = `SELECT count(*) AS count FROM nodes WHERE id <> $1 AND seen_at > clock_timestamp() - ${aWhile}`
      return (await database.readOne<{ count: number }>(sql, [node]))?.count ?? 0
    },
    listen: (listen) => listener.listen(listen),
    async heard() {
      await teller.told()
      await listener.heard()
    },
    async leave() {
      await database.write("DELETE FROM nodes WHERE id = $1 OR seen_at < clock_timestamp() - interval '1 hour'", [node])
      await database.write("DELETE FROM leases WHERE node = $1", [node])
    },
  }
}

async function definedAfter(database: Database, edit: number): Promise<Defined> {
  try {
    const results = await database.transact([
      { sql: "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ", values: [] },
      { sql: "SELECT definitions FROM head", values: [] },
      { sql: processesSince, values: [edit] },
      { sql: definitionsSince, values: [edit] },
      { sql: treeChangesSince, values: [edit] },
    ])
    const [, head, processes, definitions, changes] = results.map(({ rows }) => rows as readonly unknown[])
    return {
      edit: (head?.[0] as { definitions: number } | undefined)?.definitions ?? 0,
      processes: (processes as readonly ProcessRecord[]).map(storedProcessOf),
      definitions: (definitions as readonly DefinitionRecord[]).map(definitionOf),
      treeChanges: (changes as readonly ChangeRecord[]).map(changeOf),
    }
  } catch (error) {
    // It only reads.
    throw failed(database.name, error instanceof UnknownOutcome ? error.cause : error)
  }
}
