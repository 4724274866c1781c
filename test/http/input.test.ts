import { describe, expect, test } from "vitest"
import { connect } from "../../src/client.ts"
import { openPlace } from "./place.ts"

describe("a body", () => {
  test("[HTTP2] that fits is taken as it is", async () => {
    const { app, engine } = await openPlace()
    const answer = await app.inject({ method: "POST", url: "/api/v1/cases", payload: { process: "order" } })
    const [started] = await engine.cases()
    expect([answer.statusCode, answer.json()]).toEqual([201, { case: started?.id }])
  })

  test("[HTTP25] of what makes something answers 201, and 200 in a dry run", async () => {
    const { app } = await openPlace()
    const statusOf = async (more: object) =>
      (await app.inject({ method: "POST", url: "/api/v1/cases", payload: { process: "order", ...more } })).statusCode
    expect([await statusOf({}), await statusOf({ dryRun: false }), await statusOf({ dryRun: true })]).toEqual([
      201, 201, 200,
    ])
  })

  test("[HTTP2] that does not is refused with a problem for each field, what is expected and what was given", async () => {
    const { app, engine } = await openPlace()
    const payload = { proces: "order", data: 3, version: "2", reason: "x".repeat(2001), dryRun: "yes" }
    const answer = await app.inject({ method: "POST", url: "/api/v1/cases", payload })
    expect(answer.json().fields).toEqual([
      {
        field: "process",
        code: "REQUIRED",
        message: '"process" is missing; expected is a text of 1 to 200 characters',
      },
      { field: "proces", code: "UNKNOWN_FIELD", message: `there is no "proces"; did you mean 'process'?` },
      { field: "data", code: "WRONG_TYPE", message: "expected is an object, given is 3" },
      { field: "version", code: "WRONG_TYPE", message: 'expected is a whole number from 1 up, given is "2"' },
      {
        ...{ field: "reason", code: "TOO_LARGE" },
        message: "expected is a text of at most 2000 characters, given is a text of 2001 characters",
      },
      { field: "dryRun", code: "WRONG_TYPE", message: 'expected is true or false, given is "yes"' },
    ])
    expect(answer.json()).toMatchObject({ status: 400, code: "REQUEST_INVALID" })
    expect(await engine.cases()).toEqual([])
  })

  test.each([
    ["deployments", { files: [{ name: "a.yaml", txt: "" }] }, "files[0].text", "REQUIRED"],
    ["deployments", { files: [{ name: "a.yaml", text: "", x: 1 }] }, "files[0].x", "UNKNOWN_FIELD"],
    ["deployments", { files: "a" }, "files", "WRONG_TYPE"],
    ["holds/suspend", { target: { kind: "item" } }, "target", "WRONG_TYPE"],
    ["agents/ann/grant", { capabilities: [] }, "capabilities", "TOO_SMALL"],
    ["items/1.i1/retry", { with: "me" }, "with", "WRONG_TYPE"],
    ["backtests", { remove: -1 }, "remove", "TOO_SMALL"],
    ["rules", { on: "a", at: "b", if: "true", then: 1, from: { case: 1 } }, "from", "WRONG_TYPE"],
  ])("[HTTP2] at %s is told of at its place (%j)", async (path, payload, field, code) => {
    const { app } = await openPlace()
    const answer = await app.inject({ method: "POST", url: `/api/v1/${path}`, payload })
    expect([answer.statusCode, answer.json().fields.map((one: object) => ({ ...one, message: "" }))]).toEqual([
      400,
      [{ field, code, message: "" }],
    ])
  })

  test("[HTTP2] must be an object", async () => {
    const { app } = await openPlace()
    for (const payload of ["[]", "null", "3", '"text"', "true"]) {
      const headers = { "content-type": "application/json" }
      const answer = await app.inject({ method: "POST", url: "/api/v1/cases", payload, headers })
      expect([payload, answer.json().code]).toEqual([payload, "REQUEST_INVALID"])
    }
  })

  test("[HTTP2] may be missing: that is an empty object", async () => {
    const { app } = await openPlace()
    const url = "/api/v1/cases/1/suspend"
    const json = { "content-type": "application/json" }
    const answers = [
      await app.inject({ method: "POST", url }),
      await app.inject({ method: "POST", url, headers: json }),
    ]
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200])
  })
})

