import { SignJWT } from "jose"
import { describe, expect, test } from "vitest"
import { AccessDesk, ann } from "../../test/language/credentials.ts"
import { organisationOf } from "../../test/language/organisations.ts"
import { administrator, asAgentId } from "../messages/ids.ts"
import { looksLikeAgent } from "../people/look-alike.ts"
import { permits } from "../people/permissions.ts"
import { accepted } from "../runtime/answer.ts"
import { StoreError } from "../store/error.ts"
import { type AuthenticatorOptions, authenticator, type Shown, type SignInFailure } from "./authenticate.ts"
import type { Principal } from "./principal.ts"
import { sessionCookie } from "./session-cookie.ts"
import { tokensOf } from "./tokens.ts"

const company = organisationOf({
  agents: { ann: {}, bob: {}, cyd: {} },
  permissions: { ann: { administer: [{}] }, bob: { see: [{}] }, cyd: { administer: [{ process: "order" }] } },
})

/** A door with a desk behind it; `asks` says who it takes somebody for, or the code of the refusal. */
function door(options: Partial<AuthenticatorOptions> = {}) {
  const desk = new AccessDesk()
  const failures: SignInFailure[] = []
  const authenticate = authenticator({
    ...{ mode: "production", keys: desk.keys, sessions: desk.sessions, cookie: sessionCookie(false) },
    ...{ now: () => desk.now, may: (agent, right) => permits(company, asAgentId(agent), right, {}) },
    onFailure: (failure) => failures.push(failure),
    ...options,
  })
  const asks = async (shown: Partial<Shown>): Promise<Principal | string> => {
    const answer = await authenticate({ method: "GET", host: "localhost:8080", ...shown })
    return answer.ok ? answer.value : answer.rejection.code
  }
  return { desk, failures, asks }
}

describe("whoever asks", () => {
  test("[SIGN28] without showing anything is nobody", async () => {
    const { asks, failures } = door()
    expect([await asks({}), await asks({ cookie: "theme=dark" })]).toEqual(["NOT_SIGNED_IN", "NOT_SIGNED_IN"])
    expect(failures).toEqual([])
  })

  test("[SIGN29] shows a key or token as a bearer, a key in its own header, or a session in a cookie", async () => {
    const issued = { issuer: "https://id.example", audience: "exlet", key: "a secret of at least thirty-two bytes" }
    const { desk, asks } = door({ tokens: tokensOf(issued) })
    const token = await new SignJWT({ iss: issued.issuer, aud: "exlet", sub: "tom", exp: 60 })
      .setProtectedHeader({ alg: "HS256" })
      .sign(new TextEncoder().encode(issued.key))
    const { row, secret } = await desk.key("ann")
    const session = await desk.session(secret)
    const key: Principal = { agent: ann, scope: {}, by: "key", credential: row.id }
    expect(await asks({ authorization: `Bearer ${secret}` })).toEqual(key)
    expect(await asks({ authorization: `bearer  ${secret} ` })).toEqual(key)
    expect(await asks({ authorization: `Bearer ${token}` })).toEqual({
      ...{ agent: "tom", scope: {}, by: "token", until: 90_000 },
    })
    expect(await asks({ apiKey: secret })).toEqual(key)
    expect(await asks({ cookie: `exlet=${session.secret}` })).toEqual({ ...key, by: "session", credential: session.id })
  })

  test("[SIGN37] by a token whose name looks like another agent's is refused; that agent is not", async () => {
    const issued = { issuer: "https://id.example", audience: "exlet", key: "a secret of at least thirty-two bytes" }
    const { asks } = door({ tokens: tokensOf(issued), isLookAlike: (name) => looksLikeAgent(company, name) })
    const comes = async (sub: string) => {
      const token = await new SignJWT({ iss: issued.issuer, aud: "exlet", sub, exp: 60 })
        .setProtectedHeader({ alg: "HS256" })
        .sign(new TextEncoder().encode(issued.key))
      const found = await asks({ authorization: `Bearer ${token}` })
      return typeof found === "string" ? found : found.agent
    }
    expect([await comes("ann"), await comes("dan"), await comes("ann2")]).toEqual(["ann", "dan", "ann2"])
    for (const name of ["Ann", "\u0430nn", "a.nn", "BOB", "b\u043eb", "a\u0274n", "b\u1d0fb"])
      expect(await comes(name)).toBe("NOT_SIGNED_IN")
    // Two alphabets in one name, and signs and digits of others.
    for (const name of ["c\u0e50d", "m\u0d20", "\u237ada", "a\u13e7a", "d\u0e50ra", "al\u0665"])
      expect([name, await comes(name)]).toEqual([name, "NOT_SIGNED_IN"])
    for (const name of ["\u0430\u043d\u043d\u0430-2", "Mr \u4f50\u85e4", "o\u2019brien"])
      expect(await comes(name)).toBe(name)
  })

  test("[SIGN29] is not taken for the one in the cookie when what is shown on purpose is wrong", async () => {
    const { desk, asks } = door()
    const { secret } = await desk.key("ann")
    const cookie = `exlet=${(await desk.session(secret)).secret}`
    expect([
      await asks({ cookie, authorization: "Bearer exlet_wrong" }),
      await asks({ cookie, authorization: "Basic YTpi" }),
      await asks({ cookie, authorization: "" }),
      await asks({ cookie, authorization: "Bearer ey.ey.ey" }),
      await asks({ cookie, apiKey: "exlet_wrong" }),
      await asks({ cookie, apiKey: "" }),
    ]).toEqual(Array(6).fill("NOT_SIGNED_IN"))
  })

  test("[SIGN30] and fails is counted, with what was tried and no secret", async () => {
    const { desk, asks, failures } = door()
    const { secret } = await desk.key("ann")
    const cookie = `exlet=${(await desk.session(secret)).secret}`
    await asks({ apiKey: secret })
    await asks({ apiKey: `${secret}x` })
    await asks({ authorization: "Bearer ey.ey.ey" })
    await asks({ cookie: "exlet=gone" })
    await asks({ cookie, method: "POST" })
    expect(failures).toEqual([
      { by: "key", code: "NOT_SIGNED_IN", message: "the key is not valid" },
      { by: "token", code: "NOT_SIGNED_IN", message: "no tokens are accepted here" },
      { by: "session", code: "NOT_SIGNED_IN", message: "the session has ended" },
      expect.objectContaining({ by: "session", code: "CSRF_MISSING" }),
    ])
  })

  test("[SIGN32] while the store cannot be read is told to come again", async () => {
    const { desk, asks } = door()
    desk.store.credentialOf = () => Promise.reject(new StoreError("STORE_FAILED", "disk full in /var/lib"))
    expect(await asks({ apiKey: "exlet_any" })).toBe("SIGN_IN_UNAVAILABLE")
  })
})

