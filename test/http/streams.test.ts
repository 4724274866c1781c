import { once } from "node:events"
import { get, type IncomingMessage } from "node:http"
import type { Socket } from "node:net"
import fc from "fast-check"
import { describe, expect, onTestFinished, test } from "vitest"
import { connect, RefusedError } from "../../src/client.ts"
import { history } from "../../src/http/handlers/history.ts"
import { accepted } from "../../src/main.ts"
import { openPlace, type Place } from "./place.ts"
import { dial, listening } from "./sockets.ts"

interface Told {
  readonly id?: number
  readonly event: string
  readonly data: string
}

/** A reader of events that can stop anywhere. */
class Reader {
  readonly response: IncomingMessage
  readonly told: Told[] = []
  text = ""
  #more: (() => void) | undefined

  constructor(response: IncomingMessage) {
    this.response = response
    response.setEncoding("utf8")
    response.on("error", () => undefined)
    response.on("close", () => this.#more?.())
    response.on("data", (part: string) => {
      this.text += part
      for (let end = this.text.indexOf("\n\n"); end >= 0; end = this.text.indexOf("\n\n")) {
        this.#take(this.text.slice(0, end))
        this.text = this.text.slice(end + 2)
      }
      this.#more?.()
    })
  }

  entries(): readonly number[] {
    return this.told.filter(({ event }) => event === "entry").map(({ id = 0 }) => id)
  }

  async until(isThere: (reader: Reader) => boolean): Promise<void> {
    while (!isThere(this) && !this.response.closed) {
      await new Promise<void>((resolve) => {
        this.#more = resolve
      })
    }
  }

  #take(block: string): void {
    const field = (name: string) => new RegExp(`^${name}: ?(.*)$`, "m").exec(block)?.[1]
    const [id, event, data] = [field("id"), field("event"), field("data")]
    if (event === undefined) this.told.push({ event: "comment", data: block })
    else this.told.push({ ...(id !== undefined && { id: Number(id) }), event, data: data ?? "" })
  }
}

async function follow(url: string, query: string, headers: Record<string, string> = {}): Promise<Reader> {
  const asking = get(`${url}/api/v1/events${query}`, { headers })
  asking.on("error", () => undefined)
  onTestFinished(() => void asking.destroy())
  const [response] = (await once(asking, "response")) as [IncomingMessage]
  return new Reader(response)
}

async function work({ engine }: Place, cases: number): Promise<void> {
  for (let count = 0; count < cases; count++) accepted(await engine.start("order"))
  await engine.idle()
}

