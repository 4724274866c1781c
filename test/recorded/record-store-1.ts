import { DatabaseSync } from "node:sqlite"
import { fileURLToPath } from "node:url"
import { applicationId } from "../../src/store/sqlite/file.ts"
import { migrate } from "../../src/store/sqlite/migrations.ts"
import { entries, process, quarantine, snapshot } from "./store-1.ts"

/** How `store-1.db` was made, once. It stands for the files people have: not to be made again when migrations are added. */

const database = new DatabaseSync(fileURLToPath(new URL("store-1.db", import.meta.url)))
database.exec(`PRAGMA page_size = 512; PRAGMA journal_mode = WAL; PRAGMA application_id = ${applicationId}`)
migrate(database, 0, 1)

const insertEntry = database.prepare("INSERT INTO entries VALUES (NULL, ?, ?, ?, ?, ?, ?, ?, ?)")
for (const { family, version, at, by, command, reason, events } of entries) {
  insertEntry.run(family, version, events.length, at, by, command, reason ?? null, JSON.stringify(events))
}
database.prepare("INSERT INTO snapshots VALUES (?, ?, ?)").run(snapshot.family, snapshot.version, snapshot.state)
database
  .prepare("INSERT INTO processes VALUES (?, ?, ?, ?, ?, ?)")
  .run(
    process.name,
    process.version,
    process.hash,
    JSON.stringify(process.source),
    process.deployedAt,
    process.deployedBy,
  )
database
  .prepare("INSERT INTO quarantine VALUES (?, ?, ?, ?)")
  .run(quarantine.family, quarantine.at, quarantine.command, quarantine.error)
database.close()
