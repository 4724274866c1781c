import { Socket } from "node:net"
import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import type { Client } from "../../src/client.ts"
import { answersAreDocumented } from "../http/documented.ts"
import { type Entry, readEvents } from "../http/events.ts"
import { codeOf, openWorld, told, type World } from "../http/world.ts"
import { seed } from "../seed.ts"

const bundle = `
process: letter
data: { text: string }
flow: [ { task: write }, { task: post } ]
---
process: parcel
data: { text: string }
flow: [ { task: pack }, { task: post } ]
`

let world: World
let client: Client

beforeAll(async () => {
  world = await openWorld({ bundles: [bundle] })
  client = world.client()
  for (const who of ["ann", "bob"]) for (const what of ["letter", "parcel"]) await once(world.as(who), what)
})
afterAll(() => world.close())

/** A case, and its first item done. */
async function once(by: Client, process: string): Promise<string> {
  const id = told(await by.start({ process })).case
  const [item] = told(await by.items({ case: id })).rows
  told(await by.completeItem({ item: item?.id ?? "" }))
  return id
}

/** Everything there is, page by page. */
async function entries(more: Parameters<Client["entries"]>[0] = {}): Promise<readonly Entry[]> {
  const all: Entry[] = []
  for (let after = more?.after ?? 0; ; ) {
    const { rows, next } = told(await client.entries({ ...more, after, limit: 50 }))
    all.push(...rows)
    if (next === undefined) return all
    after = next
  }
}

const lastIs = (all: readonly Entry[]) => (entry: Entry) => entry.position === all.at(-1)?.position

/** Chance that is the same in every run. */
function dice(): () => number {
  let state = (seed * 2654435761) >>> 0 || 1
  return () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) / 2 ** 32
  }
}

describe("events from any position", () => {
  test("are the entries after it, all of them, in order", async () => {
    const all = await entries()
    expect(all.length).toBeGreaterThanOrEqual(8)
    for (const after of [0, 1, Math.floor(all.length / 2), all.length - 1]) {
      const from = all[after - 1]?.position ?? 0
      const rest = all.filter(({ position }) => position > from)
      expect(await readEvents(world, { query: { after: from }, until: lastIs(all) })).toEqual(rest)
      expect(await readEvents(world, { lastEventId: from, until: lastIs(all) })).toEqual(rest)
    }
  })

  test("begin with what happens from now on where that is asked for", async () => {
    let id = ""
    const told = await readEvents(world, {
      query: { live: true },
      until: ({ events }) => events.some(({ type }) => type === "ItemCompleted"),
      async ready() {
        id = await once(client, "letter")
      },
    })
    expect(told.map(({ family, command }) => [family, command])).toEqual([
      [id, "StartCase"],
      [id, "CompleteItem"],
    ])
  })

  test("of one family are the entries of that family", async () => {
    const id = await once(client, "parcel")
    const own = (await entries()).filter(({ family }) => family === id)
    expect(await readEvents(world, { query: { after: 0, family: id }, until: lastIs(own) })).toEqual(own)
    expect(await entries({ family: id })).toEqual(own)
  })

  test("of one process are those of its cases", async () => {
    const letters = new Set(
      told(await client.cases({ process: "letter", limit: 1000 })).rows.map(({ family }) => family),
    )
    const own = (await entries()).filter(({ family }) => letters.has(family))
    expect(await readEvents(world, { query: { after: 0, process: "letter" }, until: lastIs(own) })).toEqual(own)
    expect(await entries({ process: "letter" })).toEqual(own)
  })

  test("of one agent are what he did, and what he was given", async () => {
    const id = told(await world.as("ann").start({ process: "letter" })).case
    const [item] = told(await client.items({ case: id })).rows
    told(await world.as("bob").reassignItem({ item: item?.id ?? "", to: "cyd" }))
    const given = await entries({ agent: "cyd" })
    expect(given.map(({ by, command }) => [by, command])).toEqual([["bob", "ReassignItem"]])
    const did = (await entries()).filter(({ by }) => by === "ann")
    expect((await entries({ agent: "ann" })).filter(({ by }) => by === "ann")).toEqual(did)
    expect(await readEvents(world, { query: { after: 0, agent: "cyd" }, until: lastIs(given) })).toEqual(given)
  })

  test("cut at random under load come without a gap, without a repeat, and in order", async () => {
    const chance = dice()
    const before = (await entries()).at(-1)?.position ?? 0
    let isWriting = true
    const writing = Promise.all(
      ["ann", "bob", "cyd", "dan"].map(async (who) => {
        for (let round = 0; round < 12; round++) await once(world.as(who), round % 2 === 0 ? "letter" : "parcel")
      }),
    ).finally(() => {
      isWriting = false
    })
    const readers = Array.from({ length: 4 }, async () => {
      const read: Entry[] = []
      while (isWriting || read.at(-1)?.position !== (await world.engine.lastPosition())) {
        const cut = 1 + Math.floor(chance() * 7)
        const from = read.at(-1)?.position ?? before
        const last = await world.engine.lastPosition()
        if (from === last) {
          await new Promise(setImmediate)
          continue
        }
        const until = ({ position }: Entry, index: number) => index + 1 >= cut || position >= last
        read.push(...(await readEvents(world, { lastEventId: from, until })))
      }
      return read
    })
    await writing
    const all = await entries({ after: before })
    for (const read of await Promise.all(readers)) {
      expect(read.map(({ position }) => position)).toEqual(all.map(({ position }) => position))
      expect(read).toEqual(all)
    }
  })

  test("of the typed client go on after the server was opened again", async () => {
    const gone = new AbortController()
    const before = (await entries()).at(-1)?.position ?? 0
    const heard: Entry[] = []
    const first = await once(client, "letter")
    const stream = client.events({ after: before }, { signal: gone.signal })
    for (let next = await stream.next(); !next.done; next = await stream.next()) {
      heard.push(next.value)
      if (heard.length === 2) break
    }
    await world.reopen("crash")
    const second = await once(client, "parcel")
    for (let next = await stream.next(); !next.done; next = await stream.next()) {
      heard.push(next.value)
      if (heard.length === 4) break
    }
    gone.abort()
    await stream.return(undefined)
    expect(heard.map(({ family }) => family)).toEqual([first, first, second, second])
    expect(heard).toEqual(await entries({ after: before }))
  })

  test("of a server that stops end in good order, and the next server goes on after them", async () => {
    const listening = readEvents(world, {
      query: { live: true },
      until: () => false,
      ready: () => world.reopen("stop"),
    }).then(
      () => "ended",
      () => "broken",
    )
    expect(["ended", "broken"]).toContain(await listening)
    await once(client, "letter")
  })
})

