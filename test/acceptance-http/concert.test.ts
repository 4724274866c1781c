import { resolve } from "node:path"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { bundleFiles } from "../../src/cli/bundle-folder.ts"
import type { Client } from "../../src/client.ts"
import { answersAreDocumented } from "../http/documented.ts"
import { over, running, Show } from "../http/show.ts"
import { codeOf, openWorld, told, type World } from "../http/world.ts"

const folder = resolve(import.meta.dirname, "../../examples/concert")
const stadium = { venueName: "Olympic Stadium", seating: 20000, venueCost: 250000, ticketCost: 80 }

let world: World
let client: Client

/** A server that has the concert, deployed by somebody who only has an address. */
async function aConcertHall(): Promise<World> {
  const hall = await openWorld()
  told(await hall.client().deploy({ files: await bundleFiles(folder) }))
  return hall
}

beforeAll(async () => {
  world = await aConcertHall()
  client = world.client()
})
afterAll(() => world.close())

async function sold(on: Client, ticketsSold: number, data = {}): Promise<Show> {
  const show = await booked(on, data)
  await show.complete("sellTickets", { ticketsSold })
  return show
}

async function booked(on: Client, data = {}): Promise<Show> {
  const show = await Show.of(on, "organise-concert", data)
  await show.complete("bookStadium")
  return show
}

