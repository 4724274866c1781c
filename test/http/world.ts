import { mkdtempSync, rmSync } from "node:fs"
import { Agent, request } from "node:http"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { basePath, type OperationName, routes } from "../../src/api/routes.ts"
import { type Client, connect, type Told } from "../../src/client.ts"
import { accepted, type Clock, type Engine, type JsonObject, VirtualClock } from "../../src/main.ts"
import { type KeyWanted, places, type Served, serve, type TokensWanted } from "./seam.ts"

export type Bundle = string | readonly { readonly name: string; readonly text: string }[] | JsonObject

export interface WorldWanted {
  /** False: a key is needed for everything. True unless set. */
  readonly development?: boolean
  /** Deployed before anybody asks, one after the other. */
  readonly bundles?: readonly Bundle[]
  readonly keys?: Readonly<Record<string, KeyWanted>>
  readonly tokens?: TokensWanted
  /** Virtual unless set. */
  readonly clock?: Clock
}

export interface Sent {
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
  /** The name of a key. */
  readonly key?: string
}

export interface Got {
  readonly status: number
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  readonly text: string
  readonly json: unknown
}

/** An answer as it came, for comparing with what is documented. */
export interface Heard {
  readonly operation: OperationName
  readonly status: number
  readonly type: string
  readonly body: unknown
}

/** A server on a file of its own, in a time of its own, and everybody who talks to it. */
export interface World {
  readonly url: string
  readonly port: number
  readonly clock: VirtualClock
  /** The one that runs now: another one after `reopen`. */
  readonly engine: Engine
  /** Whoever has that key; without a name whoever asks without one. */
  client(key?: string): Client
  /** A development server only. */
  as(agent: string): Client
  secret(key: string): string
  keyId(key: string): string
  /** A key that was made in another way. */
  keep(name: string, key: { readonly id: string; readonly secret: string }): void
  /** Byte for byte what is given: no path is put in order, no body is written for one. */
  raw(method: string, path: string, sent?: Sent): Promise<Got>
  /** Everything that came back from an operation, some of each kind. */
  readonly heard: readonly Heard[]
  /** After a crash, or after a stop in good order, on the same port. */
  reopen(how: "crash" | "stop"): Promise<void>
  close(): Promise<void>
}

