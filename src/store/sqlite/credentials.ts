import type { DatabaseSync } from "node:sqlite"
import type { AgentId } from "../../messages/ids.ts"
import type { CredentialRow } from "../port.ts"
import { reading, readingOne, writing } from "./statements.ts"

/** Who may come in. */
export interface Credentials {
  of(hash: string): CredentialRow | undefined
  all(kind: CredentialRow["kind"]): readonly CredentialRow[]
  put(rows: readonly CredentialRow[]): void
  drop(kind: CredentialRow["kind"], expiredBefore: number): void
}

export function credentialsOf(database: DatabaseSync): Credentials {
  const put = puttingCredential(database)
  const byHash = readingOne<CredentialRecord>(database, "SELECT * FROM credentials WHERE hash = ?")
  const ofKind = reading<CredentialRecord>(database, "SELECT * FROM credentials WHERE kind = ? ORDER BY created_at, id")
  const drop = writing(database, "DELETE FROM credentials WHERE kind = ? AND expires_at IS NOT NULL AND expires_at < ?")
  return {
    of(hash) {
      const record = byHash(hash)
      return record && credentialOf(record)
    },
    all: (kind) => ofKind(kind).map(credentialOf),
    put(rows) {
      database.exec("BEGIN IMMEDIATE")
      try {
        rows.forEach(put)
        database.exec("COMMIT")
      } catch (error) {
        if (database.isTransaction) database.exec("ROLLBACK")
        throw error
      }
    },
    drop,
  }
}

/** Writes one in the transaction of whoever asks. */
export function puttingCredential(database: DatabaseSync): (row: CredentialRow) => void {
  const columns = `id, kind, hash, agent, name, rights, processes, created_at, created_by, expires_at, revoked_at, of_id`
  const changes = columns
    .split(", ")
    .slice(1)
    .map((column) => `${column} = excluded.${column}`)
  const write = writing(
    database,
    `INSERT INTO credentials (${columns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (id) DO UPDATE SET ${changes.join(", ")}`,
  )

  return (row) =>
    write(
      row.id,
      row.kind,
      row.hash,
      row.agent,
      row.name ?? null,
      row.rights === undefined ? null : JSON.stringify(row.rights),
      row.processes === undefined ? null : JSON.stringify(row.processes),
      row.createdAt,
      row.createdBy,
      row.expiresAt ?? null,
      row.revokedAt ?? null,
      row.of ?? null,
    )
}

export interface CredentialRecord {
  readonly id: string
  readonly kind: CredentialRow["kind"]
  readonly hash: string
  readonly agent: AgentId
  readonly name: string | null
  readonly rights: string | null
  readonly processes: string | null
  readonly created_at: number
  readonly created_by: AgentId
  readonly expires_at: number | null
  readonly revoked_at: number | null
  readonly of_id: string | null
}

export function credentialOf(record: CredentialRecord): CredentialRow {
  return {
    id: record.id,
    kind: record.kind,
    hash: record.hash,
    agent: record.agent,
    createdAt: record.created_at,
    createdBy: record.created_by,
    ...(record.name !== null && { name: record.name }),
    ...(record.rights !== null && { rights: JSON.parse(record.rights) as readonly string[] }),
    ...(record.processes !== null && { processes: JSON.parse(record.processes) as readonly string[] }),
    ...(record.expires_at !== null && { expiresAt: record.expires_at }),
    ...(record.revoked_at !== null && { revokedAt: record.revoked_at }),
    ...(record.of_id !== null && { of: record.of_id }),
  }
}