/** Every way a concert can go in which nobody learns and no time passes, each from its beginning to its end. */
const branches: Readonly<Record<string, (on: Client) => Promise<void>>> = {
  async "18,000 of 20,000: the show goes on"(on) {
    const show = await sold(on, 18000)
    expect(await show.stands()).toEqual(running({ doShow: "enabled" }))
    await show.complete("doShow")
    expect(await show.stands()).toEqual(over("completed"))
    expect((await show.view()).data).toEqual({ ...stadium, ticketsSold: 18000 })
  },
  async "15,000 of 20,000: three quarters are not less than three quarters"(on) {
    const show = await sold(on, 15000)
    expect(await show.stands()).toEqual(running({ doShow: "enabled" }))
    await show.complete("doShow")
    expect(await show.stands()).toEqual(over("completed"))
  },
  async "14,999: a mid-size venue"(on) {
    const show = await sold(on, 14999)
    expect(await show.stands()).toEqual(running({ doShow: "held enabled" }, { runs: ["move-to-mid-venue"] }))
    expect(codeOf(await on.startItem({ item: await show.item("doShow") }))).toBe("ITEM_HELD")
    expect(codeOf(await show.try("doShow"))).toBe("ITEM_HELD")
    const worklet = await show.worklet("change-to-mid-venue")
    expect((await worklet.view()).data).toEqual({ ...stadium, ticketsSold: 14999 })
    await worklet.complete("bookMidVenue", { venueName: "Sports Hall", seating: 15500, venueCost: 120000 })
    await worklet.complete("swapTickets")
    expect(await show.stands()).toEqual(running({ doShow: "held enabled" }, { runs: ["move-to-mid-venue"] }))
    await worklet.complete("tellBuyers")
    expect(await show.stands()).toEqual(running({ doShow: "enabled" }))
    expect((await show.view()).data).toEqual({
      ...stadium,
      venueName: "Sports Hall",
      seating: 15500,
      venueCost: 120000,
      ticketsSold: 14999,
    })
    await show.complete("doShow")
    expect(await show.family()).toEqual({ "organise-concert": "completed", "change-to-mid-venue": "completed" })
  },
  async "9,999: a small venue"(on) {
    const show = await sold(on, 9999)
    expect(await show.stands()).toEqual(running({ doShow: "held enabled" }, { runs: ["move-to-small-venue"] }))
    const worklet = await show.worklet("change-to-small-venue")
    await worklet.complete("bookSmallVenue", { venueName: "The Cellar", seating: 9000 })
    await worklet.complete("tellBuyers")
    await worklet.complete("refundTickets", { ticketsSold: 9000 })
    expect(await show.stands()).toEqual(running({ doShow: "enabled" }))
    expect((await show.view()).data).toEqual({ ...stadium, venueName: "The Cellar", seating: 9000, ticketsSold: 9000 })
    await show.complete("doShow")
    expect(await show.stands()).toEqual(over("completed"))
  },
  async "3,999: the show is cancelled"(on) {
    const show = await sold(on, 3999)
    expect(await show.stands()).toEqual(running({ doShow: "held enabled" }, { held: true, runs: ["cancel-show"] }))
    const worklet = await show.worklet("cancel-show")
    expect(await worklet.stands()).toEqual(running({ refundAll: "enabled", cancelVenue: "enabled" }))
    await worklet.completeAll("refundAll", "cancelVenue", "tellPress")
    expect(await show.stands()).toEqual(over("removed"))
    expect(await show.family()).toEqual({ "organise-concert": "removed", "cancel-show": "completed" })
  },
  async "support act break-up: another one is found while the case waits"(on) {
    const show = await booked(on)
    await show.raise("support-act-break-up")
    expect(await show.stands()).toEqual(
      running({ sellTickets: "held enabled" }, { held: true, runs: ["replace-support-act"] }),
    )
    expect(codeOf(await show.try("sellTickets", { ticketsSold: 100 }))).toBe("ITEM_HELD")
    const worklet = await show.worklet("find-musician")
    expect((await worklet.view()).data).toEqual({ what: "support act", venue: "Olympic Stadium" })
    await worklet.complete("audition", { found: "The Postmen" })
    await worklet.complete("signContract")
    expect(await show.stands()).toEqual(running({ sellTickets: "enabled" }))
  },
  async "the singer is tired and emotional: postponed"(on) {
    const show = await sold(on, 18000, { showDate: "2026-06-06" })
    told(await on.startItem({ item: await show.item("doShow") }))
    await show.raise("singer-tired-and-emotional")
    expect(await show.stands()).toEqual(running({ doShow: "held started" }, { held: true, runs: ["postpone"] }))
    const worklet = await show.worklet("postpone-show")
    await worklet.complete("findDate", { showDate: "2026-07-04" })
    await worklet.complete("tellBuyers")
    expect(await show.stands()).toEqual(running({ doShow: "started" }))
    expect((await show.view()).data).toEqual({ ...stadium, ticketsSold: 18000, showDate: "2026-07-04" })
    await show.complete("doShow")
    expect(await show.stands()).toEqual(over("completed"))
  },
  async "the guitarist is refused a visa: by the title people read"(on) {
    const show = await Show.of(on, "organise-concert", { venueName: "The Pier" })
    await show.raise("Guitarist refused visa")
    const worklet = await show.worklet("find-musician")
    expect((await worklet.view()).data).toEqual({ what: "guitarist", venue: "The Pier" })
    await worklet.completeAll("audition", "signContract")
    expect(await show.stands()).toEqual(running({ bookStadium: "enabled" }))
  },
  async "refreshments: beside the running case"(on) {
    const show = await sold(on, 18000, { showDate: "2026-06-08" })
    await show.raise("band-requests-backstage-refreshments")
    expect(await show.stands()).toEqual(running({ doShow: "enabled" }, { runs: ["bring-refreshments"] }))
    told(await on.startItem({ item: await show.item("doShow") }))
    await (await show.worklet("organise-refreshments")).complete("buySandwiches")
    expect(await show.stands()).toEqual(running({ doShow: "started" }))
    await show.complete("doShow")
    expect(await show.stands()).toEqual(over("completed"))
  },
  async "refreshments: a dinner for many at the weekend"(on) {
    const show = await sold(on, 18000, { showDate: "2026-06-06" })
    await show.raise("band-requests-backstage-refreshments")
    expect(await show.stands()).toEqual(running({ doShow: "enabled" }, { runs: ["bring-dinner"] }))
    await (await show.worklet("organise-dinner")).completeAll("hireCook", "serve")
    expect(await show.stands()).toEqual(running({ doShow: "enabled" }))
  },
  async "refreshments: nobody knows the day, sandwiches"(on) {
    const show = await sold(on, 18000)
    await show.raise("band-requests-backstage-refreshments")
    expect(await show.stands()).toEqual(running({ doShow: "enabled" }, { runs: ["bring-refreshments"] }))
  },
  async "tickets sell better than expected: a larger venue"(on) {
    const show = await booked(on)
    await show.raise("ticket-sales-better-than-expected")
    const worklet = await show.worklet("change-to-large-venue")
    await worklet.complete("bookLargeVenue", { venueName: "The Meadow", seating: 60000 })
    await worklet.complete("tellBuyers")
    expect(await show.stands()).toEqual(running({ sellTickets: "enabled" }))
    await show.complete("sellTickets", { ticketsSold: 50000 })
    expect(await show.stands()).toEqual(running({ doShow: "enabled" }))
  },
  async "the band has broken up: cancelled, and nothing can be raised any more"(on) {
    const show = await booked(on)
    await show.raise("band-broken-up")
    await (await show.worklet("cancel-show")).completeAll("cancelVenue", "refundAll", "tellPress")
    expect(await show.stands()).toEqual(over("removed"))
    expect(codeOf(await on.raise({ case: show.id, class: "band-broken-up" }))).toBe("CASE_NOT_LIVE")
  },
  async "two exlets hold the show, each lifts its own hold"(on) {
    const show = await sold(on, 9000)
    await show.raise("lights-broken", { task: "doShow", with: { lamps: 12 } })
    expect(await show.stands()).toEqual(
      running({ doShow: "held enabled" }, { runs: ["move-to-small-venue", "mend-lights"] }),
    )
    expect((await (await show.worklet("repair-lights")).view()).data).toEqual({ lamps: 12 })
    const venue = await show.worklet("change-to-small-venue")
    await venue.complete("bookSmallVenue", { seating: 9000 })
    await venue.completeAll("refundTickets", "tellBuyers")
    expect(await show.stands()).toEqual(running({ doShow: "held enabled" }, { runs: ["mend-lights"] }))
    expect(codeOf(await show.try("doShow"))).toBe("ITEM_HELD")
    await (await show.worklet("repair-lights")).complete("replaceLamps")
    expect(await show.stands()).toEqual(running({ doShow: "enabled" }))
  },
  async "wrong parameters and wrong data are refused, and change nothing"(on) {
    const show = await sold(on, 18000)
    const before = await show.view()
    const wrong = { case: show.id, class: "lights-broken", item: await show.item("doShow"), with: { lamps: "many" } }
    expect(codeOf(await on.raise(wrong))).toBe("DATA_INVALID")
    expect(codeOf(await on.setData({ case: show.id, data: { ticketsSold: -1 } }))).toBe("DATA_INVALID")
    expect(await show.view()).toEqual(before)
  },
  async "an exlet of the worklet removes its ancestors"(on) {
    const show = await sold(on, 14000)
    const worklet = await show.worklet("change-to-mid-venue")
    await worklet.raise("no-venue-to-be-had")
    expect(await show.stands()).toEqual(
      running({ doShow: "held enabled" }, { held: true, runs: ["move-to-mid-venue"] }),
    )
    expect(await worklet.stands()).toEqual(running({ bookMidVenue: "enabled" }, { runs: ["give-up"] }))
    await (await show.worklet("cancel-show")).completeAll("refundAll", "cancelVenue", "tellPress")
    expect(await show.family()).toEqual({
      "organise-concert": "removed",
      "change-to-mid-venue": "removed",
      "cancel-show": "completed",
    })
  },
}

