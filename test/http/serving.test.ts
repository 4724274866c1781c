import { EventEmitter, once } from "node:events"
import { mkdtempSync, readdirSync, rmSync } from "node:fs"
import { get, type IncomingMessage } from "node:http"
import type { Socket } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setImmediate as nextTurn } from "node:timers/promises"
import { describe, expect, onTestFinished, test, vi } from "vitest"
import { connect } from "../../src/client.ts"
import { programs } from "../../src/http/handlers/programs.ts"
import { serve, stopOnSignal } from "../../src/http/serve.ts"
import { accepted, openEngine } from "../../src/main.ts"
import { openPlace } from "./place.ts"
import { dial, heard } from "./sockets.ts"

/** A promise, and how to keep it. */
function gate() {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { open, opened }
}

describe("a server told to stop", () => {
  test("[HTTP22] finishes what is under way, takes nothing new, says goodbye to streams, and stops the engine", async () => {
    const [inside, leave] = [gate(), gate()]
    const { app, engine } = await openPlace(
      {},
      {
        items: async () => {
          inside.open()
          await leave.opened
          return { ok: true, value: { rows: [] } }
        },
      },
    )
    const served = await serve({ app, engine, port: 0 })
    const [stream] = (await once(get(`${served.url}/api/v1/events`), "response")) as [IncomingMessage]
    let told = ""
    stream.setEncoding("utf8").on("data", (part: string) => {
      told += part
    })
    const port = Number(new URL(served.url).port)
    const busy = await dial(port)
    const answered = heard(busy)
    busy.write("GET /api/v1/items HTTP/1.1\r\nHost: localhost\r\n\r\n")
    await inside.opened
    const stopped = served.stop()
    await once(stream, "end")
    expect(told).toMatch(/event: end\ndata: \n\n$/)
    // Pipelined behind the request under way: a connection that is there already is answered, but only so.
    busy.write("GET /readyz HTTP/1.1\r\nHost: localhost\r\n\r\nGET /api/v1/me HTTP/1.1\r\nHost: localhost\r\n\r\n")
    leave.open()
    await stopped
    expect((await answered).match(/HTTP\/1.1 \d+/g)?.[0]).toBe("HTTP/1.1 200")
    await expect(connect({ url: served.url }).me()).rejects.toThrow("could not reach")
    expect(await engine.start("order")).toMatchObject({ ok: false, rejection: { code: "ENGINE_STOPPED" } })
  })

  test("[HTTP22] turns unready at once and refuses what still comes", async () => {
    const inside = gate()
    const { app } = await openPlace(
      {},
      {
        items: async (_, { signal }) => {
          inside.open()
          await once(signal, "abort")
          return { ok: true, value: { rows: [] } }
        },
      },
    )
    const url = await app.listen({ port: 0, host: "127.0.0.1" })
    const busy = await dial(Number(new URL(url).port))
    busy.write("GET /api/v1/items HTTP/1.1\r\nHost: localhost\r\n\r\n")
    await inside.opened
    const other = await dial(Number(new URL(url).port))
    // Half a request: the connection is in use, so it is not closed as an idle one.
    other.write("GET /readyz HTTP/1.1\r\n")
    const readyTold = heard(other)
    await fetch(`${url}/healthz`)
    const closed = app.close()
    other.write("Host: localhost\r\nConnection: close\r\n\r\n")
    expect(await readyTold).toMatch(/^HTTP\/1.1 503 [\s\S]*ENGINE_STOPPED/)
    busy.destroy()
    await closed
  })

  test("[HTTP22] does not wait for ever", async () => {
    const inside = gate()
    const { app, engine } = await openPlace(
      {},
      {
        items: () => {
          inside.open()
          return new Promise(() => undefined)
        },
      },
    )
    const served = await serve({ app, engine, port: 0, grace: 50 })
    const answer = fetch(`${served.url}/api/v1/items`)
    const broken = expect(answer).rejects.toThrow()
    await inside.opened
    await served.stop()
    await broken
  })

  test("[HTTP22] answers programs that wait for work at once, and takes nothing away from them", async () => {
    const engine = await openEngine()
    accepted(await engine.deploy("process: charge\nflow: [ { program: charge, worker: charger } ]"))
    let waiting = 0
    const claim: typeof programs.claim = (input, asking) => {
      waiting++
      return programs.claim(input, asking)
    }
    const { app } = await openPlace({ engine }, { claim })
    const served = await serve({ app, engine, port: 0, grace: 600_000 })
    const claims = [1, 2].map(() => connect({ url: served.url }).claim({ worker: "charger", wait: 60_000 }))
    const raw = await dial(Number(new URL(served.url).port))
    const answered = heard(raw)
    const body = '{"wait":60000}'
    const head = "POST /api/v1/workers/charger/claim HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json"
    raw.write(`${head}\r\nContent-Length: ${body.length}\r\n\r\n${body}`)
    await expect.poll(() => waiting).toBe(3)
    await served.stop()
    for (const told of claims) expect(await told).toMatchObject({ ok: true, value: { rows: [] } })
    expect(await answered).toMatch(/^HTTP\/1.1 200 [\s\S]*"rows":\[\]/)
  })

  test("[HTTP22] does not wait for readers of streams who take nothing", async () => {
    const engine = await openEngine()
    accepted(await engine.deploy("process: order\ndata: { text: string }\nflow: [ { task: pack } ]"))
    const text = "x".repeat(200_000)
    for (let number = 0; number < 60; number++) accepted(await engine.start("order", { data: { text } }))
    const { app } = await openPlace({ engine, limits: { patience: 600_000 } })
    const served = await serve({ app, engine, port: 0, grace: 600_000 })
    const connections: Socket[] = []
    app.server.on("connection", (socket: Socket) => connections.push(socket))
    for (let number = 0; number < 3; number++) {
      const reader = await dial(Number(new URL(served.url).port))
      reader.pause().write("GET /api/v1/events HTTP/1.1\r\nHost: localhost\r\n\r\n")
    }
    await expect.poll(() => connections.filter(({ writableNeedDrain }) => writableNeedDrain).length).toBe(3)
    await served.stop()
    expect(connections.map(({ destroyed }) => destroyed)).toEqual([true, true, true])
  })

  test.each(["SIGTERM", "SIGINT", "SIGHUP"])("[HTTP22] by %s exits with 0 when it has stopped", async (signal) => {
    const codes: number[] = []
    const signals = Object.assign(new EventEmitter(), { exit: (code: number) => void codes.push(code) })
    stopOnSignal({ url: "", stop: async () => undefined }, signals)
    signals.emit(signal)
    await nextTurn()
    expect(codes).toEqual([0])
  })

  test("[HTTP22] by a signal exits with 0, by a second one at once", async () => {
    const codes: number[] = []
    const stopping = gate()
    const signals = Object.assign(new EventEmitter(), { exit: (code: number) => void codes.push(code) })
    stopOnSignal({ url: "", stop: () => stopping.opened }, signals)
    signals.emit("SIGTERM")
    expect(codes).toEqual([])
    signals.emit("SIGINT")
    expect(codes).toEqual([1])
    stopping.open()
    await stopping.opened
    await Promise.resolve()
    expect(codes).toEqual([1, 0])
  })
})

