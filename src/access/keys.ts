import { type AgentId, asAgentId } from "../messages/ids.ts"
import { type Answer, accept, refuse } from "../runtime/answer.ts"
import type { CredentialRow } from "../store/port.ts"
import { type Credentials, hashOf, isLive, newCredentialId, newSecret } from "./credentials.ts"
import { type KeyRequest, wrongInRequest } from "./key-request.ts"
import { type Principal, scopeOf } from "./principal.ts"
import { keyNotFound, keyNotLive, notSignedIn, wrongField } from "./refusals.ts"
import { onceKnown, type Soon } from "./soon.ts"

/** What is known of a key; never its text, nor the hash of it. `of`: an old secret of that key, valid for a while. */
export type Key = Omit<CredentialRow, "hash">

/** The key as it is kept, and its text: told this once and never again. */
export interface IssuedKey {
  readonly row: Key
  readonly secret: string
}

export const KEY_PREFIX = "exlet_"
const dayLong = 24 * 60 * 60 * 1000

/** Keys of the API: `exlet_<id>_<secret>`. Who may make and end them is asked by whoever calls. */
export class Keys {
  readonly #credentials: Credentials

  constructor(credentials: Credentials) {
    this.#credentials = credentials
  }

  createKey(request: KeyRequest, by: AgentId): Promise<Answer<IssuedKey>> {
    const { now, random } = this.#credentials
    return this.#change(async () => {
      const createdAt = now()
      const wrong = wrongInRequest(request, createdAt)
      if (wrong !== undefined) return { rows: [], value: refuse(wrong) }
      const id = newCredentialId(random)
      const secret = newKeyText(id, random)
      const { agent, ...rest } = request
      const row: CredentialRow = {
        ...{ id, kind: "key", hash: hashOf(secret), agent: asAgentId(agent), createdAt, createdBy: by },
        ...writtenOf(rest),
      }
      return { rows: [row], value: accept({ row: shown(row), secret }) }
    })
  }

  /** All keys, the ended ones too, and the old secrets that still are good. The oldest first. */
  async listKeys(): Promise<readonly Key[]> {
    const now = this.#credentials.now()
    const rows = await this.#credentials.all("key")
    return rows
      .filter((row) => row.of === undefined || isLive(row, now))
      .toSorted((one, other) => one.createdAt - other.createdAt || (one.id < other.id ? -1 : 1))
      .map(shown)
  }

  /**
   * Gives a key a new secret. The old one, under the id of the key and a number, is good for `overlap` milliseconds more, and
   * so is what was begun with it. An overlap of 0 ends it now.
   */
  rotateKey(id: string, { overlap = dayLong }: { readonly overlap?: number } = {}): Promise<Answer<IssuedKey>> {
    return this.#change(async () => {
      const now = this.#credentials.now()
      if (!(overlap >= 0 && Number.isFinite(overlap))) {
        const remedy = "Give the milliseconds the old secret stays valid, 0 for none"
        return { rows: [], value: refuse(wrongField("overlap", "NOT_A_DURATION", "is no length of time", remedy)) }
      }
      const keys = await this.#credentials.all("key")
      const key = keys.find((row) => row.id === id && row.of === undefined)
      if (key === undefined) return { rows: [], value: refuse(keyNotFound(id)) }
      if (!isLive(key, now)) return { rows: [], value: refuse(keyNotLive(id)) }
      const secret = newKeyText(id, this.#credentials.random)
      const renewed = { ...key, hash: hashOf(secret) }
      const old = keys.filter((row) => row.of === id)
      const retired = { ...key, id: `${id}.${1 + Math.max(0, ...old.map(numberOf))}`, of: id }
      const sessions = (await this.#sessionsOf([id, ...old.map((row) => row.id)])).map((session) =>
        session.of === id ? { ...session, of: retired.id } : session,
      )
      const ending = [retired, ...old, ...sessions].map((row) => endingBy(row, now + overlap))
      // The renewed key first: a hash is somebody's alone, and the old one must be free before it moves.
      return { rows: [renewed, ...ending], value: accept({ row: shown(renewed), secret }) }
    })
  }

  /** Ends a key, its old secrets and the sessions begun with any of them; or, by its id, one old secret. At once, and for good. */
  revokeKey(id: string): Promise<Answer<Key>> {
    return this.#change(async () => {
      const now = this.#credentials.now()
      const keys = (await this.#credentials.all("key")).filter((row) => row.id === id || row.of === id)
      const key = keys.find((row) => row.id === id)
      if (key === undefined) return { rows: [], value: refuse(keyNotFound(id)) }
      const sessions = await this.#sessionsOf(keys.map((row) => row.id))
      const rows = [...keys, ...sessions].map((row) => ({ ...row, revokedAt: row.revokedAt ?? now }))
      return { rows, value: accept(shown({ ...key, revokedAt: key.revokedAt ?? now })) }
    })
  }

  /** Whose key that is. Whoever does not have its whole text learns nothing, not even whether there is such an id. */
  keyHolder(text: string, now = this.#credentials.now()): Soon<Answer<Principal>> {
    const row = text.length > longestKey ? undefined : this.#credentials.find("key", text, now)
    return onceKnown(row, (found) => holderOf(found, now))
  }

  #change<Value>(change: () => Promise<{ readonly rows: readonly CredentialRow[]; readonly value: Answer<Value> }>) {
    return this.#credentials.change(change)
  }

  async #sessionsOf(keys: readonly string[]): Promise<readonly CredentialRow[]> {
    const sessions = await this.#credentials.all("session")
    return sessions.filter((session) => session.of !== undefined && keys.includes(session.of))
  }
}

const longestKey = 200

function holderOf(row: CredentialRow | undefined, now: number): Answer<Principal> {
  if (row === undefined) return refuse(notSignedIn("the key is not valid"))
  if (row.revokedAt !== undefined) return refuse(notSignedIn("the key was revoked"))
  if (!isLive(row, now)) {
    return refuse(notSignedIn(row.of === undefined ? "the key has expired" : "the key has a new secret by now"))
  }
  return accept({ agent: row.agent, scope: scopeOf(row), by: "key", credential: row.id })
}

const newKeyText = (id: string, random: (size: number) => Uint8Array) => `${KEY_PREFIX}${id}_${newSecret(random)}`

const numberOf = (old: CredentialRow): number => Number(old.id.slice(old.id.indexOf(".") + 1))

const endingBy = (row: CredentialRow, end: number): CredentialRow => ({
  ...row,
  expiresAt: Math.min(row.expiresAt ?? end, end),
})

function shown({ hash: _, ...key }: CredentialRow): Key {
  return key
}

/** Only what is known to be there: a request may carry more than it says. */
function writtenOf({ name, rights, processes, expiresAt }: Omit<KeyRequest, "agent">) {
  return {
    ...(name !== undefined && { name }),
    ...(rights !== undefined && { rights }),
    ...(processes !== undefined && { processes }),
    ...(expiresAt !== undefined && { expiresAt }),
  }
}
