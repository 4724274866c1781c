import { errors, type JWSHeaderParameters, type JWTPayload, jwtVerify } from "jose"
import { administrator, asAgentId } from "../messages/ids.ts"
import type { Rejection } from "../messages/rejections.ts"
import { type Answer, accept, refuse } from "../runtime/answer.ts"
import { FetchFailed } from "./fetch-json.ts"
import { IssuerKeys } from "./issuer-keys.ts"
import { canSignIn, type Principal, scopeOf } from "./principal.ts"
import { notSignedIn, signInUnavailable } from "./refusals.ts"
import { type TokenKey, type TokenOptions, tokenKeyOf } from "./token-options.ts"

/** Tokens of an identity provider (JWT): believed if signed by the issuer, meant for us, and of this time. */
export interface Tokens {
  tokenHolder(text: string, now: number): Promise<Answer<Principal>>
}

/** Throws a TypeError where the options cannot be meant. Nothing is fetched before the first token comes. */
export function tokensOf(options: TokenOptions): Tokens {
  const { issuer, audience, agentClaim = "sub", clockTolerance = 30_000 } = options
  const { key, algorithms } = tokenKeyOf(options)
  const keyFor = keysOf(key, issuer)
  const expected = {
    ...{ issuer, audience: typeof audience === "string" ? audience : [...audience], algorithms },
    ...{ clockTolerance: clockTolerance / 1000, requiredClaims: ["exp", agentClaim] },
  }
  return {
    async tokenHolder(text, now) {
      if (text.length > longestToken) return refuse(badToken("it is too long"))
      const rules = { ...expected, currentDate: new Date(now) }
      const read = await jwtVerify(text, (header: JWSHeaderParameters) => keyFor(header, now), rules).catch(refusalOf)
      return "code" in read ? refuse(read) : holderOf(read.payload, options, agentClaim, clockTolerance)
    },
  }
}

const longestToken = 16_384

function keysOf(
  key: TokenKey,
  issuer: string,
): (header: JWSHeaderParameters, now: number) => ReturnType<IssuerKeys["keyFor"]> {
  if (key.kind === "known") return async () => key.key
  const keys = new IssuerKeys(key, issuer)
  return (header, now) => keys.keyFor(header, now)
}

function holderOf(
  claims: JWTPayload,
  { rightsClaim }: TokenOptions,
  agentClaim: string,
  tolerance: number,
): Answer<Principal> {
  const agent = claims[agentClaim]
  if (typeof agent !== "string" || !canSignIn(agent)) return refuse(badToken(`its ${agentClaim} names no agent`))
  // Names are often for people to choose, and this one may do everything.
  if (agent === administrator) {
    return refuse(notSignedIn("no token speaks for the administrator", "Give an agent the right to administer"))
  }
  return accept({
    ...{ agent: asAgentId(agent), scope: scopeOf(rightsIn(claims, rightsClaim)), by: "token" },
    ...(typeof claims.jti === "string" && { credential: claims.jti }),
    ...(claims.exp !== undefined && { until: claims.exp * 1000 + tolerance }),
  })
}

function rightsIn(claims: JWTPayload, rightsClaim: string | undefined): { readonly rights?: readonly string[] } {
  if (rightsClaim === undefined) return {}
  const listed = claims[rightsClaim]
  const rights = typeof listed === "string" ? listed.split(" ") : Array.isArray(listed) ? listed : []
  return { rights: rights.filter((right) => typeof right === "string") }
}

export const badToken = (reason: string): Rejection =>
  notSignedIn(`the token is not valid: ${reason}`, "Get a new token, meant for this server")

function refusalOf(error: unknown): Rejection {
  if (error instanceof FetchFailed) return signInUnavailable(`the issuer's keys cannot be had: ${error.message}`)
  if (error instanceof errors.JWTExpired) return badToken("it has expired")
  if (error instanceof errors.JWTClaimValidationFailed)
    return badToken(claimReasons[error.claim] ?? missing(error.claim))
  if (error instanceof errors.JOSEAlgNotAllowed) return badToken("it is signed in a way that is not accepted")
  if (error instanceof errors.JWKSNoMatchingKey) return badToken("the issuer has no such key")
  if (error instanceof errors.JWKSMultipleMatchingKeys) return badToken("it does not say which key it is signed with")
  if (error instanceof errors.JWSSignatureVerificationFailed) return badToken("its signature is wrong")
  if (error instanceof errors.JOSEError) return badToken("it is no token that can be read")
  // So jose says that a key is too short or not a key at all.
  if (error instanceof TypeError || error instanceof DOMException) {
    return signInUnavailable("the issuer's keys cannot be used")
  }
  throw error
}

const claimReasons: Readonly<Record<string, string>> = {
  iss: "another issuer made it",
  aud: "it is meant for another audience",
  nbf: "its time has not come",
  exp: "it does not say when it expires",
}

const missing = (claim: string) => `its ${claim} is missing or wrong`
