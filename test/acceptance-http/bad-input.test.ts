import { request as connectTo } from "node:http"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { operations } from "../../src/api/operations.ts"
import { type Bad, badInputs } from "../http/bad-input.ts"
import { asJson, inputOf, operationNames, requestOf } from "../http/calls.ts"
import { answersAreDocumented } from "../http/documented.ts"
import { fingerprint } from "../http/fingerprint.ts"
import { furnish, ghostOf, type House, houses, staff } from "../http/house.ts"
import { whatIsWrongWith } from "../http/refused-well.ts"
import { places } from "../http/seam.ts"
import { openWorld, type World } from "../http/world.ts"

let world: World
let house: House
let ghost: House

beforeAll(async () => {
  world = await openWorld({ bundles: [...houses, { organisation: staff }] })
  house = await furnish("open", world.client())
  ghost = ghostOf(house)
})
afterAll(() => world.close())

/** How many were not so bad after all, and so were done. */
let done = 0

async function whatIsWrong({ what, method, path, sent, mayBeGood }: Bad): Promise<readonly string[]> {
  const got = await world.raw(method, path, sent)
  if (mayBeGood && got.status < 300) done++
  const wrong = mayBeGood && got.status < 300 ? [] : whatIsWrongWith(got)
  return wrong.map((one) => `${what}: ${one}, ${got.status} ${got.text.slice(0, 160)}`)
}

describe("bad input", () => {
  test.each(operationNames)("is refused with a code and a remedy, and changes nothing: %s", async (name) => {
    done = 0
    const before = await fingerprint(world.engine)
    const wrong: string[] = []
    const all = [...badInputs(name, inputOf(name, house), inputOf(name, ghost))]
    for (let next = 0; next < all.length; next += 8) {
      wrong.push(...(await Promise.all(all.slice(next, next + 8).map(whatIsWrong))).flat())
    }
    expect(wrong).toEqual([])
    if (done === 0) expect(await fingerprint(world.engine)).toEqual(before)
    expect((await world.raw("GET", places.health)).status).toBe(200)
  })

  const writing = operationNames.filter((name) => operations[name].kind !== "query")

  test.each(writing)("larger than the limit is refused, whatever it is: %s", async (name) => {
    const size = (operations[name].largest ?? 1024 * 1024) + 4 * 1024 * 1024
    const { method, path } = requestOf(name, inputOf(name, ghost))
    const body = Buffer.alloc(size, "x")
    // A server need not read to the end what it does not take: then the connection breaks, and that is an answer too.
    const status = await world.raw(method, path, { headers: asJson, body }).then(
      (got) => (whatIsWrongWith(got).length === 0 ? got.status : `${whatIsWrongWith(got)}`),
      (error: NodeJS.ErrnoException) => error.code,
    )
    expect([413, 400, "EPIPE", "ECONNRESET"]).toContain(status)
    expect((await world.raw("GET", places.health)).status).toBe(200)
  })

  test("a body whose length is not what it says is not waited for longer than a timeout, and hurts nobody else", async () => {
    const asked = connectTo({
      host: "127.0.0.1",
      port: world.port,
      method: "POST",
      path: "/api/v1/cases",
      headers: { ...asJson, "content-length": 1000 },
    })
    asked.on("error", () => undefined)
    asked.write('{"process":')
    const before = await fingerprint(world.engine)
    expect((await world.raw("GET", places.health)).status).toBe(200)
    asked.destroy()
    expect(await fingerprint(world.engine)).toEqual(before)
  })

  test("hundreds of connections that say nothing hurt nobody", async () => {
    const idle = Array.from({ length: 500 }, () => {
      const asked = connectTo({
        host: "127.0.0.1",
        port: world.port,
        method: "POST",
        path: "/api/v1/cases",
        agent: false,
      })
      asked.on("error", () => undefined)
      asked.flushHeaders()
      return asked
    })
    const got = await Promise.all(Array.from({ length: 20 }, () => world.raw("GET", places.health)))
    expect(got.map(({ status }) => status)).toEqual(got.map(() => 200))
    for (const asked of idle) asked.destroy()
  })

  test.each([
    ["GET", "/api/v1/nothing-of-that-name", 404],
    ["GET", "/api/v1/cases/../cases", 404],
    ["GET", "/api/v1/%2e%2e/%2e%2e/etc/passwd", 404],
    ["GET", "//api/v1/cases", 404],
    ["GET", "/api/v1//cases", 404],
    ["GET", "/api/v2/cases", 404],
    ["GET", "/api/v1/cases%00", 404],
    ["GET", "/API/V1/CASES", 404],
    ["PUT", "/api/v1/cases", 405],
    ["DELETE", "/api/v1/cases", 405],
    ["PATCH", "/api/v1/cases", 405],
    ["GET", "/api/v1/holds/suspend", 405],
  ])("a route that is not there is refused like anything else: %s %s", async (method, path, status) => {
    const got = await world.raw(method, path)
    expect([400, 404, status]).toContain(got.status)
    expect(whatIsWrongWith(got)).toEqual([])
  })

  test("an address longer than any header may be is refused, and hurts nobody", async () => {
    const status = await world.raw("GET", `/api/v1/cases/${"x".repeat(100_000)}`).then(
      (got) => got.status,
      (error: NodeJS.ErrnoException) => error.code,
    )
    expect([400, 404, 414, 431, "EPIPE", "ECONNRESET"]).toContain(status)
    expect((await world.raw("GET", places.health)).status).toBe(200)
  })

  test("keys that change the prototype of objects change nothing of it", async () => {
    for (const name of ["start", "setData", "deploy", "answer"] as const) {
      const { method, path } = requestOf(name, inputOf(name, ghost))
      for (const body of [
        '{"process":"open","data":{"__proto__":{"polluted":1}},"bundle":{"__proto__":{"polluted":1}},"do":"set"}',
        '{"process":"open","data":{"constructor":{"prototype":{"polluted":1}}}}',
        '{"bundle":{"processes":[{"process":"p","data":{"__proto__":{"type":"string"}},"flow":[]}]}}',
      ]) {
        expect((await world.raw(method, path, { headers: asJson, body })).status).toBeLessThan(500)
      }
    }
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  })

  test("values no number can hold are refused where numbers are wanted, also inside data", async () => {
    const before = await fingerprint(world.engine)
    for (const number of ["1e999", "-1e999", "NaN", "Infinity", '"900"', "[900]"]) {
      const body = `{"process":"open","data":{"amount":${number}}}`
      const got = await world.raw("POST", "/api/v1/cases", { headers: asJson, body })
      expect([number, whatIsWrongWith(got)]).toEqual([number, []])
    }
    expect(await fingerprint(world.engine)).toEqual(before)
  })
})

answersAreDocumented(() => world)
