import { describe, expect, test } from "vitest"
import { problemOf, type Refusal } from "../../src/api/problems.ts"
import { openLog } from "../../src/http/log.ts"
import { StoreError } from "../../src/main.ts"
import { openPlace } from "./place.ts"
import { listening, sendRaw } from "./sockets.ts"

test("[HTTP1] every operation of the table has its route", async () => {
  const { operations } = await import("../../src/api/operations.ts")
  const { targetOf } = await import("../../src/api/routes.ts")
  const { app } = await openPlace()
  await app.ready()
  const missing = (Object.keys(operations) as (keyof typeof operations)[]).filter((name) => {
    const { method, path } = targetOf(name)
    return !app.hasRoute({ method, url: `/api/v1${path}` })
  })
  expect(missing).toEqual([])
})

describe("what is refused", () => {
  test("[HTTP6] has a title that writes acronyms as they are written", () => {
    const titleOf = (code: Refusal["code"]) => problemOf({ code, message: "", remedy: "" }).title
    expect([titleOf("BODY_NOT_JSON"), titleOf("CSRF_MISSING"), titleOf("ITEM_NOT_LIVE")]).toEqual([
      "Body not JSON",
      "CSRF missing",
      "Item not live",
    ])
  })

  test("[HTTP6] is told as RFC 9457 says, with the number of the request", async () => {
    const { app } = await openPlace()
    const answer = await app.inject({ method: "POST", url: "/api/v1/cases", payload: { process: "nothing" } })
    expect(answer.headers["content-type"]).toMatch(/^application\/problem\+json/)
    expect(answer.json()).toEqual({
      type: "/docs/errors#PROCESS_NOT_FOUND",
      title: "Process not found",
      status: 404,
      detail: expect.any(String),
      instance: answer.headers["x-request-id"],
      code: "PROCESS_NOT_FOUND",
      remedy: expect.any(String),
    })
  })

  test("[HTTP6] to who is not signed in says how to, before his body is read", async () => {
    const { app } = await openPlace()
    const answer = await app.inject({
      ...{ method: "POST", url: "/api/v1/cases", payload: "not even JSON" },
      headers: { authorization: "Bearer nobody", "content-type": "application/json" },
    })
    expect([answer.statusCode, answer.json().code, answer.headers["www-authenticate"]]).toEqual([
      401,
      "NOT_SIGNED_IN",
      'Bearer realm="exlet"',
    ])
  })

  test("[HTTP6] for its method says which would do", async () => {
    const { app } = await openPlace()
    const answer = await app.inject({ method: "DELETE", url: "/api/v1/cases/1" })
    expect([answer.statusCode, answer.json().code, answer.headers.allow]).toEqual([
      405,
      "METHOD_NOT_ALLOWED",
      "GET, HEAD",
    ])
  })

  test.each([
    ["GET", "/api/v1/casses", 404, "ROUTE_NOT_FOUND"],
    ["GET", "/api/v1/cases/", 400, "REQUEST_INVALID"],
    ["GET", "/api/v1/cases/1/", 404, "ROUTE_NOT_FOUND"],
    ["GET", "/api/v1//cases", 404, "ROUTE_NOT_FOUND"],
    ["GET", "/API/v1/cases", 404, "ROUTE_NOT_FOUND"],
    ["GET", "/api/v1/families/%zz/log", 400, "REQUEST_INVALID"],
    ["GET", "/api/v1/families/%c0%ae/log", 400, "REQUEST_INVALID"],
    ["OPTIONS", "/api/v1/cases", 405, "METHOD_NOT_ALLOWED"],
    ["POST", "/api/v1/events", 405, "METHOD_NOT_ALLOWED"],
    ["HEAD", "/api/v1/events", 405, "METHOD_NOT_ALLOWED"],
    ["PROPFIND", "/", 405, "METHOD_NOT_ALLOWED"],
  ] as const)("[HTTP6] %s %s is %i", async (method, url, status, code) => {
    const { app } = await openPlace()
    const answer = await app.inject({ method: method as "GET", url })
    expect([answer.statusCode, method === "HEAD" ? code : answer.json().code]).toEqual([status, code])
  })

  test.each([
    ["/api/v1/families/../cases", "404 ROUTE_NOT_FOUND"],
    ["/api/v1/../../etc/passwd", "404 ROUTE_NOT_FOUND"],
    ["/docs/%2e%2e/%2e%2e/etc/passwd", "404 ROUTE_NOT_FOUND"],
    ["/docs/errors%2f..%2f..%2fpackage.json", "404 ROUTE_NOT_FOUND"],
    ["/api/v1/families/a%00b/log", "400 REQUEST_INVALID"],
    ["/api/v1/families/%252e%252e/log", "200"],
  ])("[HTTP6] %s leads nowhere it should not", async (path, expected) => {
    const { app } = await openPlace()
    const { port } = await listening(app)
    const head = `GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`
    expect(await sendRaw(port, head)).toBe(expected)
  })

  test("[HTTP6] by a store that fails is no bug: come back", async () => {
    const { app } = await openPlace(
      {},
      {
        items: async () => {
          throw new StoreError("STORE_FAILED", "the disk is full")
        },
      },
    )
    const answer = await app.inject("/api/v1/items")
    expect([answer.statusCode, answer.json().code, answer.headers["retry-after"]]).toEqual([503, "STORE_FAILED", "1"])
  })
})

describe("a bug", () => {
  test("[HTTP7] is told by the number of its request alone, under which the log has it", async () => {
    const lines: string[] = []
    const log = openLog({ to: { write: (line: string) => void lines.push(line) } })
    const { app } = await openPlace(
      { log },
      {
        items: async () => {
          throw new Error("secret inside")
        },
      },
    )
    const answer = await app.inject("/api/v1/items")
    expect([answer.statusCode, answer.json().code]).toEqual([500, "DOOR_FAILED"])
    expect(answer.body).not.toMatch(/secret inside|\.ts:/)
    const told = lines.map((line) => JSON.parse(line)).find(({ err }) => err !== undefined)
    expect([told.request, told.err.message]).toEqual([answer.json().instance, "secret inside"])
  })

  test("[HTTP7] so is an answer that does not fit its schema, where answers are checked", async () => {
    const { app } = await openPlace({}, { items: async () => ({ ok: true, value: { rows: 3 } as never }) })
    expect((await app.inject("/api/v1/items")).json().code).toBe("DOOR_FAILED")
  })

  test("[HTTP7] what this server has no handler for is said to be so", async () => {
    const { app } = await openPlace()
    expect((await app.inject("/api/v1/trees")).json()).toMatchObject({ status: 501, code: "NOT_SUPPORTED" })
  })
})