describe("the concert over HTTP alone", () => {
  test.each(Object.entries(branches))("goes as its story tells: %s", (_, branch) => branch(client))

  test("[VERB3] fifty concerts at once, of all kinds, each end as if they were alone", async () => {
    const kinds = Object.values(branches)
    const all = Array.from({ length: 50 }, (_, index) => kinds[index % kinds.length])
    const ended = await Promise.allSettled(all.map((branch) => branch?.(client)))
    expect(ended.flatMap((one) => (one.status === "rejected" ? [String(one.reason)] : []))).toEqual([])
  })

  test("a worklet that is late is reminded, and a reminder in vain gives up the show from two levels below", async () => {
    const hall = await aConcertHall()
    const show = await sold(hall.client(), 14000)
    await hall.clock.advance("P3D")
    const venue = await show.worklet("change-to-mid-venue")
    expect(await venue.stands()).toEqual(running({ bookMidVenue: "enabled" }, { runs: ["remind"] }))
    await hall.clock.advance("P2D")
    expect(await show.family()).toEqual({
      "organise-concert": "running",
      "change-to-mid-venue": "running",
      "send-reminder": "running",
      "cancel-show": "running",
    })
    await hall.reopen("crash")
    await (await show.worklet("cancel-show")).completeAll("refundAll", "cancelVenue", "tellPress")
    expect(await show.family()).toEqual({
      "organise-concert": "removed",
      "change-to-mid-venue": "removed",
      "send-reminder": "removed",
      "cancel-show": "completed",
    })
    await hall.close()
  })
})

