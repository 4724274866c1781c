import { EventEmitter, once } from "node:events"
import { request as ask } from "node:http"
import type { Socket } from "node:net"
import { describe, expect, test } from "vitest"
import { isDeeper } from "../../src/http/json-depth.ts"
import { openPlace } from "./place.ts"
import { dial, heard, listening, sendRaw } from "./sockets.ts"

const arrived = new EventEmitter()
const json = { "content-type": "application/json" }
const start = { method: "POST", url: "/api/v1/cases", headers: json } as const

describe("a body", () => {
  test.each([
    ["invalid UTF-8", Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d]), 400, "BODY_NOT_JSON"],
    ["half of it", '{"process":', 400, "BODY_NOT_JSON"],
    ["NaN", '{"process": NaN}', 400, "BODY_NOT_JSON"],
    ["a comment", '{} // "process"', 400, "BODY_NOT_JSON"],
    ["__proto__", '{"process": "order", "data": {"__proto__": {"x": 1}}}', 400, "REQUEST_INVALID"],
    ["__proto__ in disguise", '{"process": "order", "data": {"\\u005f_proto__": {"x": 1}}}', 400, "REQUEST_INVALID"],
    ["constructor.prototype", '{"data": {"constructor": {"prototype": {"x": 1}}}}', 400, "REQUEST_INVALID"],
    ["65 levels", `{"process": "order", "data": ${"[".repeat(64)}${"]".repeat(64)}}`, 400, "BODY_TOO_DEEP"],
    ["100,000 levels", `{"data": ${"[".repeat(100_000)}`, 400, "BODY_TOO_DEEP"],
    ["too much", JSON.stringify({ process: "x".repeat(1024 * 1024) }), 413, "BODY_TOO_LARGE"],
  ])("[HTTP8] with %s is refused", async (_, payload, status, code) => {
    const { app, engine } = await openPlace()
    const answer = await app.inject({ ...start, payload })
    expect([answer.statusCode, answer.json().code, await engine.cases()]).toEqual([status, code, []])
  })

  test("[HTTP8] with brackets in its texts is not deep", () => {
    const bytes = Buffer.from(JSON.stringify({ text: '"\\[{'.repeat(200), list: [[1]] }))
    expect([isDeeper(bytes, 3), isDeeper(bytes, 2)]).toEqual([false, true])
  })

  test.each([
    ["text/plain", 415],
    ["application/x-www-form-urlencoded", 415],
    ["application/json; charset=latin1", 415],
    ["application/json; charset=UTF-8", 201],
    ["nonsense", 415],
  ])("[HTTP8] said to be %s is %i", async (type, status) => {
    const { app } = await openPlace()
    const answer = await app.inject({ ...start, headers: { "content-type": type }, payload: '{"process":"order"}' })
    expect(answer.statusCode).toBe(status)
  })

  test.each([
    ["gzip", 415],
    ["identity", 201],
  ])("[HTTP8] packed as %s is %i", async (encoding, status) => {
    const { app } = await openPlace()
    const headers = { ...json, "content-encoding": encoding }
    expect((await app.inject({ ...start, headers, payload: '{"process":"order"}' })).statusCode).toBe(status)
  })

  test("[HTTP8] that is too large is answered even while it is still being sent", async () => {
    const { app } = await openPlace()
    const { port } = await listening(app)
    const asking = ask({ port, method: "POST", path: "/api/v1/cases", headers: json })
    const answered = once(asking, "response")
    for (let sent = 0; sent < 64; sent++) asking.write("x".repeat(64 * 1024))
    asking.end()
    const [answer] = await answered
    expect(answer.statusCode).toBe(413)
    answer.resume()
  })
})

describe("a definition", () => {
  const laughs = ["a: &a [x,x,x,x,x,x,x,x,x]"]
  for (const [index, name] of [..."bcdefghijk"].entries()) {
    const before = "abcdefghijk"[index]
    laughs.push(`${name}: &${name} [${Array(9).fill(`*${before}`).join(",")}]`)
  }

  test.each([
    ["billion laughs", laughs.join("\n"), 422, "DEFINITION_INVALID"],
    ["100,000 levels of YAML", "- ".repeat(100_000), 422, "DEFINITION_INVALID"],
    ["100,000 levels of JSON", '{"a":'.repeat(100_000), 422, "DEFINITION_INVALID"],
    ["a million brackets", "[".repeat(1_000_000), 422, "DEFINITION_INVALID"],
    ["a million commas", `[${",".repeat(1_000_000)}]`, 422, "DEFINITION_INVALID"],
    ["a scalar of 15 MiB", `a: ${"x".repeat(15 * 1024 * 1024)}`, 422, "DEFINITION_INVALID"],
    ["a scalar of 16 MiB", `a: ${"x".repeat(16 * 1024 * 1024)}`, 413, "BODY_TOO_LARGE"],
  ])("[HTTP8] of %s is refused", async (_, text, status, code) => {
    const { app, engine } = await openPlace()
    const answer = await app.inject({ method: "POST", url: "/api/v1/deployments", payload: { text } })
    expect([answer.statusCode, answer.json().code, engine.processes().length]).toEqual([status, code, 1])
    expect(answer.body.length).toBeLessThan(200_000)
  })
})

