import { describe, expect, test } from "vitest"
import type { Output } from "../../src/client.ts"
import { connect } from "../../src/client.ts"
import { history } from "../../src/http/handlers/history.ts"
import { isText, listed } from "../../src/http/listing.ts"
import { accepted } from "../../src/main.ts"
import { openPlace } from "./place.ts"
import { listening } from "./sockets.ts"

const large = "process: large\ndata: { filler: string }\nflow: [ { task: pack } ]"
const filler = "x".repeat(125_000)

describe("what is large", () => {
  test("[HTTP30] entries come in shorter pages, and all of them", async () => {
    const { app, engine } = await openPlace({}, history)
    accepted(await engine.deploy(large))
    for (let count = 0; count < 10; count++) accepted(await engine.start("large", { data: { filler } }))
    const pages: number[][] = []
    for (let after: number | undefined = 0; after !== undefined; ) {
      const page: Output<"entries"> = (await app.inject(`/api/v1/entries?limit=1000&after=${after}`)).json()
      pages.push(page.rows.map(({ position }) => position))
      after = page.next
    }
    expect(pages.length).toBeGreaterThan(1)
    expect(pages.flat()).toEqual((await engine.entries()).map(({ position }) => position))
  })

  test("[HTTP30] a log ends with where to read on", async () => {
    const { app, engine } = await openPlace({}, history)
    accepted(await engine.deploy(large))
    const { case: id } = accepted(await engine.start("large"))
    for (let count = 0; count < 70; count++) accepted(await engine.setData(id, { filler: `${filler}${count}` }))
    const { lines } = (await app.inject(`/api/v1/families/${id}/log`)).json()
    const [, left, after] = /^… (\d+) more entries .*&after=(\d+)$/.exec(lines.at(-1)) ?? []
    const rest = await app.inject(`/api/v1/entries?family=${id}&after=${after}`)
    expect([Number(left) > 0, rest.json().rows.length]).toEqual([true, Number(left)])
  })

  test("[HTTP30] rows of any list come in shorter pages, and one that is too large by itself alone", async () => {
    const rows = [1, 5, 4, 20, 1].map((size, index) => ({ id: `r${index}`, filler: filler.repeat(size) }))
    const pages: string[][] = []
    let next: string | undefined
    do {
      const told = await listed({
        name: "rows",
        turn: async () => undefined,
        asked: next === undefined ? {} : { after: next },
        read: async (after: string | undefined, limit) =>
          rows.filter(({ id }) => after === undefined || id > after).slice(0, limit),
        placeOf: ({ id }) => id,
        isPlace: isText,
      })
      if (!told.ok) throw new Error(told.rejection.message)
      pages.push(told.value.rows.map(({ id }) => id))
      next = told.value.next
    } while (next !== undefined)
    expect(pages).toEqual([["r0", "r1"], ["r2"], ["r3"], ["r4"]])
  })

  test("[HTTP30] a stream tells it, though little of it is kept", async () => {
    const { app, engine } = await openPlace()
    const { url } = await listening(app)
    accepted(await engine.deploy(large))
    const leaving = new AbortController()
    const start = async () => accepted(await engine.start("large", { data: { filler } })).case
    const started = [await start()]
    const told: string[] = []
    for await (const { family } of connect({ url }).events({}, { signal: leaving.signal })) {
      told.push(family)
      if (told.length === 1) for (let count = 0; count < 20; count++) started.push(await start())
      if (told.length === 21) leaving.abort()
    }
    expect(told).toEqual(started)
  })

  test("[HTTP30] an answer that is no text any more is refused", async () => {
    const endless = { toJSON: () => "x".repeat(2 ** 29) } as never
    const { app } = await openPlace({}, { cases: async () => ({ ok: true, value: endless }) })
    const answer = await app.inject("/api/v1/cases")
    expect([answer.statusCode, answer.json().code]).toEqual([422, "ANSWER_TOO_LARGE"])
  })
})
