import { afterAll, beforeAll, describe, expect, test } from "vitest"
import type { Client, Output } from "../../src/client.ts"
import { answersAreDocumented } from "../http/documented.ts"
import { over, running, Show } from "../http/show.ts"
import { codeOf, openWorld, told, type World } from "../http/world.ts"

/** An interview that may be late: somebody is called, or, where it is urgent, it goes on without. */
const passports = `
process: passport
data: { name: { type: string, required: true }, urgent: { type: boolean, default: false }, reached: boolean }
flow:
  - { task: interview, deadline: PT2H }
  - { task: print }
---
process: call-applicant
data: { name: string, reached: boolean }
flow: [ { task: phone, deadline: PT1H } ]
---
exlets:
  call-applicant: [ { suspend: item }, { compensate: call-applicant }, { continue: item } ]
  go-without: [ { skip: item } ]
  let-it-ring: [ { set: { reached: "false" } }, { complete: item } ]
rules:
  - on: timeout
    at: passport/interview
    tree: [ { if: "true", then: call-applicant, except: [ { if: urgent, then: go-without } ] } ]
  - { on: timeout, at: call-applicant/phone, then: let-it-ring }
`

/** A label a program prints somewhere else; where it does not, somebody writes it, unless it is worth another try. */
const parcels = `
process: parcel
data: { to: { type: string, required: true }, precious: { type: boolean, default: false }, label: string }
flow:
  - { program: printLabel, worker: label-printer, writes: [label] }
  - { task: hand-over }
---
process: write-by-hand
data: { to: string, label: string }
flow: [ { task: write, writes: [label] } ]
---
exlets:
  by-hand: [ { suspend: item }, { compensate: write-by-hand }, { continue: item }, { complete: item } ]
  once-more: [ { retry: item } ]
rules:
  - on: itemAbort
    at: parcel/printLabel
    tree: [ { if: "true", then: by-hand, except: [ { if: precious, then: once-more } ] } ]
`

let world: World
let client: Client

beforeAll(async () => {
  world = await openWorld()
  client = world.client()
  told(await client.deploy({ files: [{ name: "passports.yaml", text: passports }] }))
  told(await client.deploy({ text: parcels }))
})
afterAll(() => world.close())

describe("a process whose tasks may be late", () => {
  test("an interview in time is followed by printing", async () => {
    const passport = await Show.of(client, "passport", { name: "Ada" })
    await passport.complete("interview")
    await world.clock.advance("P1D")
    expect(await passport.stands()).toEqual(running({ print: "enabled" }))
  })

  test("a late interview is held until the applicant was called", async () => {
    const passport = await Show.of(client, "passport", { name: "Bo" })
    await world.clock.advance("PT2H")
    expect(await passport.stands()).toEqual(running({ interview: "held enabled" }, { runs: ["call-applicant"] }))
    const [late] = told(await client.exceptions({ case: passport.id })).rows
    expect([late?.class, late?.at, late?.process]).toEqual(["Timeout", "interview", "passport"])
    await (await passport.worklet("call-applicant")).complete("phone", { reached: true })
    expect(await passport.stands()).toEqual(running({ interview: "enabled" }))
    expect((await passport.view()).data).toEqual({ name: "Bo", urgent: false, reached: true })
    expect(told(await client.exceptions({ case: passport.id })).rows).toEqual([])
  })

  test("an urgent one goes on without the interview", async () => {
    const passport = await Show.of(client, "passport", { name: "Cy", urgent: true })
    await world.clock.advance("PT2H")
    expect(await passport.stands()).toEqual(running({ print: "enabled" }))
  })

  test("a call that is late itself is ended by its own exlet, after a crash as well", async () => {
    const passport = await Show.of(client, "passport", { name: "Di" })
    await world.clock.advance("PT2H")
    await world.reopen("crash")
    await world.clock.advance("PT1H")
    expect(await passport.stands()).toEqual(running({ interview: "enabled" }))
    expect((await passport.view()).data).toEqual({ name: "Di", urgent: false, reached: false })
    expect(await passport.family()).toEqual({ passport: "running", "call-applicant": "completed" })
  })
})

