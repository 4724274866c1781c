import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { operations } from "../../src/api/operations.ts"
import { machineClock } from "../../src/runtime/clock.ts"
import { asJson, inputOf, operationNames, requestOf } from "../http/calls.ts"
import { answersAreDocumented } from "../http/documented.ts"
import { fingerprint } from "../http/fingerprint.ts"
import { ghostOf, type House, houses } from "../http/house.ts"
import { type Issuer, openIssuer } from "../http/issuer.ts"
import { whatIsWrongWith } from "../http/refused-well.ts"
import { places } from "../http/seam.ts"
import { type Got, openWorld, told, type World } from "../http/world.ts"

const organisation = {
  roles: { clerk: {} },
  agents: { ann: { roles: ["clerk"] }, bob: {} },
  permissions: { clerk: ["see", "do"] },
}

let world: World

beforeAll(async () => {
  world = await openWorld({
    development: false,
    bundles: [...houses, { organisation }],
    keys: { boss: { agent: "administrator" }, ann: { agent: "ann" }, bob: { agent: "bob" } },
  })
})
afterAll(() => world.close())

const codeIn = (got: Got): string => (got.json as { readonly code?: string } | undefined)?.code ?? ""
const start = { headers: asJson, body: '{"process":"idle"}' }
const howMany = async () => told(await world.client("boss").cases({ process: "idle", limit: 1000 })).rows.length

/** No id of it is anything's. */
const nothing = ghostOf({
  ...(Object.fromEntries(
    ["process", "worklet", "exlet", "trigger", "worker", "case", "family", "run", "tree", "learntTree", "heldCase"].map(
      (name) => [name, `open-${name}`],
    ),
  ) as unknown as House),
  heldItem: "h.i1",
  reportedCase: "r",
  intervention: "r.q1",
  spareKey: "k",
  attempt: 1,
  decision: 1,
  items: { weigh: "w.i1", seal: "w.i2", engrave: "w.i3", polish: "w.i4", coins: "w.i5", guard: "w.i6" },
})

describe("without a credential", () => {
  test.each(operationNames)("nothing is answered but how to sign in: %s", async (name) => {
    const { method, path, body } = requestOf(name, inputOf(name, nothing))
    const got = await world.raw(method, path, { headers: asJson, ...(body !== undefined && { body }) })
    if (operations[name].rights.some((right: string) => right === "everybody")) {
      expect(got.status).toBeLessThan(300)
      return
    }
    expect([got.status, whatIsWrongWith(got)]).toEqual([401, []])
    expect(String(got.headers["www-authenticate"])).toMatch(/^Bearer\b/)
  })

  test("a route that is not there tells no more than one that is", async () => {
    const got = await world.raw("GET", "/api/v1/nothing-of-that-name")
    expect([401, 404]).toContain(got.status)
  })

  test("whether a server is alive and ready is told to everybody", async () => {
    expect((await world.raw("GET", places.health)).status).toBe(200)
    expect((await world.raw("GET", places.ready)).status).toBe(200)
  })

  test("bad input is not looked at before it is known who asks", async () => {
    const got = await world.raw("POST", "/api/v1/cases", { headers: asJson, body: '{"process":7}' })
    expect(got.status).toBe(401)
  })

  test("Exlet-As is no credential", async () => {
    const got = await world.raw("GET", "/api/v1/cases", { headers: { "exlet-as": "administrator" } })
    expect(got.status).toBe(401)
  })
})

describe("with a key", () => {
  test("one is who the key is of, with what he may do", async () => {
    expect(told(await world.client("ann").me())).toEqual({ agent: "ann", by: "key", rights: ["see", "do"] })
    expect(told(await world.client("bob").me())).toEqual({ agent: "bob", by: "key", rights: [] })
  })

  test("what is done is recorded as done by its agent", async () => {
    const id = told(await world.client("ann").start({ process: "idle" })).case
    expect(told(await world.client("boss").case({ case: id })).startedBy).toBe("ann")
  })

  test("that is new a secret is shown, once", async () => {
    const boss = world.client("boss")
    const made = told(await boss.createKey({ agent: "ann", name: "laptop" }))
    expect(made.key).toEqual({
      id: made.key.id,
      agent: "ann",
      name: "laptop",
      createdAt: world.clock.now(),
      createdBy: "administrator",
    })
    expect(made.secret.length).toBeGreaterThanOrEqual(32)
    expect(JSON.stringify(told(await boss.keys()))).not.toContain(made.secret)
  })
})

interface Session {
  readonly cookie: string
  readonly csrf: string
  readonly set: string
}

async function signIn(key: string): Promise<Session> {
  const got = await world.raw("POST", "/api/v1/session", { key, headers: asJson, body: "{}" })
  expect(got.status).toBe(200)
  const [set = ""] = [got.headers["set-cookie"] ?? []].flat() as readonly string[]
  return { set, cookie: set.split(";")[0] ?? "", csrf: (got.json as { readonly csrf?: string }).csrf ?? "" }
}