describe("addresses and headers", () => {
  test("[HTTP9] that are too long are refused", async () => {
    const { app } = await openPlace()
    const { port } = await listening(app)
    const get = (path: string, header = "") =>
      sendRaw(port, `GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n${header}\r\n`)
    expect(await get(`/api/v1/items?process=${"x".repeat(9000)}`)).toBe("414 ADDRESS_TOO_LONG")
    expect(await get(`/api/v1/families/${"x".repeat(9000)}/log`)).toBe("414 ADDRESS_TOO_LONG")
    expect(await get(`/${"x".repeat(40_000)}`)).toBe("431 HEADERS_TOO_LARGE")
    expect(await get("/healthz", `X-Long: ${"x".repeat(40_000)}\r\n`)).toBe("431 HEADERS_TOO_LARGE")
    expect(await get("/healthz")).toBe("200")
  })

  test("[HTTP9] what is not HTTP is told so", async () => {
    const { app } = await openPlace()
    const { port } = await listening(app)
    expect(await sendRaw(port, "hello\r\n\r\n")).toBe("400 REQUEST_INVALID")
    expect(
      await sendRaw(port, "GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n"),
    ).toBe("400 REQUEST_INVALID")
  })
})

describe("slowness", () => {
  const limits = { headersWithin: 100, requestWithin: 200, lookEvery: 20, keepAlive: 50 }

  test("[HTTP10] a connection over which nothing comes is closed, and so is one with half a header", async () => {
    const { app } = await openPlace({ limits })
    const { port } = await listening(app)
    const [idle, half] = [await dial(port), await dial(port)]
    half.write("GET /healthz HTTP/1.1\r\nHost: loc")
    const answers = await Promise.all([heard(idle), heard(half)])
    expect(answers.map((answer) => answer.slice(9, 12))).toEqual(["408", "408"])
  })

  test("[HTTP10] a body that does not come in time is not waited for", async () => {
    const { app, engine } = await openPlace({ limits })
    const { port } = await listening(app)
    const head =
      "POST /api/v1/cases HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 20\r\n\r\n{"
    expect(await sendRaw(port, head)).toBe("408 REQUEST_TOO_SLOW")
    expect(await engine.cases()).toEqual([])
  })

  test("[HTTP10] a connection is kept for the next request, but not for long", async () => {
    const { app } = await openPlace({ limits })
    const { port } = await listening(app)
    const socket = await dial(port)
    const all = heard(socket)
    socket.write("GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
    expect((await all).slice(9, 12)).toBe("200")
  })
})

describe("crowds", () => {
  test("[HTTP11] more requests at a time than allowed are asked to come back, and counted no longer", async () => {
    let open = () => {}
    const gate = new Promise<void>((resolve) => {
      open = resolve
    })
    const { app } = await openPlace(
      { limits: { requests: 2 } },
      {
        items: async () => {
          await gate
          return { ok: true, value: { rows: [] } }
        },
      },
    )
    const inside = [app.inject("/api/v1/items"), app.inject("/api/v1/items")]
    await app.inject("/healthz")
    const third = await app.inject("/api/v1/items")
    expect([third.statusCode, third.json().code, third.headers["retry-after"]]).toEqual([503, "TOO_BUSY", "1"])
    open()
    expect((await Promise.all(inside)).map(({ statusCode }) => statusCode)).toEqual([200, 200])
    expect((await app.inject("/api/v1/items")).statusCode).toBe(200)
  })

  test("[HTTP11] those that wait on purpose take no place from others", async () => {
    const arrivals = new EventEmitter()
    const { app } = await openPlace(
      { limits: { requests: 1, waiting: 2, waitingEach: 2 } },
      {
        claim: (_, { signal }) => {
          arrivals.emit("claim")
          return new Promise((resolve) =>
            signal.addEventListener("abort", () => resolve({ ok: true, value: { rows: [] } })),
          )
        },
      },
    )
    const { port } = await listening(app)
    const head = "POST /api/v1/workers/w/claim HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    const waiting: Socket[] = []
    for (let count = 0; count < 2; count++) {
      const socket = await dial(port)
      const arrived = once(arrivals, "claim")
      socket.write(`${head}Content-Length: 14\r\n\r\n{"wait":60000}`)
      await arrived
      waiting.push(socket)
    }
    expect((await app.inject("/api/v1/items")).statusCode).toBe(200)
    const third = await app.inject({ method: "POST", url: "/api/v1/workers/w/claim", payload: { wait: 5 } })
    expect(third.json().code).toBe("TOO_BUSY")
    for (const socket of waiting) socket.destroy()
  })

  test("[HTTP11] one whose bodies do not come takes no place from others, and a share of the waiting places", async () => {
    const { app } = await openPlace({ limits: { requests: 8, lookEvery: 60_000 } })
    const { port } = await listening(app)
    const head = "POST /api/v1/cases HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    const slow = `${head}Authorization: Bearer mal\r\nContent-Length: 1000\r\n\r\n{`
    const sockets: Socket[] = []
    let told = ""
    // Two come in; whoever comes then is told so, so that by then the first two have.
    while (!told.startsWith("HTTP/1.1 429")) {
      const socket = await dial(port)
      sockets.push(socket)
      socket.on("data", (part) => {
        told += String(part)
        arrived.emit("told")
      })
      socket.write(slow)
      if (sockets.length > 2) await once(arrived, "told")
    }
    const headers = { authorization: "Bearer ann" }
    const start = { method: "POST", url: "/api/v1/cases", payload: { process: "order" } } as const
    const asked = [await app.inject({ ...start, headers }), await app.inject({ url: "/api/v1/items", headers })]
    expect(asked.map(({ statusCode }) => statusCode)).toEqual([201, 200])
    expect([sockets.length, JSON.parse(told.split("\r\n\r\n")[1] ?? "").code]).toEqual([3, "TOO_MANY_REQUESTS"])
  })

  test("[HTTP11] one who waits has a share of the places for it", async () => {
    const claim = (_: unknown, { signal }: { readonly signal: AbortSignal }) =>
      new Promise<{ readonly ok: true; readonly value: { readonly rows: [] } }>((resolve) =>
        signal.addEventListener("abort", () => resolve({ ok: true, value: { rows: [] } })),
      )
    const { app } = await openPlace({ limits: { waiting: 4 } }, { claim })
    const { url } = await listening(app)
    const waits = (agent: string, signal: AbortSignal) =>
      fetch(`${url}/api/v1/workers/w/claim`, {
        ...{ method: "POST", signal, body: '{"wait":60000}' },
        headers: { authorization: `Bearer ${agent}`, "content-type": "application/json" },
      })
    const leaving = new AbortController()
    // One of the two has the place, the other is told that there is none.
    const ann = [waits("ann", leaving.signal), waits("ann", leaving.signal)]
    expect((await Promise.race(ann)).status).toBe(429)
    const bob = [waits("bob", leaving.signal), waits("bob", leaving.signal)]
    expect((await Promise.race(bob)).status).toBe(429)
    leaving.abort()
    await Promise.allSettled([...ann, ...bob])
  })

  test("[HTTP29] who does not take his answer is cut off, and is kept no more answers than a share", async () => {
    const rows = [{ filler: "x".repeat(8_000_000) }] as never
    const { app } = await openPlace(
      { checkAnswers: false, limits: { patience: 500, unreadEach: 10_000_000 } },
      { cases: async () => ({ ok: true, value: { rows } }) },
    )
    const { port } = await listening(app)
    const ask = async () => {
      const arriving = once(app.server, "connection") as Promise<[Socket]>
      const lazy = await dial(port)
      lazy.pause()
      const [arrived] = await arriving
      lazy.write("GET /api/v1/cases HTTP/1.1\r\nHost: localhost\r\n\r\n")
      return { lazy, closed: once(arrived, "close") }
    }
    const [first, second] = [await ask(), await ask()]
    await Promise.all([once(first.lazy, "readable"), once(second.lazy, "readable")])
    const crowded = await app.inject("/api/v1/cases")
    expect([crowded.statusCode, crowded.json().code]).toEqual([429, "TOO_MANY_REQUESTS"])
    await Promise.all([first.closed, second.closed])
    expect((await app.inject("/api/v1/cases")).statusCode).toBe(200)
  })

  test("[HTTP11] who asks too often is told when to come back; others are not concerned", async () => {
    const { app } = await openPlace({ limits: { rate: 3 } })
    const asked = async (agent: string) => {
      const { statusCode, headers } = await app.inject({
        url: "/api/v1/me",
        headers: { authorization: `Bearer ${agent}` },
      })
      return [statusCode, headers["retry-after"]]
    }
    const ann = [await asked("ann"), await asked("ann"), await asked("ann"), await asked("ann")]
    expect(ann).toEqual([
      [200, undefined],
      [200, undefined],
      [200, undefined],
      [429, "1"],
    ])
    expect(await asked("bob")).toEqual([200, undefined])
    const guesses = [await asked("nobody"), await asked("nobody"), await asked("nobody"), await asked("nobody")]
    expect(guesses.map(([status]) => status)).toEqual([401, 401, 401, 429])
  })

  test("[HTTP11] connections over which nothing comes hinder nobody", async () => {
    const { app } = await openPlace()
    const { port } = await listening(app)
    const idle = await Promise.all(Array.from({ length: 500 }, () => dial(port)))
    expect(await sendRaw(port, "GET /readyz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")).toBe("200")
    expect(idle.filter(({ closed }) => closed)).toEqual([])
  })
})
