import { generateKeyPairSync } from "node:crypto"
import { createServer, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { exportJWK, exportSPKI, generateKeyPair, type JWK, type JWTPayload, SignJWT } from "jose"
import { beforeAll, describe, expect, onTestFinished, test } from "vitest"
import { hour } from "../../test/language/credentials.ts"
import type { TokenOptions } from "./token-options.ts"
import { type Tokens, tokensOf } from "./tokens.ts"

type Pair = Awaited<ReturnType<typeof generateKeyPair>>
let first: Pair
let second: Pair
let pem: string

beforeAll(async () => {
  first = await generateKeyPair("ES256", { extractable: true })
  second = await generateKeyPair("ES256", { extractable: true })
  pem = await exportSPKI(first.publicKey)
})

const issuer = "https://id.example"
const now = 100 * hour
const meant = { iss: issuer, aud: "exlet", sub: "ann", exp: now / 1000 + 60 }

/** A token as the issuer would sign it at `now`; `claims` says what is different, undefined what is left out. */
const signed = (claims: Readonly<Record<string, unknown>> = {}, { privateKey } = first, kid = "first") =>
  new SignJWT({ ...meant, ...claims }).setProtectedHeader({ alg: "ES256", kid }).sign(privateKey)

const listed = async ({ publicKey }: Pair, kid: string): Promise<JWK> => ({ ...(await exportJWK(publicKey)), kid })

/** Who a token is, or why it is nobody. */
async function holder(tokens: Tokens, text: string, at = now): Promise<string> {
  const answer = await tokens.tokenHolder(text, at)
  return answer.ok ? answer.value.agent : `${answer.rejection.code}: ${answer.rejection.message}`
}

/** A server on this machine that answers as told and remembers what it was asked for. */
async function serving(answer: (path: string, response: ServerResponse, address: string) => unknown) {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(request.url ?? "")
    const body = answer(request.url ?? "", response, address)
    if (!response.writableEnded) response.end(JSON.stringify(body))
  })
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done))
  onTestFinished(() => void server.close())
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { address, asked }
}