describe("a stream of events", () => {
  test("[HTTP12] tells what has happened, and then what happens, each entry once and by its position", async () => {
    const place = await openPlace()
    const { url } = await listening(place.app)
    await work(place, 3)
    const reader = await follow(url, "")
    await reader.until(() => reader.entries().length >= 3)
    await work(place, 2)
    const entries = await place.engine.entries()
    await reader.until(() => reader.entries().length >= entries.length)
    expect(reader.response.headers["content-type"]).toBe("text/event-stream; charset=utf-8")
    expect(reader.told[0]).toEqual({ id: 0, event: "position", data: "" })
    expect(reader.told.slice(1)).toEqual(
      entries.map((entry) => ({ id: entry.position, event: "entry", data: JSON.stringify(entry) })),
    )
  })

  test("[HTTP12] begins after a position, where Last-Event-ID says, or with what happens from now on", async () => {
    const place = await openPlace()
    const { url } = await listening(place.app)
    await work(place, 5)
    const all = (await place.engine.entries()).map(({ position }) => position)
    const after = await follow(url, `?after=${all[1]}`)
    const resumed = await follow(url, "?after=0", { "last-event-id": String(all[2]) })
    const live = await follow(url, "?live=true")
    await live.until(() => live.told.length > 0)
    await work(place, 1)
    const last = await place.engine.lastPosition()
    for (const reader of [after, resumed, live]) await reader.until(() => reader.entries().includes(last))
    expect(after.entries()).toEqual([...all.slice(2), last])
    expect(resumed.entries()).toEqual([...all.slice(3), last])
    expect(live.entries()).toEqual([last])
    const wrong = await place.app.inject({ url: "/api/v1/events", headers: { "last-event-id": "x" } })
    expect(wrong.json().code).toBe("REQUEST_INVALID")
  })

  test("[HTTP24] beyond the end of history is refused, and the client tells so", async () => {
    const place = await openPlace({}, history)
    const { url } = await listening(place.app)
    await work(place, 2)
    const last = await place.engine.lastPosition()
    const asked = [
      { url: `/api/v1/events?after=${last + 1}` },
      { url: "/api/v1/events", headers: { "last-event-id": String(last + 1) } },
      { url: `/api/v1/entries?after=${last + 1}` },
    ]
    for (const one of asked) {
      const refused = await place.app.inject(one)
      const { code, remedy } = refused.json()
      expect([refused.statusCode, code, remedy]).toEqual([400, "REQUEST_INVALID", "Begin with 0, or with `live`"])
    }
    expect((await place.app.inject(`/api/v1/entries?after=${last}`)).json()).toEqual({ rows: [], upTo: last, last })
    await expect(
      connect({ url })
        .events({ after: last + 1 })
        .next(),
    ).rejects.toThrow(RefusedError)
  })

  test("[HTTP12] of one family has nothing else, from the beginning and live", async () => {
    const place = await openPlace()
    const { url } = await listening(place.app)
    await work(place, 120)
    const { case: id } = accepted(await place.engine.start("order"))
    await work(place, 120)
    const reader = await follow(url, `?family=${id}`)
    await reader.until(() => reader.entries().length > 0)
    await place.engine.setData(id, {})
    accepted(await place.engine.suspend({ kind: "case", case: id }))
    const own = (await place.engine.entries({ family: id as never })).map(({ position }) => position)
    await reader.until(() => reader.entries().length >= own.length)
    expect(reader.entries()).toEqual(own)
  })

  test("[HTTP12] says nothing of what the reader may not see, but moves his position on", async () => {
    const place = await openPlace({ limits: { heartbeat: 30 } })
    const { url } = await listening(place.app)
    await work(place, 10)
    const last = await place.engine.lastPosition()
    const reader = await follow(url, "?process=other")
    await reader.until(() => reader.told.some(({ id }) => id === last))
    expect(reader.told.filter(({ event }) => event !== "comment")).toEqual([
      { id: 0, event: "position", data: "" },
      { id: last, event: "position", data: "" },
    ])
    await reader.until(() => reader.told.some(({ event }) => event === "comment"))
  })

  test("[HTTP12] ends when its reader would no longer be let in", async () => {
    let isWelcome = true
    const place = await openPlace({
      limits: { heartbeat: 20 },
      authenticate: async () =>
        isWelcome
          ? { ok: true, value: { agent: "ann" as never, scope: {}, by: "key" } }
          : { ok: false, rejection: { code: "NOT_SIGNED_IN", message: "revoked", remedy: "Sign in" } },
    })
    const { url } = await listening(place.app)
    const reader = await follow(url, "")
    isWelcome = false
    await reader.until(() => reader.response.closed)
    expect(reader.told.at(-1)).toEqual({ id: 0, event: "end", data: "" })
  })

  test("[HTTP13] resumed wherever it broke has neither gap nor repeat, under load", async () => {
    const place = await openPlace()
    const { url } = await listening(place.app)
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 6 }), async (cuts) => {
        const from = await place.engine.lastPosition()
        const working = work(place, 120)
        const seen: number[] = []
        let at = from
        for (const cut of cuts) {
          const reader = await follow(url, `?after=${from}`, at === from ? {} : { "last-event-id": String(at) })
          await reader.until(() => reader.entries().length >= cut || at + reader.entries().length >= from + 120)
          reader.response.destroy()
          const read = reader.entries()
          seen.push(...read)
          at = read.at(-1) ?? at
        }
        await working
        const last = await place.engine.lastPosition()
        const reader = await follow(url, `?after=${at}`)
        await reader.until(() => reader.entries().includes(last) || at === last)
        reader.response.destroy()
        seen.push(...reader.entries())
        const all = (await place.engine.entries({ after: from })).map(({ position }) => position)
        expect(seen).toEqual(all)
      }),
      { numRuns: 10 },
    )
  })

  test("[HTTP13] is taken up again by the client when it breaks", async () => {
    const place = await openPlace()
    const { url } = await listening(place.app)
    await work(place, 30)
    const leaving = new AbortController()
    const seen: number[] = []
    for await (const { position } of connect({ url }).events({}, { signal: leaving.signal })) {
      seen.push(position)
      if (seen.length === 10) place.app.server.closeAllConnections()
      if (seen.length === 30) leaving.abort()
    }
    expect(seen).toEqual((await place.engine.entries()).map(({ position }) => position))
  })

  test("[HTTP14] a reader who takes nothing is cut off, and nobody else waits for him", async () => {
    const place = await openPlace({ limits: { patience: 1000 } })
    const { url, port } = await listening(place.app)
    accepted(await place.engine.deploy("process: large\ndata: { filler: string }\nflow: [ { task: pack } ]"))
    const data = { filler: "x".repeat(100_000) }
    for (let count = 0; count < 200; count++) accepted(await place.engine.start("large", { data }))
    const arriving = once(place.app.server, "connection") as Promise<[Socket]>
    const lazy = await dial(port)
    lazy.pause()
    const [arrived] = await arriving
    const cut = once(arrived, "close")
    lazy.write("GET /api/v1/events HTTP/1.1\r\nHost: localhost\r\n\r\n")
    const eager = await follow(url, "")
    await eager.until(() => eager.entries().length >= 200)
    await cut
    expect(eager.response.closed).toBe(false)
  })

  test("[HTTP14] streams are bounded, in all and for each agent", async () => {
    const place = await openPlace({ limits: { streams: 3, streamsEach: 2 } })
    const { url } = await listening(place.app)
    const ann = { authorization: "Bearer ann" }
    const bob = { authorization: "Bearer bob" }
    const first = await follow(url, "", ann)
    await follow(url, "", ann)
    expect((await follow(url, "", ann)).response.statusCode).toBe(429)
    expect((await follow(url, "", bob)).response.statusCode).toBe(200)
    expect((await follow(url, "", bob)).response.statusCode).toBe(503)
    first.response.destroy()
    // He is gone when the server has noticed, which it does by itself.
    while ((await follow(url, "", ann)).response.statusCode !== 200);
  })
})