describe("positions that are none", () => {
  test.each(["-1", "x", "1.5", "NaN", "Infinity"])("are refused before the stream begins: %s", async (after) => {
    const got = await world.raw("GET", `/api/v1/events?after=${after}`)
    expect([got.status, (got.json as { readonly code: string }).code]).toEqual([400, "REQUEST_INVALID"])
  })

  test.each(["-1", "x", "", "1.5"])("are refused or taken for none in the header: %j", async (last) => {
    const got = await world.raw("GET", "/api/v1/events", { headers: { "last-event-id": last } })
    expect([200, 400]).toContain(got.status)
  })

  test("of a family nobody knows: nothing comes, and nothing is told", async () => {
    expect(told(await client.entries({ family: "01kaaaaaaaaaaaa0" })).rows).toEqual([])
    expect(codeOf(await client.log({ family: "01kaaaaaaaaaaaa0" }))).toMatch(/NOT_FOUND/)
  })
})

describe("readers that do not read", () => {
  test("hold up nobody, and what they do not read is not kept for each of them", async () => {
    const rounds = 60
    const text = "x".repeat(100_000)
    const id = told(await client.start({ process: "letter" })).case
    const deaf = await Promise.all(Array.from({ length: 30 }, () => aSocketNobodyReads(world.port)))
    const before = memory()
    const read = await readEvents(world, {
      query: { live: true, family: id },
      until: (_, index) => index + 1 === rounds,
      async ready() {
        for (let round = 0; round < rounds; round++) {
          told(await client.setData({ case: id, data: { text: `${round} ${text}` } }))
        }
      },
    })
    expect(read.length).toBe(rounds)
    // Six megabytes have been told. Kept for each of the thirty they would be almost two hundred.
    expect(memory() - before).toBeLessThan(90 * 1024 * 1024)
    for (const socket of deaf) socket.destroy()
    await once(client, "letter")
  })
})

/** Has asked for everything that happens from now on, and takes nothing. */
function aSocketNobodyReads(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = new Socket()
    socket.on("error", reject)
    socket.connect(port, "127.0.0.1", () => {
      socket.pause()
      socket.write(
        `GET /api/v1/events?live=true HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAccept: text/event-stream\r\n\r\n`,
      )
      // Bytes are there to be read: the server has begun to answer.
      socket.once("readable", () => resolve(socket))
    })
  })
}

function memory(): number {
  setFlagsFromString("--expose-gc")
  runInNewContext("gc")()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

answersAreDocumented(() => world)