describe("learning over HTTP alone", () => {
  test("what nobody had foreseen stops its case, is answered by a rule, and is known to the next", async () => {
    const show = await booked(client)
    told(await client.report({ case: show.id, title: "Stadium roof damaged", text: "A storm took half of it" }))
    expect(await show.stands()).toEqual(running({ sellTickets: "held enabled" }, { held: true, interventions: 1 }))
    told(
      await client.deploy({
        bundle: {
          processes: [
            {
              process: "repair-roof",
              title: "Repair the roof",
              data: { venueName: "string", venueCost: "number" },
              flow: [{ task: "callBuilders", title: "Call the builders" }],
            },
          ],
          exlets: { "repair-roof": [{ suspend: "case" }, { compensate: "repair-roof" }, { continue: "case" }] },
        },
      }),
    )
    const [asked] = told(await client.interventions({ case: show.id })).rows
    expect(asked?.text).toContain("Stadium roof damaged")
    const intervention = asked?.id ?? ""
    const lesson = { do: "teach", if: 'event.title == "Stadium roof damaged"', then: "repair-roof" }
    told(await client.answer({ intervention, ...lesson }))
    expect(await show.stands()).toEqual(running({ sellTickets: "held enabled" }, { held: true, runs: ["repair-roof"] }))
    expect(codeOf(await client.answer({ intervention, ...lesson }))).toBe("INTERVENTION_NOT_OPEN")
    await (await show.worklet("repair-roof")).complete("callBuilders", { venueCost: 300000 })
    expect(await show.stands()).toEqual(running({ sellTickets: "enabled" }))
    expect((await show.view()).data).toEqual({ ...stadium, venueCost: 300000, ticketsSold: 0 })

    const next = await Show.of(client, "organise-concert")
    told(await client.report({ case: next.id, title: "Stadium roof damaged" }))
    expect(await next.stands()).toEqual(running({ bookStadium: "held enabled" }, { held: true, runs: ["repair-roof"] }))
  })

  test("a rule learnt while a case waits holds for it, for the older one when somebody begins, and can be explained", async () => {
    const older = await sold(client, 19800)
    const newer = await sold(client, 19900)
    told(
      await client.deploy({
        text: [
          "process: hire-guards",
          "data: { ticketsSold: integer }",
          "flow: [ { task: callAgency } ]",
          "---",
          "exlets: { guard-the-gates: [ { suspend: item }, { compensate: hire-guards }, { continue: item } ] }",
        ].join("\n"),
      }),
    )
    const lesson = {
      on: "itemPre",
      at: "organise-concert/doShow",
      if: "ticketsSold > seating * 0.95",
      then: "guard-the-gates",
      from: { case: newer.id, item: await newer.item("doShow") },
    }
    const tried = told(await client.backtest(lesson))
    expect(tried.changes.map(({ case: id, after }) => [id, after])).toEqual(
      expect.arrayContaining([
        [older.id, "guard-the-gates"],
        [newer.id, "guard-the-gates"],
      ]),
    )
    const learnt = told(await client.learn({ ...lesson, replace: true, reason: "they climb the fence" }))
    expect(await newer.stands()).toEqual(running({ doShow: "held enabled" }, { runs: ["guard-the-gates"] }))
    expect(codeOf(await client.startItem({ item: await older.item("doShow") }))).toBe("ITEM_HELD")
    expect(await older.stands()).toEqual(running({ doShow: "held enabled" }, { runs: ["guard-the-gates"] }))
    await (await older.worklet("hire-guards")).complete("callAgency")
    await older.complete("doShow")
    expect(await older.stands()).toEqual(over("completed"))

    const { rows } = told(await client.decisions({ tree: learnt.tree, limit: 1000 }))
    const last = rows.findLast(({ family }) => family === newer.id)
    const why = told(await client.explain({ family: newer.id, version: last?.version ?? 0 }))
    expect([why.says, why.case]).toEqual(["guard-the-gates", newer.id])
    const changes = told(await client.treeChanges({ tree: learnt.tree })).rows
    expect([changes.at(-1)?.version, changes.at(-1)?.reason]).toEqual([learnt.version, "they climb the fence"])
  })

  test("a run that goes by the wrong answer is replaced, and what it wrote is put back", async () => {
    const hall = await aConcertHall()
    const on = hall.client()
    const show = await sold(on, 14999, { venueName: "The Barn" })
    const worklet = await show.worklet("change-to-mid-venue")
    await worklet.complete("bookMidVenue", { venueName: "Sports Hall", seating: 15500, venueCost: 1 })
    told(await on.deploy({ text: "exlets: { do-it-anyway: [ { notify: ann, text: we play } ] }" }))
    told(
      await on.learn({
        on: "itemPre",
        at: "organise-concert/doShow",
        if: 'ticketsSold > seating * 0.5 && "sellTickets" in done',
        then: "nothing",
        from: { case: show.id, item: await show.item("doShow") },
        replace: true,
        undo: true,
      }),
    )
    expect(await show.stands()).toEqual(running({ doShow: "enabled" }))
    expect((await show.view()).data).toEqual({ ...stadium, venueName: "The Barn", ticketsSold: 14999 })
    expect(await show.family()).toEqual({ "organise-concert": "running", "change-to-mid-venue": "removed" })
    await hall.close()
  })

  test("a rule that was learnt can be taken back, and the next case is answered as before", async () => {
    const hall = await aConcertHall()
    const on = hall.client()
    const show = await sold(on, 18000)
    const lesson = { on: "itemPre", at: "organise-concert/doShow", if: "ticketsSold > 17000", then: "cancel-show" }
    const learnt = told(await on.learn({ ...lesson, from: { case: show.id, item: await show.item("doShow") } }))
    expect(await (await sold(on, 18000)).stands()).toEqual(
      running({ doShow: "held enabled" }, { held: true, runs: ["cancel-show"] }),
    )
    told(await on.undoRule({ tree: learnt.tree }))
    expect(await (await sold(on, 18000)).stands()).toEqual(running({ doShow: "enabled" }))
    await hall.close()
  })
})

answersAreDocumented(() => world)