describe("a token", () => {
  test("[SIGN19] signed by the issuer, for us and now, speaks for the agent it names", async () => {
    const tokens = tokensOf({ issuer, audience: "exlet", key: pem })
    expect(await tokens.tokenHolder(await signed({ jti: "t-1" }), now)).toEqual({
      ok: true,
      value: { agent: "ann", scope: {}, by: "token", credential: "t-1", until: 360_090_000 },
    })
  })

  test("[SIGN19] can be for one of several audiences and name the agent in another claim", async () => {
    const tokens = tokensOf({ issuer, audience: ["other", "exlet"], key: pem, agentClaim: "email" })
    expect(await holder(tokens, await signed({ email: "ann@example.org", aud: ["exlet", "more"] }))).toBe(
      "ann@example.org",
    )
  })

  test("[SIGN19] can be signed with a shared secret", async () => {
    const key = "a secret of at least thirty-two bytes"
    const text = await new SignJWT(meant).setProtectedHeader({ alg: "HS256" }).sign(new TextEncoder().encode(key))
    expect(await holder(tokensOf({ issuer, audience: "exlet", key }), text)).toBe("ann")
  })

  test("[SIGN20] that is not believed is told why, and nothing of what it says", async () => {
    const tokens = tokensOf({ issuer, audience: "exlet", key: pem })
    const seconds = now / 1000
    const reasons = {
      "it has expired": await signed({ exp: seconds - 31 }),
      "its time has not come": await signed({ nbf: seconds + 31 }),
      "it is meant for another audience": await signed({ aud: "other" }),
      "another issuer made it": await signed({ iss: "https://evil.example" }),
      "it does not say when it expires": await signed({ exp: undefined }),
      "its sub is missing or wrong": await signed({ sub: undefined }),
      "its signature is wrong": await signed({}, second),
      "it is no token that can be read": "ey.ey.ey",
      "it is too long": "e".repeat(20_000),
    }
    for (const [reason, text] of Object.entries(reasons)) {
      expect(await holder(tokens, text)).toBe(`NOT_SIGNED_IN: the token is not valid: ${reason}`)
    }
  })

  test("[SIGN20] is given half a minute where clocks differ, or as long as is said", async () => {
    const late = await signed({ exp: now / 1000 - 29 })
    expect(await holder(tokensOf({ issuer, audience: "exlet", key: pem }), late)).toBe("ann")
    const strict = tokensOf({ issuer, audience: "exlet", key: pem, clockTolerance: 0 })
    expect(await holder(strict, late)).toBe("NOT_SIGNED_IN: the token is not valid: it has expired")
  })

  test("[SIGN21] without a signature, or signed with the public key as if it were a secret, is refused", async () => {
    const tokens = tokensOf({ issuer, audience: "exlet", key: pem })
    const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url")
    const unsigned = `${part({ alg: "none" })}.${part(meant)}.`
    const forged = await new SignJWT(meant).setProtectedHeader({ alg: "HS256" }).sign(new TextEncoder().encode(pem))
    const refused = "NOT_SIGNED_IN: the token is not valid: it is signed in a way that is not accepted"
    expect([await holder(tokens, unsigned), await holder(tokens, forged)]).toEqual([refused, refused])
  })

  test("[SIGN24] is good for the rights a claim lists, for none where it lists none, for all where no claim is asked", async () => {
    const tokens = tokensOf({ issuer, audience: "exlet", key: pem, rightsClaim: "scope" })
    const rightsOf = async (claims: JWTPayload) => {
      const answer = await tokens.tokenHolder(await signed(claims), now)
      return answer.ok && answer.value.scope
    }
    expect(await rightsOf({ scope: "openid see do" })).toEqual({ rights: ["see", "do"] })
    expect(await rightsOf({ scope: ["teach", 7, "profile"] })).toEqual({ rights: ["teach"] })
    expect(await rightsOf({})).toEqual({ rights: [] })
  })

  test("[SIGN26] speaks neither for the administrator nor for the engine", async () => {
    const tokens = tokensOf({ issuer, audience: "exlet", key: pem })
    expect([
      await holder(tokens, await signed({ sub: "administrator" })),
      await holder(tokens, await signed({ sub: "engine" })),
      await holder(tokens, await signed({ sub: "" })),
    ]).toEqual([
      "NOT_SIGNED_IN: no token speaks for the administrator",
      "NOT_SIGNED_IN: the token is not valid: its sub names no agent",
      "NOT_SIGNED_IN: the token is not valid: its sub names no agent",
    ])
  })

  test("[SIGN37] speaks for nobody whose name passes for the administrator or the engine, or cannot be told from another", async () => {
    const tokens = tokensOf({ issuer, audience: "exlet", key: pem })
    const passing = [" administrator", "administrator ", "\tadministrator", "administrator\n", "\u00a0administrator"]
    const odd = [
      "Administrator",
      "ADMINISTRATOR",
      "admin istrator",
      "adm\u0456nistrator",
      "\u0430dministrator",
      "adm1n1strator",
    ]
    const unseen = [
      "adminis\u200btrator",
      "\ufeffadministrator",
      "\u202eadministrator",
      "admin\u00adistrator",
      "\u3164administrator",
    ]
    const forms = [
      "\uff41dministrator",
      "administrat\u00f6r",
      "\u{1d41a}dministrator",
      "administrator\u0301",
      "Engine",
      "engine ",
      "еngine",
    ]
    const plain = [
      " ann",
      "ann ",
      "a\u200bnn",
      "a  nn",
      "a\u00a0nn",
      "ann\u2028",
      "e\u0301va",
      "\ufb01na",
      "\u3164",
      "ann\u0000",
      "\ud800",
      " ",
    ]
    for (const sub of [...passing, ...odd, ...unseen, ...forms, ...plain]) {
      const refused = "NOT_SIGNED_IN: the token is not valid: its sub names no agent"
      expect([JSON.stringify(sub), await holder(tokens, await signed({ sub }))]).toEqual([JSON.stringify(sub), refused])
    }
    for (const sub of [
      "ann@example.org",
      "Ann Lee",
      "é-1",
      "søren",
      "юлия",
      "佐藤",
      "auth0|5f7c8e",
      "administrator2",
      "engineer",
    ])
      expect(await holder(tokens, await signed({ sub }))).toBe(sub)
  })
})

