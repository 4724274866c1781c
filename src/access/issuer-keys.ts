import type { KeyObject } from "node:crypto"
import { type CryptoKey, createLocalJWKSet, errors, type JSONWebKeySet, type JWSHeaderParameters } from "jose"
import { FetchFailed, fetchJson } from "./fetch-json.ts"
import type { TokenKey } from "./token-options.ts"

type KeySet = ReturnType<typeof createLocalJWKSet>

/**
 * The public keys of an issuer: fetched when first needed, and again when they are old or one is missing, but never often,
 * whatever tokens come: nobody can use us to trouble the issuer.
 */
export class IssuerKeys {
  readonly #where: Exclude<TokenKey, { kind: "known" }>
  readonly #issuer: string
  #set: KeySet | undefined
  #fetchedAt = Number.NEGATIVE_INFINITY
  #failed: { readonly at: number; readonly error: FetchFailed } | undefined
  #fetching: Promise<KeySet> | undefined

  constructor(where: Exclude<TokenKey, { kind: "known" }>, issuer: string) {
    this.#where = where
    this.#issuer = issuer
  }

  /** The key a token says it is signed with. Throws FetchFailed, or what jose throws where there is none. */
  async keyFor(header: JWSHeaderParameters, now: number): Promise<CryptoKey | KeyObject | Uint8Array> {
    const isFresh = this.#set !== undefined && now - this.#fetchedAt < freshFor
    const set = isFresh && this.#set ? this.#set : await this.#fetch(now)
    try {
      return await set(header)
    } catch (error) {
      const isNew = error instanceof errors.JWKSNoMatchingKey && now - this.#fetchedAt >= pause
      if (!isNew) throw error
      return (await this.#fetch(now))(header)
    }
  }

  #fetch(now: number): Promise<KeySet> {
    if (this.#failed !== undefined && now - this.#failed.at < pauseAfterFailure)
      return Promise.reject(this.#failed.error)
    this.#fetching ??= this.#load(now).finally(() => {
      this.#fetching = undefined
    })
    return this.#fetching
  }

  async #load(now: number): Promise<KeySet> {
    try {
      const at = this.#where.kind === "listed" ? this.#where.at : await discovered(this.#where.at, this.#issuer)
      const set = keySetOf(await fetchJson(at), at)
      this.#set = set
      this.#fetchedAt = now
      this.#failed = undefined
      return set
    } catch (error) {
      if (error instanceof FetchFailed) this.#failed = { at: now, error }
      throw error
    }
  }
}

const freshFor = 10 * 60 * 1000
const pause = 30_000
const pauseAfterFailure = 2_000

/** Where an issuer says its keys are. It must be the issuer that was meant, and not lead from https to http. */
async function discovered(at: URL, issuer: string): Promise<URL> {
  const found = await fetchJson(at)
  const { issuer: named, jwks_uri: uri } = (found ?? {}) as { readonly issuer?: unknown; readonly jwks_uri?: unknown }
  if (named !== issuer) throw new FetchFailed(`${at.host} speaks for another issuer`)
  const url = typeof uri === "string" && URL.canParse(uri) ? new URL(uri) : undefined
  const isWeb = url?.protocol === "https:" || (url?.protocol === "http:" && at.protocol === "http:")
  if (url === undefined || !isWeb) throw new FetchFailed(`${at.host} does not say where its keys are`)
  return url
}

function keySetOf(found: unknown, at: URL): KeySet {
  try {
    // It checks what it is given.
    return createLocalJWKSet(found as JSONWebKeySet)
  } catch (error) {
    throw new FetchFailed(`${at.host} has no list of keys`, { cause: error })
  }
}