describe("a browser with a session", () => {
  test("[SIGN17] may look without the page's token, and change something with it", async () => {
    const { desk, asks } = door()
    const { secret, csrf } = await desk.session((await desk.key("ann")).secret)
    const cookie = `exlet=${secret}`
    const agentOf = async (shown: Partial<Shown>) => {
      const found = await asks({ cookie, ...shown })
      return typeof found === "string" ? found : found.agent
    }
    for (const method of ["GET", "HEAD", "OPTIONS"]) expect(await agentOf({ method })).toBe("ann")
    for (const method of ["POST", "PUT", "PATCH", "DELETE", "post", "ANYTHING"]) {
      expect(await agentOf({ method })).toBe("CSRF_MISSING")
      expect(await agentOf({ method, csrf: `${csrf.slice(1)}x` })).toBe("CSRF_MISSING")
      expect(await agentOf({ method, csrf })).toBe("ann")
    }
  })

  test("[SIGN18] is refused when a page of another site asks, whatever it has", async () => {
    const { desk, asks } = door()
    const { secret, csrf } = await desk.session((await desk.key("ann")).secret)
    const shown = { cookie: `exlet=${secret}`, csrf, method: "POST" }
    expect(await asks({ ...shown, origin: "http://localhost:8080" })).toMatchObject({ agent: "ann" })
    expect(await asks({ ...shown, origin: "https://evil.example" })).toBe("ORIGIN_FOREIGN")
    expect(await asks({ ...shown, origin: "null" })).toBe("ORIGIN_FOREIGN")
    expect(await asks({ ...shown, method: "GET", origin: "https://evil.example" })).toBe("ORIGIN_FOREIGN")
    for (const site of ["cross-site", "same-site"])
      expect(await asks({ ...shown, method: "GET", site })).toBe("ORIGIN_FOREIGN")
    expect(await asks({ ...shown, method: "GET", site: "same-origin" })).toMatchObject({ agent: "ann" })
  })

  test("[SIGN17] and a key shown on purpose needs no token of a page", async () => {
    const { desk, asks } = door()
    const { secret } = await desk.key("ann")
    expect(await asks({ apiKey: secret, method: "POST", origin: "https://other.example" })).toMatchObject({ by: "key" })
  })
})