export async function openWorld(wanted: WorldWanted = {}): Promise<World> {
  const folder = mkdtempSync(join(tmpdir(), "exlet-http-"))
  const clock = wanted.clock ?? new VirtualClock()
  const open = (port: number) =>
    serve({
      file: join(folder, "exlet.db"),
      clock,
      development: wanted.development ?? true,
      port,
      ...(wanted.tokens && { tokens: wanted.tokens }),
    })
  let served: Served = await open(0)
  const port = Number(new URL(served.url).port)
  for (const bundle of wanted.bundles ?? []) accepted(await served.engine.deploy(bundle))
  const keys = new Map<string, { readonly id: string; readonly secret: string }>()
  for (const [name, key] of Object.entries(wanted.keys ?? {})) keys.set(name, await served.makeKey(key))
  const key = (name: string) => {
    const known = keys.get(name)
    if (known === undefined) throw new Error(`no key ${name} in this world`)
    return known
  }

  const heard = new Ear()
  const listening: typeof fetch = async (...call) => {
    const response = await fetch(...call)
    const type = response.headers.get("content-type") ?? ""
    if (type.includes("json")) {
      const { method = "GET" } = call[1] ?? {}
      heard.note(method, new URL(String(call[0])).pathname, response.status, type, await response.clone().text())
    }
    return response
  }
  const agent = new Agent({ keepAlive: true, maxSockets: 32 })

  return {
    url: served.url,
    port,
    get clock() {
      if (clock instanceof VirtualClock) return clock
      throw new Error("this world goes by the time of the machine")
    },
    get engine() {
      return served.engine
    },
    client: (name) =>
      connect({ url: served.url, fetch: listening, ...(name !== undefined && { token: key(name).secret }) }),
    as: (name) => connect({ url: served.url, fetch: listening, as: name }),
    secret: (name) => key(name).secret,
    keyId: (name) => key(name).id,
    keep: (name, made) => void keys.set(name, made),
    async raw(method, path, { headers = {}, body, key: name } = {}) {
      const got = await send({
        port,
        agent,
        method,
        path,
        headers: { ...(name !== undefined && { authorization: `Bearer ${key(name).secret}` }), ...headers },
        ...(body !== undefined && { body }),
      })
      const type = String(got.headers["content-type"] ?? "")
      if (type.includes("json")) heard.note(method, path.split("?")[0] ?? "", got.status, type, got.text)
      return got
    },
    heard: heard.all,
    async reopen(how) {
      await (how === "crash" ? served.kill() : served.stop())
      served = await open(port)
      await reconnected(served.url + places.health)
    },
    async close() {
      agent.destroy()
      await served.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** The value, or an error that tells the refusal. */
export function told<Value>(answer: Told<Value>): Value {
  if (answer.ok) return answer.value
  const { code, message, remedy } = answer.rejection
  throw new Error(`${answer.status} ${code}: ${message}. ${remedy} ${JSON.stringify(answer.rejection)}`)
}

/** The code of a refusal; `done` where there was none. */
export const codeOf = (answer: Told<unknown>): string => (answer.ok ? "done" : answer.rejection.code)

/** Remembers some answers of each kind: those of the first, and the last, cases are as good as all. */
class Ear {
  readonly all: Heard[] = []
  readonly #counts = new Map<string, number>()

  note(method: string, path: string, status: number, type: string, text: string): void {
    const operation = operationAt(method, path)
    if (operation === undefined) return
    const kind = `${operation} ${status}`
    const count = this.#counts.get(kind) ?? 0
    this.#counts.set(kind, count + 1)
    if (count < 25) this.all.push({ operation, status, type, body: parsed(text) })
  }
}

const patterns = Object.entries(routes).map(([name, route]) => {
  const [method, path] = route.split(" ") as [string, string]
  const pattern = new RegExp(`^${basePath}${path.replace(/:\w+/g, "[^/]+")}$`)
  return { name: name as OperationName, method, pattern }
})

function operationAt(method: string, path: string): OperationName | undefined {
  return patterns.find((route) => route.method === method && route.pattern.test(path))?.name
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The connections `fetch` keeps were to the server before: they are found broken now, not by the next who asks. */
async function reconnected(address: string): Promise<void> {
  for (let tries = 0; tries < 50; tries++) {
    const asked = await Promise.allSettled(Array.from({ length: 20 }, async () => (await fetch(address)).text()))
    if (asked.every(({ status }) => status === "fulfilled")) return
  }
  throw new Error(`nobody answers at ${address}`)
}

interface Sending extends Omit<Sent, "key"> {
  readonly port: number
  readonly agent: Agent
  readonly method: string
  readonly path: string
}

function send({ port, agent, method, path, headers, body }: Sending): Promise<Got> {
  return new Promise((resolve, reject) => {
    const asked = request(
      {
        host: "127.0.0.1",
        port,
        agent,
        method,
        path,
        headers: { ...(body !== undefined && { "content-length": Buffer.byteLength(body) }), ...headers },
      },
      (response) => {
        const { statusCode: status = 0, headers: answered } = response
        // Nobody waits for the end of what has none.
        if (answered["content-type"]?.startsWith("text/event-stream")) {
          resolve({ status, headers: answered, text: "", json: undefined })
          asked.destroy()
          return
        }
        const chunks: Buffer[] = []
        response.on("data", (chunk: Buffer) => chunks.push(chunk))
        response.on("error", reject)
        response.on("end", () => {
          const text = Buffer.concat(chunks).toString("utf8")
          resolve({ status, headers: answered, text, json: parsed(text) })
        })
      },
    )
    asked.on("error", reject)
    asked.end(body)
  })
}