describe("progress", () => {
  const body = { tree: "itemPre order/pack", remove: 1 }
  const result = { tree: body.tree, version: 1, checked: 2, changed: 0, changes: [], failed: 0 }

  test("[HTTP15] of a backtest comes as events before its result", async () => {
    const place = await openPlace(
      {},
      {
        backtest: async (_, { onProgress }) => {
          onProgress?.({ checked: 1, of: 2 })
          return { ok: true, value: result }
        },
      },
    )
    const { url } = await listening(place.app)
    const progress: object[] = []
    const told = await connect({ url }).backtest(body, { onProgress: (one) => progress.push(one) })
    expect([progress, told]).toEqual([[{ checked: 1, of: 2 }], { ok: true, value: result }])
    expect(await connect({ url }).backtest(body)).toEqual({ ok: true, value: result })
  })

  test("[HTTP15] of what is refused ends with the problem", async () => {
    const rejection = { code: "TREE_NOT_FOUND", message: "no such tree", remedy: "Look it up" } as const
    const place = await openPlace({}, { backtest: async () => ({ ok: false, rejection }) })
    const { url } = await listening(place.app)
    const told = await connect({ url }).backtest(body, { onProgress: () => undefined })
    expect(told).toMatchObject({ ok: false, rejection, status: 404, problem: { detail: rejection.message } })
  })

  test("[HTTP15] closing the connection cancels it", async () => {
    let begun = () => {}
    const beginning = new Promise<void>((resolve) => {
      begun = resolve
    })
    let cancelled = () => {}
    const cancelling = new Promise<void>((resolve) => {
      cancelled = resolve
    })
    const place = await openPlace(
      {},
      {
        backtest: (_, { signal }) => {
          begun()
          return new Promise((resolve) =>
            signal.addEventListener("abort", () => {
              cancelled()
              resolve({ ok: true, value: result })
            }),
          )
        },
      },
    )
    const { url } = await listening(place.app)
    for (const options of [{}, { onProgress: () => undefined }]) {
      const leaving = new AbortController()
      const told = connect({ url }).backtest(body, { ...options, signal: leaving.signal })
      await beginning
      leaving.abort()
      await expect(told).rejects.toThrow()
      await cancelling
    }
  })
})