describe("a session for a browser", () => {
  test("is a cookie no script can read and no other site can send", async () => {
    const { set, csrf } = await signIn("ann")
    const attributes = set
      .split(";")
      .slice(1)
      .map((part) => part.trim().toLowerCase())
    expect(attributes).toEqual(expect.arrayContaining(["httponly", "secure", "path=/"]))
    expect(attributes.some((part) => part === "samesite=strict" || part === "samesite=lax")).toBe(true)
    expect(set).not.toContain(world.secret("ann"))
    expect(csrf.length).toBeGreaterThanOrEqual(16)
  })

  test("is who the key is of; looking needs the cookie alone", async () => {
    const { cookie, csrf } = await signIn("ann")
    const me = await world.raw("GET", "/api/v1/me", { headers: { cookie } })
    expect([me.status, me.json]).toEqual([200, { agent: "ann", by: "session", rights: ["see", "do"], csrf }])
    expect((await world.raw("GET", "/api/v1/cases", { headers: { cookie } })).status).toBe(200)
  })

  test("changes something only together with its CSRF token", async () => {
    const { cookie, csrf } = await signIn("ann")
    const other = await signIn("ann")
    const before = await howMany()
    for (const token of [undefined, "", "x", other.csrf, csrf.slice(0, -1)]) {
      const headers = { ...asJson, cookie, ...(token !== undefined && { "x-csrf-token": token }) }
      const got = await world.raw("POST", "/api/v1/cases", { ...start, headers })
      expect([token === undefined ? "none" : token.length, got.status, whatIsWrongWith(got)]).toEqual([
        token === undefined ? "none" : token.length,
        403,
        [],
      ])
    }
    expect(await howMany()).toBe(before)
    const headers = { ...asJson, cookie, "x-csrf-token": csrf }
    expect((await world.raw("POST", "/api/v1/cases", { ...start, headers })).status).toBe(201)
    expect(await howMany()).toBe(before + 1)
  })

  test("is not believed from the page of another site, whatever it sends", async () => {
    const { cookie, csrf } = await signIn("ann")
    const before = await howMany()
    for (const origin of ["https://evil.example", "null", `http://127.0.0.1:${world.port}.evil.example`]) {
      const headers = { ...asJson, cookie, "x-csrf-token": csrf, origin }
      const got = await world.raw("POST", "/api/v1/cases", { ...start, headers })
      expect([origin, got.status]).toEqual([origin, 403])
      expect(got.headers["access-control-allow-origin"]).toBeUndefined()
    }
    expect(await howMany()).toBe(before)
    const headers = { ...asJson, cookie, "x-csrf-token": csrf, origin: `http://127.0.0.1:${world.port}` }
    expect((await world.raw("POST", "/api/v1/cases", { ...start, headers })).status).toBe(201)
  })

  test("ends when one signs out, and then is as good as none", async () => {
    const { cookie, csrf } = await signIn("ann")
    const headers = { ...asJson, cookie, "x-csrf-token": csrf }
    const out = await world.raw("POST", "/api/v1/session/end", { headers, body: "{}" })
    expect([out.status, out.json]).toEqual([200, {}])
    expect((await world.raw("GET", "/api/v1/me", { headers: { cookie } })).status).toBe(401)
    expect((await world.raw("POST", "/api/v1/cases", { ...start, headers })).status).toBe(401)
  })

  test("ends with the key it was begun with", async () => {
    const boss = world.client("boss")
    const made = told(await boss.createKey({ agent: "ann" }))
    world.keep("lost", { id: made.key.id, secret: made.secret })
    const { cookie } = await signIn("lost")
    told(await boss.revokeKey({ key: made.key.id }))
    expect((await world.raw("GET", "/api/v1/me", { headers: { cookie } })).status).toBe(401)
  })

  test("goes on after the server was opened again, or ends cleanly", async () => {
    const { cookie } = await signIn("ann")
    await world.reopen("crash")
    expect([200, 401]).toContain((await world.raw("GET", "/api/v1/me", { headers: { cookie } })).status)
  })

  test("has no more rights than its key", async () => {
    const made = told(
      await world.client("boss").createKey({ agent: "administrator", rights: ["see"], processes: ["open"] }),
    )
    world.keep("narrow", { id: made.key.id, secret: made.secret })
    const { cookie, csrf } = await signIn("narrow")
    const headers = { ...asJson, cookie, "x-csrf-token": csrf }
    expect((await world.raw("GET", "/api/v1/bundle", { headers: { cookie } })).status).toBe(403)
    expect([403, 404]).toContain((await world.raw("POST", "/api/v1/cases", { ...start, headers })).status)
  })

  test("cannot be guessed, altered, or begun without a credential", async () => {
    const { cookie } = await signIn("ann")
    const [name = ""] = cookie.split("=")
    for (const forged of [`${cookie}x`, cookie.slice(0, -1), `${name}=`, `${name}=ann`, `${name}=administrator`]) {
      expect((await world.raw("GET", "/api/v1/me", { headers: { cookie: forged } })).status).toBe(401)
    }
    expect((await world.raw("POST", "/api/v1/session", { headers: asJson, body: "{}" })).status).toBe(401)
  })
})

