import { type Answer, accept, refuse } from "../runtime/answer.ts"
import type { CredentialRow } from "../store/port.ts"
import { type Credentials, hashOf, isLive, newCredentialId, newSecret } from "./credentials.ts"
import { csrfToken } from "./csrf.ts"
import { type Principal, scopeOf } from "./principal.ts"
import { notSignedIn } from "./refusals.ts"

export interface SessionOptions {
  /** After how many milliseconds without a request a session ends; 12 hours unless said. */
  readonly idle?: number
  /** How long it lasts at most; 7 days unless said. */
  readonly limit?: number
}

export interface BegunSession {
  readonly id: string
  /** The value of the cookie: told this once and never again. */
  readonly secret: string
  /** What the page must send with every change. */
  readonly csrf: string
  /** When it ends if it is not used. */
  readonly expiresAt: number
}

const hour = 60 * 60 * 1000

/** Sessions of browsers: begun with a key or a token, and no longer good than that is. */
export class Sessions {
  readonly #credentials: Credentials
  readonly #idle: number
  readonly #limit: number
  /** When it was last seen whether a session could be prolonged: one that ends with its key cannot, however often it is used. */
  readonly #looked = new Map<string, number>()

  constructor(credentials: Credentials, { idle = 12 * hour, limit = 7 * 24 * hour }: SessionOptions = {}) {
    this.#credentials = credentials
    this.#idle = idle
    this.#limit = limit
  }

  async beginSession(principal: Principal): Promise<Answer<BegunSession>> {
    const { agent, scope, by, credential, behind, until } = principal
    if (by !== "key" && by !== "token") {
      return refuse(notSignedIn("a session begins with a key or a token", "Send one of them to begin it"))
    }
    await this.#credentials.dropSessions(this.#credentials.now())
    return this.#credentials.change<Answer<BegunSession>>(async () => {
      const { now, random } = this.#credentials
      const createdAt = now()
      const of = by === "key" ? credential : undefined
      const secret = newSecret(random)
      const row: CredentialRow = {
        ...{ id: newCredentialId(random), kind: "session", hash: hashOf(secret), agent },
        ...scope,
        ...{ createdAt, createdBy: behind ?? agent },
        ...(of !== undefined && { of }),
      }
      const expiresAt = Math.min(await this.#endOf(row, createdAt), until ?? Number.POSITIVE_INFINITY)
      // The key may have been revoked between the request that shows it and this moment.
      if (expiresAt <= createdAt) return { rows: [], value: refuse(notSignedIn("the key is no longer valid")) }
      return {
        rows: [{ ...row, expiresAt }],
        value: accept({ id: row.id, secret, csrf: csrfToken(secret), expiresAt }),
      }
    })
  }

  /** Whose session that is; being asked keeps it alive. */
  async sessionHolder(secret: string, now = this.#credentials.now()): Promise<Answer<Principal>> {
    const row = secret.length > longestSecret ? undefined : await this.#credentials.find("session", secret, now)
    if (row === undefined || !isLive(row, now)) return refuse(notSignedIn("the session has ended", "Sign in again"))
    if (this.#isWorthProlonging(row, now)) await this.#prolong(row, now)
    return accept({
      ...{ agent: row.agent, scope: scopeOf(row), by: "session", credential: row.id },
      ...(row.createdBy !== row.agent && { behind: row.createdBy }),
    })
  }

  /** Signs out. A session that has ended already is as good as ended. */
  async endSession(secret: string): Promise<void> {
    await this.#credentials.change(async () => {
      const now = this.#credentials.now()
      const row = await this.#credentials.read(hashOf(secret))
      return { rows: row !== undefined && isLive(row, now) ? [{ ...row, revokedAt: now }] : [], value: undefined }
    })
  }

  /** Not with every request: a hundredth of the time more or less is nobody's concern, a write is. */
  #isWorthProlonging(row: CredentialRow, now: number): boolean {
    // Begun with a token, of which nothing is kept: nobody could tell whether it still is good.
    if (row.of === undefined) return false
    const step = this.#idle / 100
    if (this.#furthest(row, now) - (row.expiresAt ?? 0) <= step) return false
    if (now - (this.#looked.get(row.id) ?? Number.NEGATIVE_INFINITY) <= step) return false
    if (this.#looked.size >= mostLooked) this.#looked.clear()
    this.#looked.set(row.id, now)
    return true
  }

  async #prolong({ hash }: CredentialRow, now: number): Promise<void> {
    await this.#credentials.change(async () => {
      const row = await this.#credentials.read(hash)
      const expiresAt = row === undefined ? 0 : await this.#endOf(row, now)
      const isLonger = row !== undefined && isLive(row, now) && expiresAt > (row.expiresAt ?? 0)
      return { rows: isLonger ? [{ ...row, expiresAt }] : [], value: undefined }
    })
  }

  /** When it ends if it is not used again; with a key that is good no longer, it has ended. */
  async #endOf(session: CredentialRow, now: number): Promise<number> {
    const furthest = this.#furthest(session, now)
    if (session.of === undefined) return furthest
    const key = (await this.#credentials.all("key")).find((row) => row.id === session.of)
    if (key === undefined || !isLive(key, now)) return 0
    return Math.min(furthest, key.expiresAt ?? furthest)
  }

  #furthest({ createdAt }: CredentialRow, now: number): number {
    return Math.min(now + this.#idle, createdAt + this.#limit)
  }
}

const longestSecret = 200
const mostLooked = 10_000