describe("a backup", () => {
  test("[HTTP23] is the store as a file, of which nothing is left behind", async () => {
    const folder = mkdtempSync(join(tmpdir(), "exlet-serving-"))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    vi.stubEnv("TMPDIR", folder)
    onTestFinished(() => void vi.unstubAllEnvs())
    const engine = await openEngine({ store: join(folder, "a.db") })
    const { app } = await openPlace({ engine })
    const left = () => readdirSync(folder).filter((name) => name.startsWith("exlet-backup-"))
    const before = left()
    const answer = await app.inject("/api/v1/backup")
    expect([answer.statusCode, answer.headers["content-type"]]).toEqual([200, "application/vnd.sqlite3"])
    expect(answer.rawPayload.subarray(0, 15).toString()).toBe("SQLite format 3")
    expect(Number(answer.headers["content-length"])).toBe(answer.rawPayload.length)
    // It goes when the answer is through.
    while (left().length > before.length) await nextTurn()
  })

  test("[HTTP23] that is broken off while it is being written leaves nothing behind either", async () => {
    const folder = mkdtempSync(join(tmpdir(), "exlet-serving-"))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    vi.stubEnv("TMPDIR", folder)
    onTestFinished(() => void vi.unstubAllEnvs())
    const engine = await openEngine({ store: join(folder, "a.db") })
    const copy = engine.backup.bind(engine)
    const [begun, goOn] = [gate(), gate()]
    let written: unknown
    engine.backup = async (file) => {
      begun.open()
      await goOn.opened
      const told = await copy(file)
      written = told.ok
      return told
    }
    const { app } = await openPlace({ engine })
    const left = () => readdirSync(folder).filter((name) => name.startsWith("exlet-backup-"))
    const before = left()
    const url = await app.listen({ port: 0, host: "127.0.0.1" })
    const arriving = once(app.server, "connection") as Promise<[Socket]>
    const asking = await dial(Number(new URL(url).port))
    const closed = once((await arriving)[0], "close")
    asking.write("GET /api/v1/backup HTTP/1.1\r\nHost: localhost\r\n\r\n")
    await begun.opened
    asking.destroy()
    await closed
    goOn.open()
    while (written === undefined || left().length > before.length) await nextTurn()
    expect(written).toBe(true)
  })

  test("[HTTP23] of a store in memory is refused", async () => {
    const { app } = await openPlace()
    const answer = await app.inject("/api/v1/backup")
    expect(answer.statusCode).toBeGreaterThanOrEqual(400)
    expect(answer.json().code).toMatch(/BACK|SUPPORT/)
  })
})