describe("the keys of an issuer", () => {
  test("[SIGN22] are found by asking the issuer, once", async () => {
    const jwk = await listed(first, "first")
    const { address, asked } = await serving((path, _, own) =>
      path === "/.well-known/openid-configuration" ? { issuer: own, jwks_uri: `${own}/keys` } : { keys: [jwk] },
    )
    const tokens = tokensOf({ issuer: address, audience: "exlet" })
    expect(asked).toEqual([])
    const text = await signed({ iss: address })
    expect(await Promise.all([holder(tokens, text), holder(tokens, text)])).toEqual(["ann", "ann"])
    expect(await holder(tokens, text)).toBe("ann")
    expect(asked).toEqual(["/.well-known/openid-configuration", "/keys"])
  })

  test("[SIGN22] are fetched again for a new key and when they are old, but not for every key that is made up", async () => {
    const keys = [await listed(first, "first")]
    const { address, asked } = await serving(() => ({ keys }))
    const tokens = tokensOf({ issuer, audience: "exlet", jwksUrl: `${address}/keys` })
    const lasting = { exp: now / 1000 + 3600 }
    const [old, fresh] = [await signed(lasting), await signed(lasting, second, "second")]
    const unknown = "NOT_SIGNED_IN: the token is not valid: the issuer has no such key"
    expect([await holder(tokens, old), await holder(tokens, fresh)]).toEqual(["ann", unknown])
    keys.splice(0, 1, await listed(second, "second"))
    expect([await holder(tokens, fresh, now + 29_999), asked.length]).toEqual([unknown, 1])
    expect([await holder(tokens, fresh, now + 30_000), asked.length]).toEqual(["ann", 2])
    expect([await holder(tokens, old, now + 30_001), asked.length]).toEqual([unknown, 2])
    expect([await holder(tokens, fresh, now + 0.2 * hour), asked.length]).toEqual(["ann", 3])
  })

  test("[SIGN23] that cannot be had are no fault of the token; they are asked for again a little later", async () => {
    const keys = [await listed(first, "first")]
    let status = 500
    const { address, asked } = await serving((_, response) => {
      response.statusCode = status
      return { keys }
    })
    const tokens = tokensOf({ issuer, audience: "exlet", jwksUrl: `${address}/keys` })
    const text = await signed()
    const host = new URL(address).host
    const unavailable = `SIGN_IN_UNAVAILABLE: the issuer's keys cannot be had: ${host} answered 500`
    expect([await holder(tokens, text), await holder(tokens, text), asked.length]).toEqual([
      unavailable,
      unavailable,
      1,
    ])
    status = 200
    expect([await holder(tokens, text, now + 2_000), asked.length]).toEqual(["ann", 2])
  })

  test("[SIGN23] that are not there, no keys, too long or too short are unavailable", async () => {
    const weak = generateKeyPairSync("rsa", { modulusLength: 1024 })
    const short = { ...weak.publicKey.export({ format: "jwk" }), kid: "first" }
    const { address } = await serving((path, response) => {
      if (path === "/text") response.end("no JSON")
      if (path === "/long") response.end(" ".repeat(1_000_001))
      return path === "/short" ? { keys: [short] } : { keys: "none" }
    })
    const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url")
    const text = `${part({ alg: "RS256", kid: "first" })}.${part(meant)}.AAAA`
    const at = (jwksUrl: string) => holder(tokensOf({ issuer, audience: "exlet", jwksUrl }), text)
    const host = new URL(address).host
    const cannot = "SIGN_IN_UNAVAILABLE: the issuer's keys cannot be"
    expect([
      await at(`${address}/text`),
      await at(`${address}/long`),
      await at(`${address}/none`),
      await at(`${address}/short`),
      await at("http://127.0.0.1:1/keys"),
    ]).toEqual([
      `${cannot} had: ${host} did not answer in JSON`,
      `${cannot} had: ${host} answered at too great a length`,
      `${cannot} had: ${host} has no list of keys`,
      `${cannot} used`,
      `${cannot} had: 127.0.0.1:1 did not answer`,
    ])
  })

  test("[SIGN33] are fetched where the options and the issuer lead, not where a redirect, a token or another issuer does", async () => {
    const jwk = await listed(first, "first")
    const elsewhere = await serving(() => ({ keys: [jwk] }))
    const { address } = await serving((path, response) => {
      if (path === "/moved") response.writeHead(302, { location: `${elsewhere.address}/keys` }).end()
      if (path.startsWith("/other")) return { issuer, jwks_uri: `${elsewhere.address}/keys` }
      if (path.startsWith("/file")) return { issuer: `${address}/file`, jwks_uri: "file:///etc/passwd" }
      return { keys: [] }
    })
    const pointing = await new SignJWT(meant)
      .setProtectedHeader({ alg: "ES256", kid: "first", jku: `${elsewhere.address}/keys`, jwk })
      .sign(first.privateKey)
    const host = new URL(address).host
    const cannot = `SIGN_IN_UNAVAILABLE: the issuer's keys cannot be had: ${host}`
    const of = (options: Partial<TokenOptions>) => tokensOf({ issuer, audience: "exlet", ...options })
    expect([
      await holder(of({ jwksUrl: `${address}/moved` }), await signed()),
      await holder(of({ issuer: `${address}/other` }), await signed()),
      await holder(of({ issuer: `${address}/file` }), await signed()),
      await holder(of({ jwksUrl: `${address}/keys` }), pointing),
    ]).toEqual([
      `${cannot} did not answer`,
      `${cannot} speaks for another issuer`,
      `${cannot} does not say where its keys are`,
      "NOT_SIGNED_IN: the token is not valid: the issuer has no such key",
    ])
    expect(elsewhere.asked).toEqual([])
  })
})

test("[SIGN27] options that cannot be meant are refused before any token comes", () => {
  const weak = generateKeyPairSync("rsa", { modulusLength: 1024 }).publicKey.export({ type: "spki", format: "pem" })
  const secret = generateKeyPairSync("ed25519").privateKey.export({ type: "pkcs8", format: "pem" })
  const wrong: readonly Partial<TokenOptions>[] = [
    { issuer: "" },
    { issuer: "id.example" },
    { audience: [] },
    { jwksUrl: "file:///etc/passwd" },
    { key: pem, jwksUrl: "https://id.example/keys" },
    { key: "too short a secret" },
    { key: weak as string },
    { key: secret as string },
    { key: pem, algorithms: ["none"] },
    { key: pem, algorithms: ["HS256"] },
    { key: pem, algorithms: ["RS256"] },
    { key: pem, algorithms: [] },
    { key: "a secret of at least thirty-two bytes", algorithms: ["RS256"] },
  ]
  const taken = wrong.filter((options) => {
    try {
      return tokensOf({ issuer, audience: "exlet", ...options })
    } catch (error) {
      if (!(error instanceof TypeError)) throw error
      return false
    }
  })
  expect(taken).toEqual([])
})
