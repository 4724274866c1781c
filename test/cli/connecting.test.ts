import { writeFileSync } from "node:fs"
import { join } from "node:path"
import Fastify from "fastify"
import { describe, expect, test } from "vitest"
import { injectedFetch } from "../../src/cli/injected-fetch.ts"
import type { Surroundings } from "../../src/cli/surroundings.ts"
import { openEngine } from "../../src/main.ts"
import { type Office, office } from "./office.ts"

/** Where `exlet server` went: the URL it asked, or the file it opened. */
async function reached(here: Office, around: Partial<Surroundings>, ...args: string[]) {
  const seen: string[] = []
  const answer = () => Response.json({ version: "1", store: "memory", now: 0, startedAt: 0, position: 0 })
  const fetch = async (input: unknown) => {
    seen.push(String(input))
    return answer()
  }
  const openLocal = async (path: string) => {
    seen.push(path.replace(here.folder, "."))
    return { fetch: async () => answer(), close: async () => void seen.push("closed") }
  }
  const told = await here.exletIn(
    { fetch: fetch as typeof globalThis.fetch, openLocal, env: {}, ...around },
    "server",
    ...args,
  )
  return { ...told, seen }
}

const nobody = () => Promise.reject(new TypeError("fetch failed"))

describe("where a command goes", () => {
  test("[CLI29] flags count over the environment, and that over what is there", async () => {
    const here = await office()
    for (const name of ["mine.db", "other.db", "exlet.db"]) writeFileSync(join(here.folder, name), "")
    const env = { EXLET_URL: "http://there", EXLET_STORE: "other.db" }
    expect((await reached(here, { env }, "--store", "mine.db")).seen).toEqual(["./mine.db", "closed"])
    expect((await reached(here, { env }, "--url", "http://here/")).seen).toEqual(["http://here/api/v1/server"])
    expect((await reached(here, { env })).seen).toEqual(["http://there/api/v1/server"])
    expect((await reached(here, { env: { EXLET_STORE: "other.db" } })).seen).toEqual(["./other.db", "closed"])
    expect((await reached(here, {})).seen).toEqual([
      "http://127.0.0.1:7400/healthz",
      "http://127.0.0.1:7400/api/v1/server",
    ])
    expect((await reached(here, { fetch: nobody })).seen).toEqual(["./exlet.db", "closed"])
  })

  test("[CLI29] with nothing to talk to, both ways are told", async () => {
    const here = await office()
    expect(await reached(here, { fetch: nobody })).toMatchObject({
      code: 3,
      err: [
        "NOTHING_TO_TALK_TO: No server answers at http://127.0.0.1:7400, and there is no exlet.db in this folder.",
        "  Start one with 'exlet dev', name one with --url (EXLET_URL), or name a file with --store (EXLET_STORE).",
      ],
    })
    expect(await reached(here, {}, "--url", "http://a", "--store", "b")).toMatchObject({
      code: 2,
      err: ["Say --url or --store, not both.", "Usage: exlet server [flags]"],
    })
  })

  test("[CLI30] a file that is not there is made by what begins something, and by nothing else", async () => {
    const here = await office()
    expect(await reached(here, {}, "--store", "tpyo.db")).toMatchObject({
      code: 3,
      seen: [],
      err: [
        "STORE_NOT_FOUND: There is no file tpyo.db.",
        "  Name one that is there; deploy and keys create make a new one.",
      ],
    })
    writeFileSync(join(here.folder, "order.yaml"), "process: order\nflow: [ { task: pack } ]\n")
    expect(await here.exlet("deploy", "order.yaml", "--store", "new.db")).toMatchObject({ code: 0 })
  })

  test("[CLI31] a file in use is refused, with whom to talk to instead", async () => {
    const here = await office()
    const engine = await openEngine({ store: join(here.folder, "busy.db") })
    const openLocal: Surroundings["openLocal"] = async (path) => {
      await openEngine({ store: path })
      throw new Error("it should have been refused")
    }
    const { code, err } = await here.exletIn({ openLocal }, "cases", "--store", "busy.db")
    expect([code, err[0]?.split(":")[0], err[1]]).toEqual([
      3,
      "STORE_IN_USE",
      "  Talk to the server that has it open with --url, or stop it.",
    ])
    await engine.stop()
  })

  test("[CLI32] who asks, and as whom he acts, goes along", async () => {
    const here = await office()
    const sent: [string, string | null, string | null][] = []
    const fetch = async (_: unknown, { headers }: RequestInit = {}) => {
      const all = new Headers(headers)
      sent.push(["asked", all.get("authorization"), all.get("exlet-as")])
      return Response.json({ agent: "ann", by: "key", rights: [] })
    }
    const around = {
      fetch: fetch as typeof globalThis.fetch,
      env: { EXLET_URL: "http://x", EXLET_TOKEN: "exlet_1", EXLET_AS: "bob" },
    }
    await here.exletIn(around, "whoami")
    await here.exletIn(around, "whoami", "--token", "exlet_2", "--as", "eve")
    expect(sent).toEqual([
      ["asked", "Bearer exlet_1", "bob"],
      ["asked", "Bearer exlet_2", "eve"],
    ])
  })

  test("[CLI33] without a server a door is asked that nobody listens at, and streams come as they are written", async () => {
    const app = Fastify()
    app.post("/echo/:id", async (request, reply) =>
      reply
        .code(201)
        .header("x-host", request.headers.host)
        .send({ ...(request.params as object), body: request.body, query: request.query }),
    )
    let more: ((text: string) => void) | undefined
    app.get("/stream", (_, reply) => {
      reply.hijack()
      reply.raw.writeHead(200, { "content-type": "text/event-stream" })
      reply.raw.write("first")
      more = (text) => reply.raw.write(text)
    })
    const fetch = injectedFetch(app)
    const options = { method: "POST", headers: { "content-type": "application/json" }, body: '{"n":1}' }
    const answer = await fetch("http://localhost/echo/a%20b?x=1", options)
    expect([answer.status, answer.headers.get("x-host"), await answer.json()]).toEqual([
      201,
      "localhost",
      { id: "a b", body: { n: 1 }, query: { x: "1" } },
    ])
    const stream = (await fetch("http://localhost/stream")).body?.pipeThrough(new TextDecoderStream()).getReader()
    expect(await stream?.read()).toEqual({ done: false, value: "first" })
    more?.("second")
    expect(await stream?.read()).toEqual({ done: false, value: "second" })
    await stream?.cancel()
    await app.close()
  })
})
