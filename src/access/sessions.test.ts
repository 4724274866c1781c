import { describe, expect, test } from "vitest"
import { AccessDesk, ann, day, hour } from "../../test/language/credentials.ts"
import { administrator, asAgentId } from "../messages/ids.ts"
import { accepted } from "../runtime/answer.ts"
import { hashOf } from "./credentials.ts"
import { csrfToken, isCsrfToken } from "./csrf.ts"
import type { Principal } from "./principal.ts"
import { sessionCookie, sessionIn } from "./session-cookie.ts"

const token: Principal = { agent: ann, scope: { rights: ["see"] }, by: "token", credential: "jti-7" }

describe("a session", () => {
  test("[SIGN11] has the agent and the bounds of the key or token it was begun with, and is kept as a hash", async () => {
    const desk = new AccessDesk()
    const { secret: key } = await desk.key("ann", { rights: ["do"], processes: ["order"] })
    const ofKey = await desk.session(key)
    const ofToken = accepted(await desk.sessions.beginSession(token))
    expect(await desk.sessions.sessionHolder(ofKey.secret)).toEqual({
      ok: true,
      value: { agent: ann, scope: { rights: ["do"], processes: ["order"] }, by: "session", credential: ofKey.id },
    })
    expect(await desk.sessions.sessionHolder(ofToken.secret)).toEqual({
      ok: true,
      value: { agent: ann, scope: { rights: ["see"] }, by: "session", credential: ofToken.id },
    })
    expect(desk.store.rows.get(ofToken.id)).toEqual({
      ...{ id: ofToken.id, kind: "session", hash: hashOf(ofToken.secret), agent: ann, rights: ["see"] },
      ...{ createdAt: 0, createdBy: ann, expiresAt: 12 * hour },
    })
  })

  test("[SIGN11] of somebody who acts as another tells who is behind it", async () => {
    const desk = new AccessDesk()
    const begun = accepted(await desk.sessions.beginSession({ ...token, behind: asAgentId("bob") }))
    expect(accepted(await desk.sessions.sessionHolder(begun.secret))).toEqual({
      ...{ agent: ann, scope: { rights: ["see"] }, by: "session", credential: begun.id, behind: "bob" },
    })
  })

  test("[SIGN11] begins with a key or a token, not with another session or with nothing", async () => {
    const desk = new AccessDesk()
    for (const by of ["session", "development"] as const) {
      const answer = await desk.sessions.beginSession({ agent: administrator, scope: {}, by })
      expect(answer).toMatchObject({ ok: false, rejection: { code: "NOT_SIGNED_IN" } })
    }
  })

  test("[SIGN11] does not begin with a key that was revoked a moment ago", async () => {
    const desk = new AccessDesk()
    const { row, secret } = await desk.key("ann")
    const principal = accepted(await desk.keys.keyHolder(secret))
    accepted(await desk.keys.revokeKey(row.id))
    const answer = await desk.sessions.beginSession(principal)
    expect(answer).toMatchObject({ ok: false, rejection: { message: "the key is no longer valid" } })
  })

  test("[SIGN12] ends when it was not used for 12 hours", async () => {
    const desk = new AccessDesk()
    const { secret } = await desk.session((await desk.key("ann")).secret)
    desk.now = 11 * hour
    expect(await desk.holder(secret)).toBe("ann")
    desk.now = 23 * hour - 1
    expect(await desk.holder(secret)).toBe("ann")
    desk.now += 12 * hour
    expect(await desk.holder(secret)).toBe("the session has ended")
  })

  test("[SIGN12] ends after 7 days however much it is used", async () => {
    const desk = new AccessDesk()
    const { secret } = await desk.session((await desk.key("ann")).secret)
    for (; desk.now < 7 * day; desk.now += 6 * hour) expect(await desk.holder(secret)).toBe("ann")
    expect(await desk.holder(secret)).toBe("the session has ended")
  })

  test("[SIGN12] is written when it is prolonged by a hundredth or more, not with every request", async () => {
    const desk = new AccessDesk()
    const { secret, id } = await desk.session((await desk.key("ann")).secret)
    const ends = []
    for (const minute of [0, 5, 7, 8, 12, 16]) {
      desk.now = (minute * hour) / 60
      await desk.holder(secret)
      ends.push(((desk.store.rows.get(id)?.expiresAt ?? 0) - 12 * hour) / (hour / 60))
    }
    expect(ends).toEqual([0, 0, 0, 8, 8, 16])
  })

  test("[SIGN34] begun with a token ends with it at the latest, however much it is used", async () => {
    const desk = new AccessDesk()
    const { secret, expiresAt } = accepted(await desk.sessions.beginSession({ ...token, until: hour }))
    desk.now = hour - 1
    const before = await desk.holder(secret)
    desk.now = hour
    expect([expiresAt, before, await desk.holder(secret)]).toEqual([hour, "ann", "the session has ended"])
  })

  test("[SIGN13] lasts no longer than its key", async () => {
    const desk = new AccessDesk()
    const { secret: key } = await desk.key("ann", { expiresAt: 15 * hour })
    const { secret } = await desk.session(key)
    desk.now = 10 * hour
    expect(await desk.holder(secret)).toBe("ann")
    desk.now = 15 * hour - 1
    expect(await desk.holder(secret)).toBe("ann")
    desk.now = 15 * hour
    expect(await desk.holder(secret)).toBe("the session has ended")
  })

  test("[SIGN14] is over when it is signed out of, once and for all", async () => {
    const desk = new AccessDesk()
    const { secret } = accepted(await desk.sessions.beginSession(token))
    for (const each of [secret, secret, "nobody's"]) await desk.sessions.endSession(each)
    expect(await desk.holder(secret)).toBe("the session has ended")
  })

  test("[SIGN14] is over also if a request was just prolonging it", async () => {
    const desk = new AccessDesk()
    const { secret } = await desk.session((await desk.key("ann")).secret)
    const [writing, written] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const { putCredentials } = desk.store
    desk.store.putCredentials = async (rows) => {
      desk.store.putCredentials = putCredentials
      writing.resolve()
      await written.promise
      return desk.store.putCredentials(rows)
    }
    desk.now = 6 * hour
    const using = desk.holder(secret)
    await writing.promise
    const ending = desk.sessions.endSession(secret)
    // As long as anything else would take.
    await new Promise(setImmediate)
    written.resolve()
    await Promise.all([using, ending])
    expect(await desk.holder(secret)).toBe("the session has ended")
  })

  test("[SIGN14] that has ended is dropped when another begins", async () => {
    const desk = new AccessDesk()
    await desk.sessions.beginSession(token)
    desk.now = day
    const { id } = accepted(await desk.sessions.beginSession(token))
    expect([...desk.store.rows.keys()]).toEqual([id])
  })
})

test("[SIGN15] a page's token follows from the session's secret and fits no other", async () => {
  const desk = new AccessDesk()
  const { secret, csrf } = accepted(await desk.sessions.beginSession(token))
  expect(csrf).toBe(csrfToken(secret))
  const given = [csrf, csrfToken("another"), `${csrf}x`, "", undefined, secret]
  expect(given.map((one) => isCsrfToken(secret, one))).toEqual([true, false, false, false, false, false])
})

test("[SIGN16] the cookie is out of reach of scripts and other sites, and planted by nobody else; over plain http it has another name", () => {
  const attributes = { path: "/", httpOnly: true, sameSite: "strict" }
  expect(sessionCookie(true)).toEqual({ name: "__Host-exlet", secure: true, ...attributes })
  expect(sessionCookie(false)).toEqual({ name: "exlet", secure: false, ...attributes })
})

test("[SIGN16] the cookie is found among others by its whole name", () => {
  const found = (header?: string) => sessionIn(header, sessionCookie(false))
  expect(
    ["a=b; exlet=abc=; c=d", "exlet=x", "notexlet=x; exlets=y; __Host-exlet=z", "exlet=; b", "", undefined].map(found),
  ).toEqual(["abc=", "x", undefined, undefined, undefined, undefined])
})
