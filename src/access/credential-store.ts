import type { AgentId } from "../messages/ids.ts"

/** What is kept of a key or a session. Its text is not: only a hash, which cannot be turned back. */
export interface CredentialRow {
  readonly id: string
  readonly kind: "key" | "session"
  readonly hash: string
  readonly agent: AgentId
  readonly name?: string
  readonly rights?: readonly string[]
  readonly processes?: readonly string[]
  readonly createdAt: number
  readonly createdBy: AgentId
  readonly expiresAt?: number
  readonly revokedAt?: number
  /** Of a session: the key it was begun with. Of an old secret: the key that has a new one. */
  readonly of?: string
}

export interface CredentialStore {
  credentialOf(hash: string): Promise<CredentialRow | undefined>
  credentials(kind: CredentialRow["kind"]): Promise<readonly CredentialRow[]>
  /** Inserts, or replaces by id, in this order and all at once. */
  putCredentials(rows: readonly CredentialRow[]): Promise<void>
  dropCredentials(kind: CredentialRow["kind"], expiredBefore: number): Promise<void>
}