describe("a development server", () => {
  const developer = { agent: administrator, scope: {}, by: "development" }

  test("[SIGN25] takes whoever shows nothing, or an old cookie, for the administrator", async () => {
    const { asks } = door({ mode: "development" })
    expect(await asks({ method: "POST" })).toEqual(developer)
    expect(await asks({ cookie: "exlet=gone", origin: "http://localhost:8080" })).toEqual(developer)
  })

  test("[SIGN25] believes who shows something, and refuses what is wrong", async () => {
    const { desk, asks } = door({ mode: "development" })
    const { secret } = await desk.key("bob", { rights: ["see"] })
    expect(await asks({ apiKey: secret })).toMatchObject({ agent: "bob", scope: { rights: ["see"] } })
    expect(await asks({ apiKey: "exlet_wrong" })).toBe("NOT_SIGNED_IN")
  })

  test("[SIGN25] answers neither to a foreign name nor to a foreign page", async () => {
    const { asks, failures } = door({ mode: "development" })
    expect([
      await asks({ host: "evil.example:8080", origin: "http://evil.example:8080" }),
      await asks({ host: undefined }),
      await asks({ method: "POST", origin: "https://evil.example" }),
      await asks({ origin: "http://localhost:3000" }),
      await asks({ site: "cross-site" }),
      await asks({ site: "same-site" }),
      await asks({ referer: "https://evil.example/page" }),
    ]).toEqual(Array(7).fill("ORIGIN_FOREIGN"))
    expect(failures.map(({ by }) => by)).toEqual(Array(7).fill("development"))
    for (const shown of [{ site: "same-origin" }, { site: "none" }, { referer: "http://localhost:8080/cases" }])
      expect(await asks(shown)).toEqual(developer)
  })
})

describe("acting as another", () => {
  test("[SIGN31] takes the right to administer everything; it is known who is behind it, and his bounds stay", async () => {
    const { desk, asks } = door()
    const scope = { rights: ["administer", "see"] } as const
    const { row, secret } = await desk.key("ann", scope)
    expect(await asks({ apiKey: secret, as: "bob" })).toEqual({
      ...{ agent: "bob", behind: "ann", scope: { rights: ["see", "administer"] }, by: "key", credential: row.id },
    })
  })

  test("[SIGN35] ends for a session when whoever is behind it may administer no longer", async () => {
    let isAdministrator = true
    const { desk, asks } = door({ may: () => isAdministrator })
    const principal = { agent: asAgentId("bob"), behind: ann, scope: {}, by: "token" } as const
    const { secret } = accepted(await desk.sessions.beginSession(principal))
    expect(await asks({ cookie: `exlet=${secret}` })).toMatchObject({ agent: "bob", behind: "ann" })
    isAdministrator = false
    expect(await asks({ cookie: `exlet=${secret}` })).toBe("NOT_SIGNED_IN")
  })

  test("[SIGN31] is refused to who may not administer, not everywhere, or not by this key", async () => {
    const { desk, asks } = door()
    const { secret: bobs } = await desk.key("bob")
    const { secret: cyds } = await desk.key("cyd")
    const { secret: anns } = await desk.key("ann", { rights: ["see", "do"] })
    const { secret: annsOrders } = await desk.key("ann", { processes: ["order"] })
    for (const apiKey of [bobs, cyds, anns, annsOrders]) {
      expect(await asks({ apiKey, as: "administrator" })).toBe("NOT_PERMITTED")
    }
    expect(await asks({ apiKey: bobs, as: "bob" })).toMatchObject({ agent: "bob" })
  })

  test("[SIGN31] is for everybody on a development server, but nobody is the engine", async () => {
    const { asks } = door({ mode: "development" })
    expect(await asks({ as: "bob" })).toEqual({ agent: "bob", behind: administrator, scope: {}, by: "development" })
    expect([await asks({ as: "engine" }), await asks({ as: "" })]).toEqual(["DATA_INVALID", "DATA_INVALID"])
  })
})
