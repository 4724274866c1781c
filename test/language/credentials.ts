import type { CredentialStore } from "../../src/access/credential-store.ts"
import { Credentials } from "../../src/access/credentials.ts"
import { Keys } from "../../src/access/keys.ts"
import { Sessions } from "../../src/access/sessions.ts"
import { administrator, asAgentId } from "../../src/messages/ids.ts"
import { accepted } from "../../src/runtime/answer.ts"
import type { CredentialRow } from "../../src/store/port.ts"

export const hour = 60 * 60 * 1000
export const day = 24 * hour

/** Credentials in memory. `reads` counts how often one was looked up by its hash. */
export class CredentialsInMemory implements CredentialStore {
  readonly rows = new Map<string, CredentialRow>()
  reads = 0

  async credentialOf(hash: string): Promise<CredentialRow | undefined> {
    this.reads++
    return [...this.rows.values()].find((row) => row.hash === hash)
  }

  async credentials(kind: CredentialRow["kind"]): Promise<readonly CredentialRow[]> {
    return [...this.rows.values()].filter((row) => row.kind === kind)
  }

  async putCredentials(rows: readonly CredentialRow[]): Promise<void> {
    for (const row of rows) {
      const other = [...this.rows.values()].find(({ id, hash }) => hash === row.hash && id !== row.id)
      if (other !== undefined) throw new Error(`${row.id} and ${other.id} have the same hash`)
      this.rows.set(row.id, row)
    }
  }

  async dropCredentials(kind: CredentialRow["kind"], expiredBefore: number): Promise<void> {
    for (const { id, kind: found, expiresAt } of this.rows.values()) {
      if (found === kind && expiresAt !== undefined && expiresAt < expiredBefore) this.rows.delete(id)
    }
  }
}

/** Keys and sessions over a store in memory, at time 0, with bytes that are all alike and never twice the same. */
export class AccessDesk {
  now = 0
  readonly store: CredentialsInMemory
  readonly credentials: Credentials
  readonly keys: Keys
  readonly sessions: Sessions
  #drawn = 0

  constructor(store = new CredentialsInMemory()) {
    this.store = store
    const random = (size: number) => new Uint8Array(size).fill(++this.#drawn)
    this.credentials = new Credentials(store, { now: () => this.now, random })
    this.keys = new Keys(this.credentials)
    this.sessions = new Sessions(this.credentials)
  }

  /** A key of that agent, unbounded unless said. */
  async key(agent: string, more: Omit<Parameters<Keys["createKey"]>[0], "agent"> = {}) {
    return accepted(await this.keys.createKey({ agent, ...more }, administrator))
  }

  /** A session begun with a key's text. */
  async session(key: string) {
    return accepted(await this.sessions.beginSession(accepted(await this.keys.keyHolder(key))))
  }

  /** Whose key or session that is, or why it is nobody's. */
  async holder(secret: string): Promise<string> {
    const answer = await (secret.startsWith("exlet_")
      ? this.keys.keyHolder(secret)
      : this.sessions.sessionHolder(secret))
    return answer.ok ? answer.value.agent : answer.rejection.message
  }
}

export const ann = asAgentId("ann")
