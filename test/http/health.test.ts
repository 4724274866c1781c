import { describe, expect, test } from "vitest"
import { accepted, openEngine } from "../../src/main.ts"
import { openPlace } from "./place.ts"

const metrics = async () => ({ contentType: "text/plain; version=0.0.4", text: "exlet_quarantined 0\n" })

/** Only ann may administer. */
const permissions = `
organisation:
  roles: { chief: {} }
  agents: { ann: { roles: [chief] }, bob: {} }
  permissions: { chief: [administer] }
`

describe("what machines ask", () => {
  test("[HTTP18] whether it is alive and ready needs no signing in", async () => {
    const { app } = await openPlace()
    const headers = { authorization: "Bearer nobody" }
    const [alive, ready] = [
      await app.inject({ url: "/healthz", headers }),
      await app.inject({ url: "/readyz", headers }),
    ]
    expect([alive.json(), ready.json()]).toEqual([{ status: "alive" }, { status: "ready" }])
  })

  test("[HTTP18] it is not ready when the store does not answer", async () => {
    const engine = await openEngine()
    const { app } = await openPlace({ engine })
    engine.probe = () => Promise.reject(new Error("the disk is gone"))
    const answer = await app.inject("/readyz")
    expect([answer.statusCode, answer.json().code, (await app.inject("/healthz")).statusCode]).toEqual([
      503,
      "STORE_FAILED",
      200,
    ])
  })

  test("[HTTP18] metrics are for administrators, whoever has the token, and in development for all", async () => {
    const engine = await openEngine()
    accepted(await engine.deploy(permissions))
    const { app } = await openPlace({ engine, metrics, metricsToken: "scraper" })
    const asked = async (who: string) => {
      const answer = await app.inject({ url: "/metrics", headers: { authorization: `Bearer ${who}` } })
      return [answer.statusCode, answer.statusCode === 200 ? answer.body : answer.json().code]
    }
    expect(await asked("ann")).toEqual([200, "exlet_quarantined 0\n"])
    expect(await asked("scraper")).toEqual([200, "exlet_quarantined 0\n"])
    expect(await asked("bob")).toEqual([403, "NOT_PERMITTED"])
    expect(await asked("nobody")).toEqual([401, "NOT_SIGNED_IN"])
    const development = await openPlace({ metrics, mode: "development" })
    const open = await development.app.inject({ url: "/metrics", headers: { authorization: "Bearer nobody" } })
    expect(open.statusCode).toBe(200)
    for (const headers of [{ host: "evil.example" }, { origin: "https://evil.example" }]) {
      const foreign = await development.app.inject({ url: "/metrics", headers })
      expect([foreign.statusCode, foreign.json().code]).toEqual([403, "ORIGIN_FOREIGN"])
    }
  })
})
