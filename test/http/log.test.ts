import { expect, test } from "vitest"
import { openLog } from "../../src/http/log.ts"
import { openPlace } from "./place.ts"

function opened() {
  const lines: Record<string, unknown>[] = []
  const log = openLog({ to: { write: (line: string) => void lines.push(JSON.parse(line)) } })
  return { lines, log }
}

test("[HTTP21] each request is one line: what, by whom, about which family, and what came of it", async () => {
  const { lines, log } = opened()
  const { app } = await openPlace({ log })
  const headers = { authorization: "Bearer bob", "exlet-as": "ann", "x-api-key": "hush" }
  await app.inject({ method: "POST", url: "/api/v1/items/f1.i3/complete", headers, payload: {} })
  await app.inject("/api/v1/nowhere?key=hush")
  expect(lines).toEqual([
    {
      ...{ level: 30, time: expect.any(Number), request: expect.any(String), msg: "request" },
      ...{ operation: "completeItem", method: "POST", status: 404, ms: expect.any(Number), code: "ITEM_NOT_FOUND" },
      ...{ agent: "ann", by: "key", credential: "key of bob", behind: "bob", family: "f1" },
    },
    {
      ...{ level: 30, time: expect.any(Number), request: expect.any(String), msg: "request" },
      ...{ path: "/api/v1/nowhere", method: "GET", status: 404, ms: expect.any(Number), code: "ROUTE_NOT_FOUND" },
    },
  ])
})

test("[HTTP21] what shows who somebody is does not get into the log, whoever logs it", () => {
  const { lines, log } = opened()
  const headers = { authorization: "hush", cookie: "hush", "x-api-key": "hush", "x-csrf-token": "hush", accept: "*/*" }
  log.info({ headers, request: { headers }, secret: "hush", key: { secret: "hush" } }, "odd")
  expect(JSON.stringify(lines)).not.toContain("hush")
  expect(lines).toMatchObject([{ headers: { accept: "*/*" } }])
})
