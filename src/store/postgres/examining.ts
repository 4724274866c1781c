import { Client } from "pg"
import { withoutPassword } from "../address.ts"
import { connecting } from "./database.ts"
import { notOpened } from "./failures.ts"
import { newestMigration } from "./migrations.ts"

/** What can be told of a database without changing anything in it. */
export interface Examined {
  readonly version: string
  readonly isStandby: boolean
  readonly encoding: string
  /** 0: it has no tables of ours. */
  readonly migration: number
  readonly newestMigration: number
  readonly bytes: number
  /** Connections there are, and may be. */
  readonly connections: number
  readonly mostConnections: number
  /** Nodes that are there. */
  readonly nodes: number
  /** Whether what was committed is still there after a crash. */
  readonly isDurable: boolean
  /** For how many seconds the oldest transaction has been open. */
  readonly oldest: number
  /** The machine's time there, in milliseconds. */
  readonly now: number
  /** How many shards there are; 0: everything is in one place. */
  readonly shards: number
  /** The other machines of a database that is spread. */
  readonly workers: readonly ExaminedWorker[]
}

export interface ExaminedWorker {
  /** Host and port. */
  readonly name: string
  /** Whether what was committed there is still there after a crash; undefined: it cannot be reached. */
  readonly isDurable: boolean | undefined
}

export async function examineDatabase(address: string): Promise<Examined> {
  const client = new Client(connecting(address))
  client.on("error", () => undefined)
  const ask = async <Row>(sql: string) => (await client.query(sql)).rows[0] as Row
  try {
    await client.connect()
    const server = await ask<Omit<Examined, "migration" | "newestMigration" | "nodes" | "shards" | "workers"> & Tables>(
      examining,
    )
    const { hasTables, isCitus, ...facts } = server
    const { migration } = hasTables
      ? await ask<{ migration: number }>("SELECT coalesce(max(number), 0) AS migration FROM exlet_migrations")
      : { migration: 0 }
    const { nodes } =
      migration > 0
        ? await ask<{ nodes: number }>(
            "SELECT count(*) AS nodes FROM nodes WHERE seen_at > now() - interval '10 seconds'",
          )
        : { nodes: 0 }
    const { shards } =
      isCitus && migration > 0
        ? await ask<{ shards: number }>(
            "SELECT count(*) AS shards FROM pg_dist_shard WHERE logicalrelid = 'entries'::regclass",
          )
        : { shards: 0 }
    const workers = shards > 0 ? (await client.query<WorkerRecord>(examiningWorkers)).rows.map(workerOf) : []
    return { ...facts, migration, newestMigration, nodes, shards, workers }
  } catch (error) {
    throw notOpened(withoutPassword(address), error)
  } finally {
    void client.end().catch(() => undefined)
  }
}

interface Tables {
  readonly hasTables: boolean
  readonly isCitus: boolean
}

interface WorkerRecord {
  readonly nodename: string
  readonly nodeport: number
  readonly success: boolean
  readonly result: string
}

function workerOf({ nodename, nodeport, success, result }: WorkerRecord): ExaminedWorker {
  return { name: `${nodename}:${nodeport}`, isDurable: success ? /^t(rue)?$/.test(result) : undefined }
}

const durable = `current_setting('fsync') = 'on' AND current_setting('full_page_writes') = 'on'
  AND current_setting('synchronous_commit') <> 'off'`

/** Who cannot be reached is in the answer. */
const examiningWorkers = `SELECT nodename, nodeport, success, result
  FROM run_command_on_workers($$ SELECT ${durable} $$) ORDER BY nodename, nodeport`

/** The oldest transaction is anybody's, as far as this user is told of it. */
const examining = `SELECT current_setting('server_version') AS version, pg_is_in_recovery() AS "isStandby",
  current_setting('server_encoding') AS encoding, pg_database_size(current_database()) AS bytes,
  (SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend') AS connections,
  current_setting('max_connections')::integer AS "mostConnections",
  ${durable} AS "isDurable",
  coalesce((SELECT max(extract(epoch FROM clock_timestamp() - xact_start)) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid()), 0)::double precision AS oldest,
  floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now,
  to_regclass('exlet_migrations') IS NOT NULL AS "hasTables",
  to_regclass('pg_catalog.pg_dist_shard') IS NOT NULL AS "isCitus"`
