import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from "jose"
import type { TokensWanted } from "./seam.ts"

/** Somebody else who says who people are: signs tokens, and shows the keys to check them with. */
export interface Issuer {
  readonly wanted: TokensWanted
  /** A good token, unless something is said to be otherwise. `now` is in milliseconds. */
  sign(now: number, other?: Signing): Promise<string>
  /** Signs with another key from now on; the old one is no longer shown. */
  changeKey(): Promise<void>
  close(): Promise<void>
}

export interface Signing {
  readonly claims?: JWTPayload
  readonly issuer?: string
  readonly audience?: string
  /** Seconds from now. */
  readonly lifetime?: number
  /** Signed with a key nobody shows, though it is called like the one that is. */
  readonly isForged?: true
}

export async function openIssuer(): Promise<Issuer> {
  const make = async (kid: string) => ({ kid, ...(await generateKeyPair("RS256", { extractable: true })) })
  let key = await make("k1")
  const forged = await make("k1")
  const server = createServer((_, response) => {
    void exportJWK(key.publicKey).then((jwk) => {
      response.setHeader("content-type", "application/json")
      response.end(JSON.stringify({ keys: [{ ...jwk, kid: key.kid, alg: "RS256", use: "sig" }] }))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const { port } = server.address() as AddressInfo
  const wanted = { issuer: `http://127.0.0.1:${port}`, audience: "exlet", jwks: `http://127.0.0.1:${port}/jwks` }
  return {
    wanted,
    sign(now, { claims = { sub: "ann" }, issuer, audience, lifetime = 600, isForged } = {}) {
      const seconds = Math.floor(now / 1000)
      return new SignJWT(claims)
        .setProtectedHeader({ alg: "RS256", kid: key.kid })
        .setIssuer(issuer ?? wanted.issuer)
        .setAudience(audience ?? wanted.audience)
        .setIssuedAt(seconds)
        .setExpirationTime(seconds + lifetime)
        .sign(isForged ? forged.privateKey : key.privateKey)
    },
    async changeKey() {
      key = await make("k2")
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
