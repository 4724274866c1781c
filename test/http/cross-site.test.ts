import { afterAll, beforeAll, expect, test } from "vitest"
import { targetOf } from "../../src/api/routes.ts"
import { asJson, operationNames } from "./calls.ts"
import { openWorld, type World } from "./world.ts"

let world: World
beforeAll(async () => {
  world = await openWorld({ bundles: ["process: one\nflow: [ { task: a } ]"] })
})
afterAll(() => world.close())

const foreign = {
  "an image, script, frame or link of another site": { "sec-fetch-site": "cross-site", "sec-fetch-mode": "no-cors" },
  "a link of another site": {
    "sec-fetch-site": "cross-site",
    "sec-fetch-mode": "navigate",
    "sec-fetch-dest": "document",
  },
  "a page of another port": { "sec-fetch-site": "same-site" },
  "an old browser": { referer: "https://evil.example/" },
  "a script of another site": { origin: "https://evil.example", "sec-fetch-site": "cross-site" },
  "a frame without an origin": { origin: "null" },
  "a name of another site that points here": { host: "evil.example" },
} as const

test.each(Object.entries(foreign))(
  "[SIGN36] a development server does nothing for %s, by no route",
  async (_, headers) => {
    const wrong: string[] = []
    for (const name of operationNames) {
      const { method, path } = targetOf(name)
      const url = `/api/v1${path.replace(/:\w+/g, "one")}`
      const body = method === "POST" ? { body: "{}" } : {}
      const got = await world.raw(method, url, { headers: { ...asJson, ...headers }, ...body })
      const { code } = (got.json ?? {}) as { readonly code?: string }
      if (got.status !== 403 || code !== "ORIGIN_FOREIGN") wrong.push(`${name}: ${got.status} ${code}`)
    }
    expect(wrong).toEqual([])
    expect((await world.raw("GET", "/metrics", { headers })).status).toBe(403)
  },
)

test("[SIGN36] a development server answers its own pages, addresses typed in, and programs", async () => {
  for (const headers of [{ "sec-fetch-site": "same-origin" }, { "sec-fetch-site": "none" }, {}])
    expect((await world.raw("GET", "/api/v1/backup", { headers })).status).toBe(200)
})
