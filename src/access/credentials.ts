import { hash, randomBytes } from "node:crypto"
import type { CredentialRow } from "../store/port.ts"
import type { CredentialStore } from "./credential-store.ts"
import { RecentRows } from "./recent-rows.ts"
import { onceKnown, type Soon } from "./soon.ts"

export interface CredentialOptions {
  now(): number
  /** Where secrets come from. */
  random?(size: number): Uint8Array
  /** For how many milliseconds a row that was read is believed: so long may a change by another process go unnoticed. */
  believedFor?: number
}

/** The store of keys and sessions, with what was read a moment ago, and changes one after the other. */
export class Credentials {
  readonly now: () => number
  readonly random: (size: number) => Uint8Array
  readonly #store: CredentialStore
  readonly #recent: RecentRows
  /** Of texts that were good: hashing is much of what a request costs that comes every millisecond with the same one. */
  readonly #hashes = new Map<string, string>()
  #changed: Promise<unknown> = Promise.resolve()

  constructor(store: CredentialStore, { now, random = randomBytes, believedFor = 3_000 }: CredentialOptions) {
    this.#store = store
    this.#recent = new RecentRows(believedFor, 10_000)
    this.now = now
    this.random = random
  }

  /** The row of a text, found by its hash alone: what an id is like does not matter, so nothing can be learnt by guessing ids. */
  find(kind: CredentialRow["kind"], text: string, now: number): Soon<CredentialRow | undefined> {
    const known = this.#hashes.get(text)
    const hash = known ?? hashOf(text)
    return onceKnown(
      this.#recent.get(hash, now, () => this.#store.credentialOf(hash)),
      (row) => {
        if (row?.kind !== kind) return undefined
        if (known === undefined) this.#note(text, hash)
        return row
      },
    )
  }

  /** How often something has changed in this process. */
  get changes(): number {
    return this.#recent.changes
  }

  /** As it is in the store now. */
  read(hash: string): Promise<CredentialRow | undefined> {
    return this.#store.credentialOf(hash)
  }

  all(kind: CredentialRow["kind"]): Promise<readonly CredentialRow[]> {
    return this.#store.credentials(kind)
  }

  /**
   * Reads what is there, works out what becomes of it, and writes it, while nobody else does: a session that is prolonged
   * would otherwise undo that it was ended. What was read of the rows before is believed no more.
   */
  change<Value>(
    change: () => Promise<{ readonly rows: readonly CredentialRow[]; readonly value: Value }>,
  ): Promise<Value> {
    const next = this.#changed.then(async () => {
      const { rows, value } = await change()
      if (rows.length > 0) await this.#store.putCredentials(rows).finally(() => this.#recent.forget(rows))
      return value
    })
    this.#changed = next.catch(() => undefined)
    return next
  }

  async dropSessions(expiredBefore: number): Promise<void> {
    await this.#store.dropCredentials("session", expiredBefore)
  }

  #note(text: string, hash: string): void {
    if (this.#hashes.size >= mostHashes) this.#hashes.clear()
    this.#hashes.set(text, hash)
  }
}

const mostHashes = 1000

export const hashOf = (text: string): string => hash("sha256", text)

export function isLive(row: CredentialRow, now: number): boolean {
  return row.revokedAt === undefined && (row.expiresAt === undefined || now < row.expiresAt)
}

/** Short, without the signs that separate the parts of a key or number an old secret. */
export function newCredentialId(random: (size: number) => Uint8Array): string {
  return Array.from(random(12), (byte) => idLetters.charAt(byte % idLetters.length)).join("")
}

export const newSecret = (random: (size: number) => Uint8Array): string => Buffer.from(random(32)).toString("base64url")

const idLetters = "0123456789abcdefghjkmnpqrstvwxyz"
