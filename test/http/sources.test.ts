import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { afterEach, expect, test } from "vitest"
import { wrongSource } from "../../src/cli/wrong-sources.ts"
import { openServer, type SourceSetting, sourcesFrom } from "../../src/server.ts"

const bundle = `
process: trade
data: { price: integer, currency: { type: string, default: usd }, secret: { type: string, default: mine } }
flow: [ { task: sign } ]
---
rules:
  - at: trade/sign
    first:
      - { on: itemPre, if: external.rate * price > 1000, then: [ { notify: ann, text: 'dear' } ] }
      - { on: itemPre, if: price > 0, then: [ { notify: ann, text: 'fair' } ] }
`

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

/** A service on this machine, and what it was asked. */
async function service(answer: (request: IncomingMessage, response: ServerResponse) => void) {
  const asked: { readonly url: string | undefined; readonly key: unknown; readonly body: string }[] = []
  const server = createServer(async (request, response) => {
    let body = ""
    for await (const part of request) body += part
    asked.push({ url: request.url, key: request.headers["x-key"], body })
    answer(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  closing.push(() => new Promise((resolve) => server.close(resolve).closeAllConnections()))
  const { port } = server.address() as AddressInfo
  return { asked, url: `http://127.0.0.1:${port}` }
}

/** What the first decision of a case says, with that source. */
async function decided(setting: Omit<SourceSetting, "name">, data: { readonly [name: string]: string | number } = {}) {
  const server = await openServer({
    store: "memory",
    mode: "development",
    sources: sourcesFrom([{ name: "rate", ...setting }]),
  })
  closing.push(() => server.close())
  const deployed = await server.engine.deploy([{ name: "a.yaml", text: bundle }])
  if (!deployed.ok) throw new Error(JSON.stringify(deployed))
  const started = await server.engine.start("trade", { data: { price: 1000, ...data } })
  if (!started.ok) throw new Error(JSON.stringify(started))
  const [row] = await server.engine.decisions({ tree: "itemPre trade/sign" })
  if (row === undefined) throw new Error("nothing was decided")
  return JSON.stringify(await server.engine.explain(row.family, row.version))
}

type Answering = (request: IncomingMessage, response: ServerResponse) => void

function json(value: unknown): Answering {
  return (_, response) => {
    response.setHeader("content-type", "application/json")
    response.end(JSON.stringify(value))
  }
}

test("[SOURCE11] a source of the settings is asked with the case's data, and its value is recorded", async () => {
  const { asked, url } = await service(json(1.25))
  const said = await decided({ url: `${url}/rates/{data.currency}?of={case}`, headers: { "x-key": "s3cret" } })
  expect(said).toContain('"text":"external.rate","outcome":{"ok":true,"value":1.25}')
  expect(said).toContain("dear")
  expect(asked).toHaveLength(1)
  expect(asked[0]).toMatchObject({ url: expect.stringMatching(/^\/rates\/usd\?of=./), key: "s3cret" })
  expect(said).not.toContain("s3cret")
})

test("[SOURCE11] a POST sends the variables that are named and no others", async () => {
  const { asked, url } = await service(json(2))
  await decided({ url, method: "POST", sends: ["price"] })
  expect(JSON.parse(asked[0]?.body ?? "")).toMatchObject({ data: { price: 1000 } })
  expect(asked[0]?.body).not.toContain("mine")
})

/** A limit of time only where it is what the answer fails at: the service is in this process, and may be kept waiting as well. */
const failing: readonly (readonly [string, Answering, RegExp, Pick<SourceSetting, "timeout">])[] = [
  ["answers with an error", (_, response) => void response.writeHead(500).end("no"), /answered 500/, {}],
  ["answers no JSON", (_, response) => void response.end("<html>"), /no JSON/, {}],
  [
    "answers too much, and breaks off",
    (_, response) => {
      response.write("x".repeat(2000), () => response.destroy())
    },
    /more than 1000 bytes/,
    {},
  ],
  ["answers too much", json("x".repeat(2000)), /more than 1000 bytes/, {}],
  ["does not answer", () => undefined, /not answered within 200 ms/, { timeout: 200 }],
]

test.each(failing)(
  "[SOURCE12] where it %s the condition cannot be evaluated, and the record says why",
  async (_, answer, why, limit) => {
    const { url } = await service(answer)
    const said = await decided({ url, size: 1000, ...limit })
    expect(said).toMatch(why)
    expect(said).toContain("fair")
    expect(said).not.toContain(url)
  },
)

test("[SOURCE12] a redirect is not followed, and nobody is asked where nobody listens", async () => {
  const inner = await service(json(9))
  const outer = await service((_, response) => void response.writeHead(302, { location: inner.url }).end())
  expect(await decided({ url: outer.url })).toMatch(/redirects are not followed/)
  expect(inner.asked).toEqual([])
  expect(await decided({ url: "http://127.0.0.1:1/" })).toMatch(/ECONNREFUSED|could not be asked/)
})

test.each(["..", "", ".", "a/../../b", "x?y#z"])(
  "[SOURCE13] data (%j) cannot lead to another address",
  async (currency) => {
    const { asked, url } = await service(json(1))
    await decided({ url: `${url}/rates/{data.currency}/now` }, { currency })
    for (const { url: path } of asked) expect(path).toMatch(/^\/rates\/[^/?#]+\/now$/)
  },
)

test("[SOURCE13] settings that cannot be right are refused without repeating them", () => {
  const wrong = (setting: object) => wrongSource({ name: "rate", url: "https://a.example/x", ...setting })
  expect(wrong({})).toBeUndefined()
  expect(wrong({ url: "https://{data.host}/s3cret" })).toMatch(/host is made of data/)
  for (const setting of [
    { name: "a-b" },
    { url: "file:///s3cret" },
    { url: "https://s3cret@a.example/" },
    { url: "https://a.example/{s3cret}" },
    { headers: { a: "s3cret\r\nb: c" } },
    { timeout: 0 },
    { timeout: 600_000 },
    { size: 1e9 },
    { method: "DELETE" },
    { sends: ["price"] },
    { s: 1 },
  ]) {
    expect(wrong(setting)).toEqual(expect.any(String))
    expect(wrong(setting)).not.toContain("s3cret")
  }
})
