import { Client } from "pg"
import type { Batch } from "../src/store/port.ts"

const columns = {
  entries: ["text family_id", "bigint version", "bigint size", "bigint at", 'text "by"', "text command", "text events"],
  cases: [
    "text id",
    "text family_id",
    "text process",
    "bigint version",
    "text state",
    "boolean held",
    "bigint started_at",
    "text started_by",
    "bigint ended_at",
  ],
  items: [
    "text id",
    "text family_id",
    "text case_id",
    "text process",
    "text task",
    "text kind",
    "text status",
    "boolean held",
    "boolean live",
    "bigint enabled_at",
    "bigint ended_at",
    "text agent",
    "double precision priority",
    "bigint attempt",
    "text offer_key",
  ],
} as const

type Table = keyof typeof columns
type Rows = readonly (readonly (string | number | boolean | null)[])[]
export type PreparedBatch = Readonly<Record<Table, Rows>>

/** The same rows in the same batches, written by bare statements over one connection: as fast as the store could possibly be. */
export async function openFloor(address: string): Promise<{
  write(batches: readonly PreparedBatch[]): Promise<void>
  close(): Promise<void>
}> {
  const client = new Client({ connectionString: address, pipeline: true })
  await client.connect()
  const insert = (table: Table, rows: Rows) => {
    const names = columns[table].map((column) => column.slice(column.lastIndexOf(" ") + 1))
    const types = columns[table].map((column, index) => `$${index + 1}::${column.slice(0, column.lastIndexOf(" "))}[]`)
    const key = table === "entries" ? undefined : "(id, family_id)"
    const changes = names.slice(2).map((name) => `${name} = excluded.${name}`)
    return client.query({
      name: table,
      text: `INSERT INTO ${table} (${names.join(", ")}${key ? "" : ", position"})
        SELECT *${key ? "" : ", 0"} FROM unnest(${types.join(", ")})${key ? ` ON CONFLICT ${key} DO UPDATE SET ${changes.join(", ")}` : ""}`,
      values: names.map((_, index) => rows.map((row) => row[index] ?? null)),
    })
  }
  return {
    async write(batches) {
      for (const batch of batches)
        await Promise.all([
          client.query("BEGIN"),
          insert("cases", batch.cases),
          insert("items", batch.items),
          insert("entries", batch.entries),
          client.query("COMMIT"),
        ])
    },
    close: () => client.end(),
  }
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
      JSON.stringify(e.events),
    ]),
    cases: batch.cases.map((c) => [
      own(c.id),
      own(c.family),
      c.process,
      c.version,
      c.state,
      c.held,
      c.startedAt,
      c.startedBy,
      c.endedAt ?? null,
    ]),
    items: batch.items.map((i) => [
      ...[own(i.id), own(i.family), own(i.case), i.process, i.task, i.kind, i.status, i.held, i.live, i.enabledAt],
      ...[i.endedAt ?? null, i.agent ?? null, i.priority, i.attempt, i.offer ?? null],
    ]),
  }
}
