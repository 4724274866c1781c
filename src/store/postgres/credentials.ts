import type { AgentId } from "../../messages/ids.ts"
import type { CredentialRow } from "../port.ts"
import type { Database, Statement } from "./database.ts"
import { failed } from "./failures.ts"
import { transactNoted } from "./noted-transaction.ts"
import { lastOfEach, text, upserting, whole } from "./statements.ts"

/** Who may come in. */
export interface Credentials {
  of(hash: string): Promise<CredentialRow | undefined>
  all(kind: CredentialRow["kind"]): Promise<readonly CredentialRow[]>
  put(rows: readonly CredentialRow[]): Promise<void>
  drop(kind: CredentialRow["kind"], expiredBefore: number): Promise<void>
}

export function credentialsOf(database: Database): Credentials {
  return {
    async of(hash) {
      const record = await database.readOne<CredentialRecord>("SELECT * FROM credentials WHERE hash = $1", [hash])
      return record && credentialOf(record)
    },
    async all(kind) {
      const sql = "SELECT * FROM credentials WHERE kind = $1 ORDER BY created_at, id"
      return (await database.read<CredentialRecord>(sql, [kind])).map(credentialOf)
    },
    async put(rows) {
      try {
        await transactNoted(database, writeCredentials(rows))
      } catch (error) {
        throw failed(database.name, error)
      }
    },
    async drop(kind, expiredBefore) {
      const sql = "DELETE FROM credentials WHERE kind = $1 AND expires_at IS NOT NULL AND expires_at < $2"
      await database.write(sql, [kind, expiredBefore])
    },
  }
}

export const writeCredentials = (rows: readonly CredentialRow[]): readonly Statement[] =>
  write(lastOfEach(rows, ({ id }) => id))

const write = upserting<CredentialRow>(
  "credentials",
  [text("id", ({ id }) => id)],
  [
    text("kind", ({ kind }) => kind),
    text("hash", ({ hash }) => hash),
    text("agent", ({ agent }) => agent),
    text("name", ({ name }) => name),
    text("rights", ({ rights }) => rights && JSON.stringify(rights)),
    text("processes", ({ processes }) => processes && JSON.stringify(processes)),
    whole("created_at", ({ createdAt }) => createdAt),
    text("created_by", ({ createdBy }) => createdBy),
    whole("expires_at", ({ expiresAt }) => expiresAt),
    whole("revoked_at", ({ revokedAt }) => revokedAt),
    text("of_id", ({ of }) => of),
  ],
)

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
