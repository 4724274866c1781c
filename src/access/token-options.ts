import { createPublicKey, type KeyObject } from "node:crypto"

/** Whose tokens are believed, and what is read from them. */
export interface TokenOptions {
  /** As it stands in the tokens (`iss`). */
  readonly issuer: string
  /** What the tokens must be meant for (`aud`). */
  readonly audience: string | readonly string[]
  /** Where the issuer's public keys are. With neither this nor `key`, the issuer is asked (OpenID Connect discovery). */
  readonly jwksUrl?: string
  /** A public key (PEM), or a secret shared with the issuer. */
  readonly key?: string
  /** Those of public keys; HS256 with a shared secret. */
  readonly algorithms?: readonly string[]
  /** Which claim names the agent; `sub` unless said. */
  readonly agentClaim?: string
  /** Which claim lists the rights the token is good for at most, as a list or parted by spaces; without it, a token is good for none. */
  readonly rightsClaim?: string
  /** By how many milliseconds clocks may differ; 30 seconds unless said. */
  readonly clockTolerance?: number
}

/** How signatures are checked: with a key that is at hand, or with those found at an address. */
export type TokenKey =
  | { readonly kind: "known"; readonly key: KeyObject | Uint8Array }
  | { readonly kind: "listed"; readonly at: URL }
  | { readonly kind: "discovered"; readonly at: URL }

/** Throws a TypeError where the options cannot be meant: better before the first request than at it. */
export function tokenKeyOf(options: TokenOptions): { readonly key: TokenKey; readonly algorithms: string[] } {
  const { issuer, audience, jwksUrl, key } = options
  if (issuer === "") throw new TypeError("tokens need an issuer")
  if (audience.length === 0) throw new TypeError("tokens need an audience: without one, tokens for others would do")
  if (key !== undefined && jwksUrl !== undefined) throw new TypeError("give tokens a key or a jwksUrl, not both")
  if (key === undefined) {
    const where: TokenKey =
      jwksUrl === undefined
        ? { kind: "discovered", at: webAddress(`${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`) }
        : { kind: "listed", at: webAddress(jwksUrl) }
    return { key: where, algorithms: chosen(options, publicAlgorithms) }
  }
  if (!key.includes("-----BEGIN")) {
    const secret = new TextEncoder().encode(key)
    if (secret.length < 32) throw new TypeError("a shared secret needs 32 bytes or more: shorter ones can be guessed")
    return { key: { kind: "known", key: secret }, algorithms: chosen(options, secretAlgorithms, ["HS256"]) }
  }
  if (key.includes("PRIVATE KEY")) throw new TypeError("that is a private key; give the public one")
  const publicKey = createPublicKey(key)
  return { key: { kind: "known", key: publicKey }, algorithms: chosen(options, algorithmsOf(publicKey)) }
}

/** Only over http or https; other schemes read files or worse. */
function webAddress(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url?.protocol !== "https:" && url?.protocol !== "http:")
    throw new TypeError(`"${text}" is no http or https address`)
  return url
}

// A public key is no secret: were it taken for one, anybody could sign (RFC 8725, 3.1). So the two lists never meet, and
// neither knows `none`.
const rsa = ["RS256", "RS384", "RS512", "PS256", "PS384", "PS512"]
const edwards = ["EdDSA", "Ed25519"]
const publicAlgorithms = [...rsa, "ES256", "ES384", "ES512", ...edwards]
const secretAlgorithms = ["HS256", "HS384", "HS512"]
const curves: Readonly<Record<string, string>> = { prime256v1: "ES256", secp384r1: "ES384", secp521r1: "ES512" }

function algorithmsOf({ asymmetricKeyType: type, asymmetricKeyDetails: details }: KeyObject): readonly string[] {
  const curve = curves[details?.namedCurve ?? ""]
  if (type === "rsa" && (details?.modulusLength ?? 0) < 2048) throw new TypeError("an RSA key needs 2048 bits or more")
  if (type === "rsa") return rsa
  if (type === "ed25519") return edwards
  if (type === "ec" && curve !== undefined) return [curve]
  throw new TypeError(`no tokens are signed with keys of type ${type} ${details?.namedCurve ?? ""}`.trim())
}

function chosen({ algorithms }: TokenOptions, possible: readonly string[], usual = possible): string[] {
  const wrong = algorithms?.find((algorithm) => !possible.includes(algorithm))
  if (wrong !== undefined) throw new TypeError(`"${wrong}" does not go with that key: ${possible.join(", ")} do`)
  if (algorithms?.length === 0) throw new TypeError("tokens need an algorithm")
  return [...(algorithms ?? usual)]
}
