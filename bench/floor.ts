import { DatabaseSync } from "node:sqlite"
import { openSqliteStore } from "../src/main.ts"
import type { Batch } from "../src/store/port.ts"

/** The same rows in the same batches, written by bare prepared statements: as fast as the store could possibly be. */
export async function openFloor(
  file: string,
): Promise<{ write(batches: readonly PreparedBatch[]): void; close(): void }> {
  await (await openSqliteStore(file)).close()
  const database = new DatabaseSync(file)
  database.exec(`
    PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA fullfsync = ON;
    PRAGMA wal_autocheckpoint = 4000; PRAGMA cache_size = -65536`)
  /** What the keeper adds of itself, in columns after these, is left to it. */
  const writing = (table: string, count: number) => {
    const names = database.prepare(`SELECT name FROM pragma_table_info('${table}') ORDER BY cid LIMIT ${count}`).all()
    const columns = names.map(({ name }) => name).join(", ")
    return database.prepare(`INSERT OR REPLACE INTO ${table} (${columns}) VALUES (${names.map(() => "?").join(", ")})`)
  }
  const entry = database.prepare("INSERT INTO entries VALUES (NULL, ?, ?, ?, ?, ?, ?, ?, ?)")
  const aCase = writing("cases", 9)
  const item = writing("items", 20)
  return {
    write(batches) {
      for (const { entries, cases, items } of batches) {
        database.exec("BEGIN")
        for (const row of entries) entry.run(...row)
        for (const row of cases) aCase.run(...row)
        for (const row of items) item.run(...row)
        database.exec("COMMIT")
      }
    },
    close: () => database.close(),
  }
}

type Row = readonly (string | number | null)[]
export interface PreparedBatch {
  readonly entries: readonly Row[]
  readonly cases: readonly Row[]
  readonly items: readonly Row[]
}

/** Everything that is not writing is done beforehand: the floor only writes. */
export function prepareBatch(batch: Batch, salt: string): PreparedBatch {
  const own = (id: string) => salt + id
  return {
    entries: batch.entries.map((e) => [
      own(e.family),
      e.version,
      e.events.length,
      e.at,
      e.by,
      e.command,
      e.reason ?? null,
      JSON.stringify(e.events),
    ]),
    cases: batch.cases.map((c) => [
      own(c.id),
      c.process,
      c.version,
      c.state,
      c.held ? 1 : 0,
      c.startedAt,
      c.startedBy,
      c.endedAt ?? null,
      c.parent === undefined ? null : own(c.parent),
    ]),
    items: batch.items.map((i) => [
      own(i.id),
      String(i.case) === String(i.family) ? null : own(i.case),
      i.process,
      i.task,
      i.kind,
      i.status,
      i.held ? 1 : 0,
      i.live ? 1 : 0,
      i.enabledAt,
      i.endedAt ?? null,
      i.agent ?? null,
      null,
      i.dueAt ?? null,
      i.priority,
      i.worker ?? null,
      i.attempt,
      i.instance ?? null,
      i.offer ?? null,
      null,
      i.wanted ?? null,
    ]),
  }
}
