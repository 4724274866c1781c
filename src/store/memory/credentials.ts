import { StoreError } from "../error.ts"
import type { CredentialRow } from "../port.ts"
import { compareText } from "./selection.ts"

/** Who may come in, by id. */
export type Credentials = Map<string, CredentialRow>

export function credentialOf(credentials: Credentials, hash: string): CredentialRow | undefined {
  for (const row of credentials.values()) if (row.hash === hash) return row
  return undefined
}

export function credentialsOf(credentials: Credentials, kind: CredentialRow["kind"]): readonly CredentialRow[] {
  const rows = [...credentials.values()].filter((row) => row.kind === kind)
  return rows.sort((one, other) => one.createdAt - other.createdAt || compareText(one.id, other.id))
}

export function putCredentials(credentials: Credentials, rows: readonly CredentialRow[]): void {
  const next = new Map(credentials)
  for (const row of rows) {
    const other = credentialOf(next, row.hash)
    if (other && other.id !== row.id)
      throw new StoreError("STORE_FAILED", `The hash of credential ${row.id} is that of ${other.id}.`)
    next.set(row.id, row)
  }
  for (const row of rows) credentials.set(row.id, row)
}

export function dropCredentials(credentials: Credentials, kind: CredentialRow["kind"], before: number): void {
  for (const row of credentials.values())
    if (row.kind === kind && row.expiresAt !== undefined && row.expiresAt < before) credentials.delete(row.id)
}
