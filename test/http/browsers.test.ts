import { describe, expect, test } from "vitest"
import { authenticator } from "../../src/access/authenticate.ts"
import { Credentials } from "../../src/access/credentials.ts"
import { Keys } from "../../src/access/keys.ts"
import { sessionCookie } from "../../src/access/session-cookie.ts"
import { Sessions } from "../../src/access/sessions.ts"
import { accepted, openEngine, openMemoryStore } from "../../src/main.ts"
import { openPlace } from "./place.ts"

async function openWithKeys() {
  const store = openMemoryStore()
  const engine = await openEngine({ store })
  const now = () => 1_800_000_000_000
  const credentials = new Credentials(store, { now })
  const [keys, sessions, cookie] = [new Keys(credentials), new Sessions(credentials), sessionCookie(true)]
  const may = engine.may.bind(engine)
  const authenticate = authenticator({ mode: "production", keys, sessions, cookie, now, may })
  const place = await openPlace({ engine, authenticate, browsers: { sessions, cookie } })
  const { secret } = accepted(await keys.createKey({ agent: "ann" }, "ann" as never))
  return { ...place, bearer: { authorization: `Bearer ${secret}` } }
}

describe("a browser", () => {
  test("[HTTP19] signs in with a key, keeps a cookie no script can read, and shows its token with every change", async () => {
    const { app, bearer } = await openWithKeys()
    const begun = await app.inject({ method: "POST", url: "/api/v1/session", headers: bearer })
    const [set] = begun.cookies
    const { csrf } = begun.json()
    expect([begun.statusCode, begun.json()]).toEqual([
      200,
      { agent: "ann", by: "session", rights: [], csrf: expect.any(String) },
    ])
    expect(set).toMatchObject({ name: "__Host-exlet", path: "/", httpOnly: true, secure: true, sameSite: "Strict" })

    const cookie = `${set?.name}=${set?.value}`
    const me = await app.inject({ url: "/api/v1/me", headers: { cookie } })
    expect(me.json()).toEqual({ agent: "ann", by: "session", rights: [], csrf })

    const start = { method: "POST", url: "/api/v1/cases", payload: { process: "order" } } as const
    expect((await app.inject({ ...start, headers: { cookie } })).json().code).toBe("CSRF_MISSING")
    expect((await app.inject({ ...start, headers: { cookie, "x-csrf-token": csrf } })).statusCode).toBe(201)
    const elsewhere = { cookie, "x-csrf-token": csrf, origin: "https://evil.example", host: "exlet.example" }
    expect((await app.inject({ ...start, headers: elsewhere })).json().code).toBe("ORIGIN_FOREIGN")

    const headers = { cookie, "x-csrf-token": csrf }
    const out = await app.inject({ method: "POST", url: "/api/v1/session/end", headers })
    expect([out.statusCode, out.json(), out.cookies[0]?.value]).toEqual([200, {}, ""])
    expect((await app.inject({ url: "/api/v1/me", headers: { cookie } })).json().code).toBe("NOT_SIGNED_IN")
  })

  test("[HTTP19] cannot begin a session where there are none", async () => {
    const { app } = await openPlace()
    expect((await app.inject({ method: "POST", url: "/api/v1/session" })).json().code).toBe("NOT_SUPPORTED")
  })

  test("[HTTP20] is told with every answer to make no more of it than was meant", async () => {
    const { app } = await openPlace()
    for (const url of ["/api/v1/me", "/api/v1/nowhere", "/api/v1/families/%zz/log", "/healthz"]) {
      expect((await app.inject(url)).headers).toMatchObject({
        "x-content-type-options": "nosniff",
        "x-frame-options": "DENY",
        "referrer-policy": "no-referrer",
        "cache-control": "no-store",
        "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
        "x-request-id": expect.any(String),
      })
    }
  })

  test("[HTTP20] may show answers to pages of other sites only where they are named", async () => {
    const { app } = await openPlace({ origins: ["https://board.example"] })
    const asked = async (origin: string) => {
      const headers = { origin, "access-control-request-method": "POST" }
      const [preflight, answer] = [
        await app.inject({ method: "OPTIONS", url: "/api/v1/cases", headers }),
        await app.inject({ url: "/api/v1/me", headers: { origin } }),
      ]
      return [preflight, answer].map(({ statusCode, headers }) => [statusCode, headers["access-control-allow-origin"]])
    }
    expect(await asked("https://board.example")).toEqual([
      [204, "https://board.example"],
      [200, "https://board.example"],
    ])
    expect(await asked("https://evil.example")).toEqual([
      [405, undefined],
      [200, undefined],
    ])
    const closed = await openPlace()
    const { headers } = await closed.app.inject({ url: "/api/v1/me", headers: { origin: "https://board.example" } })
    expect(headers["access-control-allow-origin"]).toBeUndefined()
  })
})