describe("a token of somebody else", () => {
  let issuer: Issuer
  let believing: World
  const now = () => Date.now()

  beforeAll(async () => {
    issuer = await openIssuer()
    believing = await openWorld({
      development: false,
      clock: machineClock,
      bundles: [...houses, { organisation }],
      tokens: issuer.wanted,
    })
  })
  afterAll(async () => {
    await believing.close()
    await issuer.close()
  })

  const me = (token: string) => believing.raw("GET", "/api/v1/me", { headers: { authorization: `Bearer ${token}` } })

  test("that is good is believed: its subject is the agent, with what he may do", async () => {
    const got = await me(await issuer.sign(now()))
    expect([got.status, got.json]).toEqual([200, { agent: "ann", by: "token", rights: ["see", "do"] }])
  })

  test("that is not good is not believed: late, for others, by others, forged, or unsigned", async () => {
    const good = await issuer.sign(now())
    const [header = "", claims = ""] = good.split(".")
    const none = Buffer.from('{"alg":"none"}').toString("base64url")
    const tokens = {
      late: await issuer.sign(now() - 3_600_000),
      "for others": await issuer.sign(now(), { audience: "somebody-else" }),
      "by others": await issuer.sign(now(), { issuer: "https://evil.example" }),
      forged: await issuer.sign(now(), { isForged: true }),
      "without a subject": await issuer.sign(now(), { claims: {} }),
      "of the engine": await issuer.sign(now(), { claims: { sub: "engine" } }),
      "of nobody": await issuer.sign(now(), { claims: { sub: "" } }),
      unsigned: `${none}.${claims}.`,
      "signed by nothing": `${header}.${claims}.`,
      cut: good.slice(0, -5),
      nonsense: "a.b.c",
    }
    for (const [what, token] of Object.entries(tokens)) {
      const got = await me(token)
      expect([what, got.status, whatIsWrongWith(got)]).toEqual([what, 401, []])
    }
  })

  test("begins a session like a key does", async () => {
    const authorization = `Bearer ${await issuer.sign(now())}`
    const got = await believing.raw("POST", "/api/v1/session", { headers: { ...asJson, authorization }, body: "{}" })
    expect(got.status).toBe(200)
    expect([got.headers["set-cookie"] ?? []].flat().length).toBe(1)
  })

  test("cannot act as another", async () => {
    const headers = { authorization: `Bearer ${await issuer.sign(now())}`, "exlet-as": "administrator" }
    expect([200, 401, 403]).toContain((await believing.raw("GET", "/api/v1/me", { headers })).status)
    expect([401, 403]).toContain((await believing.raw("GET", "/api/v1/bundle", { headers })).status)
  })
})

describe("a development server", () => {
  let dev: World
  beforeAll(async () => {
    dev = await openWorld({ bundles: [...houses] })
  })
  afterAll(() => dev.close())

  test("lets anybody act as anybody, and as the administrator unless he says who he is", async () => {
    expect(told(await dev.client().me()).agent).toBe("administrator")
    expect(told(await dev.as("ann").me())).toEqual({ agent: "ann", by: "development", rights: expect.any(Array) })
  })

  test.each(["evil.example", "evil.example:80", "localhost.evil.example", "127.0.0.1.evil.example", "[::2]", "0"])(
    "refuses names that are not its own, so that no other site can reach it by a name of its own: %s",
    async (host) => {
      const before = await fingerprint(dev.engine)
      for (const [method, path] of [
        ["GET", "/api/v1/cases"],
        ["POST", "/api/v1/cases"],
        ["GET", "/api/v1/bundle"],
      ] as const) {
        const got = await dev.raw(method, path, { ...(method === "POST" && start), headers: { ...asJson, host } })
        expect([host, got.status >= 400 && got.status < 500]).toEqual([host, true])
        expect(got.text).not.toContain("rows")
      }
      expect(await fingerprint(dev.engine)).toEqual(before)
    },
  )

  test.each(["localhost", "127.0.0.1"])("knows its own names: %s", async (host) => {
    const got = await dev.raw("GET", "/api/v1/cases", { headers: { host: `${host}:${dev.port}` } })
    expect(got.status).toBe(200)
  })

  test("does nothing for the page of another site", async () => {
    const before = await fingerprint(dev.engine)
    for (const type of ["application/json", "text/plain"]) {
      const headers = { "content-type": type, origin: "https://evil.example" }
      const got = await dev.raw("POST", "/api/v1/cases", { ...start, headers })
      expect([type, got.status >= 400 && got.status < 500]).toEqual([type, true])
      expect(got.headers["access-control-allow-origin"]).toBeUndefined()
    }
    expect(await fingerprint(dev.engine)).toEqual(before)
  })

  test("does not let anybody be the engine itself", async () => {
    const got = await dev.raw("GET", "/api/v1/me", { headers: { "exlet-as": "engine" } })
    expect([400, 401, 403]).toContain(got.status)
    expect(codeIn(got)).not.toBe("")
  })
})

answersAreDocumented(() => world)
