import { describe, expect, test } from "vitest"
import type { Measures } from "../../src/http/door.ts"
import { accepted, openEngine } from "../../src/main.ts"
import { openPlace } from "./place.ts"

const measures: Measures = {
  request: () => undefined,
  streams: () => undefined,
  page: async ({ quarantined }) => `exlet_quarantined ${quarantined}\n`,
  contentType: "text/plain; version=0.0.4",
}

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
    engine.lastPosition = () => Promise.reject(new Error("the disk is gone"))
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
    const { app } = await openPlace({ engine, measures, metricsToken: "scraper" })
    const asked = async (who: string) => {
      const answer = await app.inject({ url: "/metrics", headers: { authorization: `Bearer ${who}` } })
      return [answer.statusCode, answer.statusCode === 200 ? answer.body : answer.json().code]
    }
    expect(await asked("ann")).toEqual([200, "exlet_quarantined 0\n"])
    expect(await asked("scraper")).toEqual([200, "exlet_quarantined 0\n"])
    expect(await asked("bob")).toEqual([403, "NOT_PERMITTED"])
    expect(await asked("nobody")).toEqual([401, "NOT_SIGNED_IN"])
    const development = await openPlace({ measures, mode: "development" })
    const open = await development.app.inject({ url: "/metrics", headers: { authorization: "Bearer nobody" } })
    expect(open.statusCode).toBe(200)
  })

  test("[HTTP18] requests and streams are counted by their operation", async () => {
    const told: unknown[] = []
    const { app } = await openPlace({
      measures: { ...measures, request: ({ operation, status }) => told.push([operation, status]) },
    })
    await app.inject("/api/v1/me")
    await app.inject("/api/v1/items?live=maybe")
    await app.inject("/nowhere")
    expect(told).toEqual([
      ["me", 200],
      ["items", 400],
      ["none", 404],
    ])
  })
})
