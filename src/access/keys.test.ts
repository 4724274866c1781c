import { describe, expect, test } from "vitest"
import { AccessDesk, ann, CredentialsInMemory, day, hour } from "../../test/language/credentials.ts"
import { administrator } from "../messages/ids.ts"
import { accepted } from "../runtime/answer.ts"
import { hashOf } from "./credentials.ts"

describe("a key", () => {
  test("[SIGN3] is told once; what is kept is a hash of it", async () => {
    const desk = new AccessDesk()
    const { row, secret } = await desk.key("ann", { name: "nightly", rights: ["see"], expiresAt: day })
    const told = {
      ...{ id: row.id, kind: "key", agent: ann, name: "nightly", rights: ["see"] },
      ...{ createdAt: 0, createdBy: administrator, expiresAt: day },
    }
    expect(secret).toMatch(/^exlet_[0-9a-z]{12}_[A-Za-z0-9_-]{43}$/)
    expect(secret.split("_")[1]).toBe(row.id)
    expect(row).toEqual(told)
    expect(await desk.keys.listKeys()).toEqual([told])
    expect([...desk.store.rows.values()]).toEqual([{ ...told, hash: hashOf(secret) }])
  })

  test("[SIGN4] speaks for its agent, within its bounds, until it expires", async () => {
    const desk = new AccessDesk()
    const bounds = { rights: ["see", "do"], processes: ["order"] } as const
    const { row, secret } = await desk.key("ann", { ...bounds, expiresAt: hour })
    desk.now = hour - 1
    const principal = { agent: ann, scope: bounds, by: "key", credential: row.id }
    expect(await desk.keys.keyHolder(secret)).toEqual({ ok: true, value: principal })
    desk.now = hour
    expect(await desk.holder(secret)).toBe("the key has expired")
  })

  test("[SIGN5] that cannot be meant is not made", async () => {
    const desk = new AccessDesk()
    desk.now = day
    const refused = async (request: Parameters<typeof desk.keys.createKey>[0]) => {
      const answer = await desk.keys.createKey(request, ann)
      return answer.ok || `${answer.rejection.code}: ${answer.rejection.message}`
    }
    expect([
      await refused({ agent: "ann", rights: ["see", "fly"] }),
      await refused({ agent: "ann", processes: [""] }),
      await refused({ agent: " " }),
      await refused({ agent: "engine" }),
      await refused({ agent: "ann", expiresAt: day }),
      await refused({ agent: "ann", expiresAt: Number.NaN }),
      await refused({ agent: "ann", expiresAt: 1e300 }),
      await refused({ agent: "a\u0000" }),
      await refused({ agent: "a\ud800" }),
      await refused({ agent: "a".repeat(201) }),
    ]).toEqual([
      "SCOPE_INVALID: there is no right fly",
      "SCOPE_INVALID: a process has a name",
      "DATA_INVALID: agent: nobody can sign in as that",
      "DATA_INVALID: agent: nobody can sign in as that",
      "DATA_INVALID: expiresAt: is no time in the future",
      "DATA_INVALID: expiresAt: is no time in the future",
      "DATA_INVALID: expiresAt: is no time in the future",
      "DATA_INVALID: agent: nobody can sign in as that",
      "DATA_INVALID: agent: nobody can sign in as that",
      "DATA_INVALID: agent: nobody can sign in as that",
    ])
    expect(desk.store.rows.size).toBe(0)
  })

  test("[SIGN6] that is wrong is refused in the same words and at the same cost, whether there is such an id or not", async () => {
    const desk = new AccessDesk()
    const { secret } = await desk.key("ann")
    const guesses = [`${secret.slice(0, -1)}x`, secret.replace(/_.{12}_/, "_000000000000_"), "exlet_", "exlet_a_b_c"]
    const refusals = []
    for (const guess of guesses) refusals.push(await desk.keys.keyHolder(guess))
    expect(new Set(refusals.map((refusal) => JSON.stringify(refusal))).size).toBe(1)
    expect(refusals[0]).toMatchObject({
      ok: false,
      rejection: { code: "NOT_SIGNED_IN", message: "the key is not valid" },
    })
    expect(desk.store.reads).toBe(guesses.length)
  })

  test("[SIGN6] of any length is read no further than keys go", async () => {
    const desk = new AccessDesk()
    expect(await desk.holder(`exlet_${"a".repeat(1_000)}`)).toBe("the key is not valid")
    expect(desk.store.reads).toBe(0)
  })

  test("[SIGN6] is no session, nor a session a key", async () => {
    const desk = new AccessDesk()
    const { secret } = await desk.key("ann")
    const session = await desk.session(secret)
    expect((await desk.sessions.sessionHolder(secret)).ok).toBe(false)
    expect((await desk.keys.keyHolder(session.secret)).ok).toBe(false)
  })
})

