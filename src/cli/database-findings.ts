import { withoutPassword } from "../store/address.ts"
import type { Examined, ExaminedWorker } from "../store/postgres/examining.ts"
import { counted } from "./counted.ts"
import { type Finding, megabytes, ok, trouble, warning } from "./finding.ts"

/** What could be in the way of servers on a database. Nothing is changed there. */
export async function databaseFindings(address: string, now: () => number): Promise<readonly Finding[]> {
  // Only who needs it waits for its driver.
  const { examineDatabase } = await import("../store/postgres/examining.ts")
  const found = await examineDatabase(address)
  const { version, bytes, migration, newestMigration, connections, mostConnections, shards } = found
  const spread = shards > 0 ? `, in ${counted(shards, "shard")}` : ""
  const ahead = Math.round((now() - found.now) / 1000)
  return [
    found.isStandby || found.encoding !== "UTF8"
      ? trouble(
          "database",
          found.isStandby ? "the server is a standby, which takes no changes" : `it keeps texts in ${found.encoding}`,
          found.isStandby ? "Name the primary." : "Make a database with ENCODING 'UTF8'.",
        )
      : ok("database", `${withoutPassword(address)}: PostgreSQL ${version}, ${megabytes(bytes)}${spread}`),
    migrationFinding(migration, newestMigration),
    ok("nodes", found.nodes === 0 ? "none is there" : `${counted(found.nodes, "node")} there`),
    connections < mostConnections * 0.8
      ? ok("connections", `${connections} of ${mostConnections}`)
      : warning(
          "connections",
          `${connections} of ${mostConnections}`,
          "Raise max_connections, or give nodes fewer: ?connections=5 in the address.",
        ),
    ...workerFindings(found.workers),
    durabilityFinding(found),
    found.oldest < 60
      ? ok("transactions", "none has been open for long")
      : warning(
          "transactions",
          `one has been open for ${Math.round(found.oldest)} s`,
          "See pg_stat_activity, by xact_start: dead rows pile up as long as it is.",
        ),
    Math.abs(ahead) < 5
      ? ok("clock", "the database's and this machine's agree")
      : warning("clock", `this machine's is ${ahead} s ahead of the database's`, "Set both by NTP."),
  ]
}

function workerFindings(workers: readonly ExaminedWorker[]): readonly Finding[] {
  if (workers.length === 0) return []
  const lost = workers.filter(({ isDurable }) => isDurable === undefined).map(({ name }) => name)
  return lost.length === 0
    ? [ok("workers", `${counted(workers.length, "worker")}, all reachable`)]
    : [
        trouble(
          "workers",
          `cannot be reached: ${lost.join(", ")}`,
          "Start them again: cases on them wait, and so do lists and timers of all cases.",
        ),
      ]
}

function durabilityFinding({ isDurable, workers }: Pick<Examined, "isDurable" | "workers">): Finding {
  const lossy = workers.filter((worker) => worker.isDurable === false).map(({ name }) => name)
  if (isDurable && lossy.length === 0) return ok("durability", "what is committed is there after a crash")
  const where = isDurable ? `a crash of ${lossy.join(" or ")}` : "a crash of the database"
  return warning(
    "durability",
    `${where} may lose what was acknowledged`,
    "Set fsync, full_page_writes and synchronous_commit to on, on every machine.",
  )
}

function migrationFinding(migration: number, newest: number): Finding {
  if (migration === newest) return ok("migration", `${migration}, the newest`)
  if (migration > newest)
    return trouble("migration", `${migration}, of a newer Exlet`, "Use that version or a later one.")
  return trouble(
    "migration",
    migration === 0 ? "there are no tables of Exlet" : `${migration} of ${newest}`,
    "A server of this version makes them when it starts; older ones cannot be started after that.",
  )
}