describe("an address", () => {
  test("[HTTP3] is read as what is expected there", async () => {
    const seen: unknown[] = []
    const { app } = await openPlace(
      {},
      {
        worklist: async (input) => {
          seen.push(input)
          return { ok: true, value: { rows: [] } }
        },
      },
    )
    const query = "limit=5&priority=1.5&dueBefore=1700000000000&process=12"
    await app.inject(`/api/v1/agents/ann%20b%2Fc/worklist?${query}`)
    await app.inject("/api/v1/agents/ann/worklist?dueBefore=2026-12-24T09:00:00Z")
    expect(seen).toEqual([
      { agent: "ann b/c", limit: 5, priority: 1.5, dueBefore: 1_700_000_000_000, process: "12" },
      { agent: "ann", dueBefore: "2026-12-24T09:00:00Z" },
    ])
  })

  test.each([
    [
      "items?live=maybe",
      [{ field: "live", code: "WRONG_TYPE", message: 'expected is true or false, given is "maybe"' }],
    ],
    ["items?live=", [{ field: "live", code: "WRONG_TYPE", message: 'expected is true or false, given is ""' }]],
    [
      "items?limit=0x10",
      [{ field: "limit", code: "WRONG_TYPE", message: 'expected is a whole number from 1 to 1000, given is "0x10"' }],
    ],
    [
      "items?limit=0",
      [{ field: "limit", code: "TOO_SMALL", message: "expected is a whole number from 1 to 1000, given is 0" }],
    ],
    [
      "items?limit=3&limit=4",
      [{ field: "limit", code: "REPEATED", message: '"limit" is given 2 times; once is enough' }],
    ],
    [
      "items?lives=true",
      [{ field: "lives", code: "UNKNOWN_FIELD", message: `there is no "lives"; did you mean 'live'?` }],
    ],
    [
      "items?__proto__=1",
      [{ field: "__proto__", code: "UNKNOWN_FIELD", message: expect.stringContaining("expected are case") }],
    ],
    [
      "items?process=a%00b",
      [{ field: "process", code: "NOT_ALLOWED", message: "control characters are not allowed here" }],
    ],
    [
      "families/%00/log",
      [{ field: "family", code: "NOT_ALLOWED", message: "control characters are not allowed here" }],
    ],
    [
      `families/${"x".repeat(201)}/log`,
      [
        {
          ...{ field: "family", code: "TOO_LARGE" },
          message: "expected is a text of 1 to 200 characters, given is a text of 201 characters",
        },
      ],
    ],
  ])("[HTTP3] that does not fit is refused: %s", async (path, fields) => {
    const { app } = await openPlace()
    const answer = await app.inject(`/api/v1/${path}`)
    expect([answer.statusCode, answer.json().fields]).toEqual([400, fields])
  })
})

describe("headers", () => {
  const told = async (headers: Record<string, string>) => {
    const { app } = await openPlace()
    const answer = await app.inject({ method: "POST", url: "/api/v1/cases/1/suspend", headers })
    return answer.json().events?.[0] ?? answer.json().detail
  }

  test("[HTTP4] the key and the expected revision reach the command, however the revision is quoted", async () => {
    const key = "8d7b1f"
    const idempotent = { "idempotency-key": key }
    expect(await told({ ...idempotent, "if-match": '"7"' })).toEqual({ type: "Told", reason: "", expected: 7, key })
    expect(await told({ "if-match": 'W/"7"' })).toEqual({ type: "Told", reason: "", expected: 7 })
    expect(await told({ "if-match": "7" })).toEqual({ type: "Told", reason: "", expected: 7 })
    expect(await told({ "if-match": "*" })).toEqual({ type: "Told", reason: "" })
  })

  test("[HTTP4] a key or revision that is none is refused", async () => {
    const noKey = "the Idempotency-Key is not 1 to 200 visible ASCII characters"
    expect(await told({ "idempotency-key": "" })).toBe(noKey)
    expect(await told({ "idempotency-key": "a b" })).toBe(noKey)
    expect(await told({ "idempotency-key": "x".repeat(201) })).toBe(noKey)
    expect(await told({ "if-match": '"abc"' })).toBe("the If-Match header names no revision")
    expect(await told({ "if-match": '"1", "2"' })).toBe("the If-Match header names no revision")
  })

  test("[HTTP4] an answer with a revision has it as its ETag, and is not sent to who has it already", async () => {
    const { app } = await openPlace()
    const url = "/api/v1/families/1/log"
    const first = await app.inject(url)
    expect([first.statusCode, first.headers.etag]).toEqual([200, '"7"'])
    const again = await app.inject({ url, headers: { "if-none-match": '"6", W/"7"' } })
    expect([again.statusCode, again.headers.etag, again.body]).toEqual([304, '"7"', ""])
    const changed = await app.inject({ url, headers: { "if-none-match": '"6"' } })
    expect(changed.statusCode).toBe(200)
  })

  test("[HTTP5] Exlet-As asks on behalf of somebody else, in UTF-8", async () => {
    const { app } = await openPlace()
    const as = Buffer.from("Zoë").toString("latin1")
    const answer = await app.inject({ url: "/api/v1/me", headers: { "exlet-as": as } })
    expect(answer.json()).toMatchObject({ agent: "Zoë" })
  })

  test("[HTTP5] the client sends whom it acts as in UTF-8, whatever the name", async () => {
    const { app } = await openPlace()
    const fetch: typeof globalThis.fetch = async (url, init) => {
      const headers = Object.fromEntries(new Headers(init?.headers))
      const { statusCode, body } = await app.inject({ url: new URL(String(url)).pathname, headers })
      return new Response(body, { status: statusCode, headers: { "content-type": "application/json" } })
    }
    const told = await connect({ url: "http://localhost", as: "Zoë Łoś", fetch }).me()
    expect(told.ok && told.value.agent).toBe("Zoë Łoś")
  })
})