describe("a rotated key", () => {
  test("[SIGN7] has a new secret; the old one is good for a day more", async () => {
    const desk = new AccessDesk()
    const { row, secret: old } = await desk.key("ann", { rights: ["see"] })
    const { row: rotated, secret } = accepted(await desk.keys.rotateKey(row.id))
    expect(rotated).toEqual(row)
    expect(await desk.keys.listKeys()).toEqual([row, { ...row, id: `${row.id}.1`, of: row.id, expiresAt: day }])
    desk.now = day - 1
    expect([await desk.holder(old), await desk.holder(secret)]).toEqual(["ann", "ann"])
    desk.now = day
    expect([await desk.holder(old), await desk.holder(secret)]).toEqual(["the key has a new secret by now", "ann"])
    expect(await desk.keys.listKeys()).toEqual([row])
  })

  test("[SIGN7] with no overlap has one secret at once, and no older one outlasts it", async () => {
    const desk = new AccessDesk()
    const { row, secret: first } = await desk.key("ann")
    const { secret: second } = accepted(await desk.keys.rotateKey(row.id))
    expect([await desk.holder(first), await desk.holder(second)]).toEqual(["ann", "ann"])
    const { secret: third } = accepted(await desk.keys.rotateKey(row.id, { overlap: 0 }))
    expect([await desk.holder(first), await desk.holder(second), await desk.holder(third)]).toEqual([
      "the key has a new secret by now",
      "the key has a new secret by now",
      "ann",
    ])
  })

  test("[SIGN7] takes the sessions of its old secret along: they end with it", async () => {
    const desk = new AccessDesk()
    const { row, secret: old } = await desk.key("ann")
    const before = await desk.session(old)
    const { secret } = accepted(await desk.keys.rotateKey(row.id, { overlap: hour }))
    const after = await desk.session(secret)
    expect([await desk.holder(before.secret), await desk.holder(after.secret)]).toEqual(["ann", "ann"])
    desk.now = hour
    expect([await desk.holder(before.secret), await desk.holder(after.secret)]).toEqual([
      "the session has ended",
      "ann",
    ])
  })

  test("[SIGN8] must be there and live, and the overlap a length of time", async () => {
    const desk = new AccessDesk()
    const { row } = await desk.key("ann", { expiresAt: hour })
    const codeOf = async (id: string, overlap = 0) => {
      const answer = await desk.keys.rotateKey(id, { overlap })
      return answer.ok || answer.rejection.code
    }
    expect([await codeOf("nosuch"), await codeOf(row.id, -1), await codeOf(row.id, Number.POSITIVE_INFINITY)]).toEqual([
      "KEY_NOT_FOUND",
      "DATA_INVALID",
      "DATA_INVALID",
    ])
    desk.now = hour
    expect(await codeOf(row.id)).toBe("KEY_NOT_LIVE")
  })
})

describe("a revoked key", () => {
  test("[SIGN9] is refused at once, with its old secrets and the sessions begun with any of them", async () => {
    const desk = new AccessDesk()
    const { row, secret: old } = await desk.key("ann")
    const sessions = [await desk.session(old)]
    const { secret } = accepted(await desk.keys.rotateKey(row.id))
    sessions.push(await desk.session(secret), await desk.session(old))
    const other = await desk.key("bob")
    const secrets = [old, secret, ...sessions.map((session) => session.secret), other.secret]
    const holders = async () => {
      const found = []
      for (const one of secrets) found.push(await desk.holder(one))
      return found
    }
    expect(await holders()).toEqual(["ann", "ann", "ann", "ann", "ann", "bob"])
    desk.now = 5
    expect(await desk.keys.revokeKey(row.id)).toEqual({ ok: true, value: { ...row, revokedAt: 5 } })
    const [revoked, ended] = ["the key was revoked", "the session has ended"]
    expect(await holders()).toEqual([revoked, revoked, ended, ended, ended, "bob"])
  })

  test("[SIGN9] stays revoked since then, however often it is revoked", async () => {
    const desk = new AccessDesk()
    const { row } = await desk.key("ann")
    accepted(await desk.keys.revokeKey(row.id))
    desk.now = 5
    expect(accepted(await desk.keys.revokeKey(row.id)).revokedAt).toBe(0)
    expect(await desk.keys.revokeKey("nosuch")).toMatchObject({ rejection: { code: "KEY_NOT_FOUND" } })
  })

  test("[SIGN9] can be an old secret alone", async () => {
    const desk = new AccessDesk()
    const { row, secret: old } = await desk.key("ann")
    const { secret } = accepted(await desk.keys.rotateKey(row.id))
    accepted(await desk.keys.revokeKey(`${row.id}.1`))
    expect([await desk.holder(old), await desk.holder(secret)]).toEqual(["the key was revoked", "ann"])
  })

  test("[SIGN10] elsewhere is noticed within seconds; so long nothing is read again", async () => {
    const store = new CredentialsInMemory()
    const [here, elsewhere] = [new AccessDesk(store), new AccessDesk(store)]
    const { row, secret } = await here.key("ann")
    expect([await here.holder(secret), await here.holder(secret), store.reads]).toEqual(["ann", "ann", 1])
    accepted(await elsewhere.keys.revokeKey(row.id))
    here.now = 2_999
    expect(await here.holder(secret)).toBe("ann")
    here.now = 3_000
    expect(await here.holder(secret)).toBe("the key was revoked")
  })

  test("[SIGN10] is not believed because it was being read when it was revoked", async () => {
    const desk = new AccessDesk()
    const { row, secret } = await desk.key("ann")
    const before = await desk.store.credentialOf(hashOf(secret))
    const read = Promise.withResolvers<typeof before>()
    const { credentialOf } = desk.store
    desk.store.credentialOf = () => read.promise
    const asked = desk.holder(secret)
    accepted(await desk.keys.revokeKey(row.id))
    desk.store.credentialOf = credentialOf
    read.resolve(before)
    expect([await asked, await desk.holder(secret)]).toEqual(["ann", "the key was revoked"])
  })
})