describe("a program somewhere else", () => {
  type Claimed = Output<"claim">["rows"][number]
  const lease = 30_000

  async function claimed(more: { readonly limit?: number; readonly wait?: number } = {}): Promise<readonly Claimed[]> {
    return told(await client.claim({ worker: "label-printer", lease, ...more })).rows
  }

  async function one(parcel: Show): Promise<Claimed> {
    const rows = await claimed({ limit: 100 })
    const own = rows.find((row) => row.case === parcel.id)
    if (own === undefined) throw new Error(`nothing to print for ${parcel.id} in ${JSON.stringify(rows)}`)
    return own
  }

  const attemptOf = ({ id, attempt }: Claimed) => ({ item: id, attempt })

  test("gets its item with the data, completes it, and what it wrote is in the case", async () => {
    const parcel = await Show.of(client, "parcel", { to: "Rome" })
    const item = await one(parcel)
    expect(item).toEqual({
      id: await parcel.item("printLabel"),
      key: expect.any(String),
      case: parcel.id,
      process: "parcel",
      task: "printLabel",
      attempt: item.attempt,
      data: { to: "Rome", precious: false },
      lease,
      leaseUntil: world.clock.now() + lease,
    })
    expect(await claimed()).toEqual([])
    told(await client.reportOutput({ ...attemptOf(item), data: { label: "R-1" } }))
    expect(await parcel.stands()).toEqual(running({ "hand-over": "enabled" }))
    expect((await parcel.view()).data).toEqual({ to: "Rome", precious: false, label: "R-1" })
    const again = await client.reportOutput({ ...attemptOf(item), data: { label: "R-2" } })
    expect(["ATTEMPT_OVER", "ITEM_NOT_LIVE"]).toContain(codeOf(again))
    expect((await parcel.view()).data).toEqual({ to: "Rome", precious: false, label: "R-1" })
    await parcel.complete("hand-over")
    expect(await parcel.stands()).toEqual(over("completed"))
  })

  test("is given what comes while it waits", async () => {
    const waiting = claimed({ wait: 30_000 })
    const parcel = await Show.of(client, "parcel", { to: "Oslo" })
    const [item] = await waiting
    expect(item?.case).toBe(parcel.id)
    told(await client.reportOutput({ item: item?.id ?? "", attempt: item?.attempt ?? 0, data: { label: "O" } }))
  })

  test("shares the items with others like it: each is given to one only", async () => {
    const parcels = await Promise.all(Array.from({ length: 12 }, () => Show.of(client, "parcel", { to: "Bern" })))
    const shares = await Promise.all(Array.from({ length: 6 }, () => claimed({ limit: 5 })))
    const given = shares.flat()
    expect(given.map((item) => item.case).sort()).toEqual(parcels.map(({ id }) => id).sort())
    expect(new Set(given.map(({ key }) => key)).size).toBe(12)
    await Promise.all(given.map((item) => client.reportOutput({ ...attemptOf(item), data: { label: "B" } }).then(told)))
    expect(await Promise.all(parcels.map((parcel) => parcel.stands()))).toEqual(
      parcels.map(() => running({ "hand-over": "enabled" })),
    )
  })

  test("keeps its item as long as it says that it is alive", async () => {
    const parcel = await Show.of(client, "parcel", { to: "Kyiv" })
    const item = await one(parcel)
    for (let beat = 0; beat < 3; beat++) {
      await world.clock.advance("PT20S")
      expect(told(await client.heartbeat({ ...attemptOf(item), lease }))).toEqual({
        leaseUntil: world.clock.now() + lease,
      })
    }
    expect(await parcel.stands()).toEqual(running({ printLabel: "started" }))
    told(await client.reportOutput({ ...attemptOf(item), data: { label: "K" } }))
    expect(await parcel.stands()).toEqual(running({ "hand-over": "enabled" }))
  })

  test("that is silent too long loses its item: ItemAbort, an exlet, and what it says later is dropped", async () => {
    const parcel = await Show.of(client, "parcel", { to: "Lima" })
    const item = await one(parcel)
    await world.clock.advance("PT31S")
    expect(await parcel.stands()).toEqual(running({ printLabel: "held enabled" }, { runs: ["by-hand"] }))
    expect((await parcel.view()).exceptions.map(({ class: name }) => name)).toEqual(["ItemAbort"])
    expect(codeOf(await client.heartbeat(attemptOf(item)))).toBe("ATTEMPT_OVER")
    expect(codeOf(await client.reportOutput({ ...attemptOf(item), data: { label: "late" } }))).toBe("ATTEMPT_OVER")
    expect(codeOf(await client.reportFailure({ ...attemptOf(item), message: "late" }))).toBe("ATTEMPT_OVER")
    await (await parcel.worklet("write-by-hand")).complete("write", { label: "by hand" })
    expect(await parcel.stands()).toEqual(running({ "hand-over": "enabled" }))
    expect((await parcel.view()).data).toEqual({ to: "Lima", precious: false, label: "by hand" })
  })

  test("that fails tells why: ItemAbort, an exlet, and once more with the same key", async () => {
    const parcel = await Show.of(client, "parcel", { to: "Baku", precious: true })
    const first = await one(parcel)
    told(await client.reportFailure({ ...attemptOf(first), message: "no paper" }))
    expect(await parcel.stands()).toEqual(running({ printLabel: "enabled" }))
    const log = told(await client.log({ family: parcel.id })).lines.join("\n")
    expect(log).toContain("no paper")
    const second = await one(parcel)
    expect([second.key, second.attempt]).toEqual([first.key, first.attempt + 1])
    told(await client.reportOutput({ ...attemptOf(second), data: { label: "B" } }))
    expect(await parcel.stands()).toEqual(running({ "hand-over": "enabled" }))
  })

  test("[PROG5] that gives data of the wrong type is told which, and gives it again within the same attempt", async () => {
    const parcel = await Show.of(client, "parcel", { to: "Nice" })
    const item = await one(parcel)
    const answer = await client.reportOutput({ ...attemptOf(item), data: { label: 7 } })
    expect(answer).toMatchObject({
      ok: false,
      status: 422,
      rejection: { code: "DATA_INVALID", fields: [{ field: "label" }] },
    })
    expect(await parcel.stands()).toEqual(running({ printLabel: "started" }))
    told(await client.heartbeat(attemptOf(item)))
    told(await client.reportOutput({ ...attemptOf(item), data: { label: "seven" } }))
    expect(await parcel.stands()).toEqual(running({ "hand-over": "enabled" }))
  })

  test("can report after the server crashed, within its lease", async () => {
    const parcel = await Show.of(client, "parcel", { to: "Riga" })
    const item = await one(parcel)
    await world.reopen("crash")
    told(await client.reportOutput({ ...attemptOf(item), data: { label: "after all" } }))
    expect(await parcel.stands()).toEqual(running({ "hand-over": "enabled" }))
  })
})

answersAreDocumented(() => world)
