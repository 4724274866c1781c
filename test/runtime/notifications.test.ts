import { describe, expect, test } from "vitest"
import {
  type Addressed,
  accepted,
  asNotificationId,
  type Carried,
  type Channel,
  type Engine,
  type EngineOptions,
} from "../../src/main.ts"
import type { CarriedLetter } from "../../src/runtime/observer.ts"
import { House, refusal } from "./house.ts"

const opened = Date.parse("2026-01-05T09:00:00Z")

const shop = `
process: order
data: { amount: { type: integer, default: 0 }, to: { type: string, default: bob } }
flow: [ { task: pack }, { task: ship } ]
---
exlets:
  tell: [ { notify: to, text: 'Order of {{amount}} is packed' } ]
rules:
  - { on: itemPre, at: order/ship, tree: [ { if: amount > 0, then: tell } ] }
organisation:
  roles: { clerk: {}, boss: {} }
  agents:
    ann: { roles: [ clerk ], attributes: { email: ann@shop.example } }
    bob: { roles: [ clerk ] }
`

/** A channel that keeps what it carries, and answers as it is told. */
class Pigeons implements Channel {
  readonly name: string = "pigeons"
  readonly carried: Addressed[] = []
  answer: (letter: Addressed, number: number) => Carried | Promise<Carried>

  constructor(answer: Pigeons["answer"] = () => ({ as: "delivered" })) {
    this.answer = answer
  }

  async carry(letter: Addressed): Promise<Carried> {
    this.carried.push(letter)
    return this.answer(letter, this.carried.length)
  }
}

class OwnPigeons extends Pigeons {
  override readonly name = "own"
  readonly isPersonal = true
}

async function packed(house: House, amount: number, to = "bob"): Promise<string> {
  const id = await house.start("order", { amount, to })
  await house.complete(id, "pack")
  return id
}

const shopWith = (options: EngineOptions = {}) => House.open(shop, options)
const textsOf = async (engine: Engine, agent: string) =>
  (await engine.notifications(agent)).map(({ text, to, readAt }) => ({ text, to, read: readAt !== undefined }))

describe("what people are told", () => {
  test("[NOTIFY23] what an administrator is asked is told to everybody who may administer, and goes to each", async () => {
    const own = new OwnPigeons()
    const rights =
      "  permissions: { boss: [administer], ann: [do, see], cy: { administer: [other] }, office: [administer] }"
    const people =
      "    cy: {}\n    dora: { roles: [ boss ] }\n    eve: { unit: office }\n  units: { office: {} }\n  capabilities: {}\n"
    const house = await House.open(`${shop}${people}${rights}\n`, { channels: [own] })
    const { engine } = house
    const id = await house.start("order")
    accepted(await engine.report({ case: id, title: "Fire" }))
    await engine.idle()
    const told = ["administrator", "ann", "bob", "cy", "dora", "eve"].map(
      async (agent) => (await textsOf(engine, agent)).length,
    )
    expect(await Promise.all(told)).toEqual([1, 0, 0, 0, 1, 1])
    expect(own.carried.map(({ agent }) => agent)).toEqual(["administrator", "dora", "eve"])
  })

  test("[NOTIFY1] a notification is in the list of whom it is for, with what it is about, until he has read it", async () => {
    const house = await shopWith()
    const id = await packed(house, 7)
    const row = {
      id: "case1.n11",
      agent: "bob",
      type: "exlet.notification",
      family: id,
      case: id,
      process: "order",
      to: "bob",
      text: "Order of 7 is packed",
      at: opened,
    }
    const [told] = await house.engine.notifications("bob")
    expect(told).toEqual({ ...row, id: told?.id })
    expect(await house.engine.notifications("ann")).toEqual([])
    await house.crash()
    expect(await house.engine.markRead("bob", [asNotificationId(told?.id ?? "")], { by: "bob" })).toEqual({
      ok: true,
      value: { read: 1 },
    })
    expect(await house.engine.notifications("bob", { unread: true })).toEqual([])
    expect(await house.engine.notifications("bob")).toEqual([{ ...row, id: told?.id, readAt: opened }])
  })

  test("[NOTIFY2] what is for a role is for everybody who plays it then, and keeps the name", async () => {
    const house = await shopWith()
    await packed(house, 1, "clerk")
    accepted(await house.engine.deploy({ organisation: { agents: { cyd: { roles: ["clerk"] } } } }))
    const told = { text: "Order of 1 is packed", to: "clerk", read: false }
    expect(await textsOf(house.engine, "ann")).toEqual([told])
    expect(await textsOf(house.engine, "bob")).toEqual([told])
    expect(await textsOf(house.engine, "cyd")).toEqual([])
  })

  test("[NOTIFY2] a name nobody bears is kept for whoever will", async () => {
    const house = await shopWith()
    await packed(house, 1, "boss")
    await packed(house, 2, "zoe")
    expect(await textsOf(house.engine, "boss")).toEqual([{ text: "Order of 1 is packed", to: "boss", read: false }])
    expect(await textsOf(house.engine, "zoe")).toEqual([{ text: "Order of 2 is packed", to: "zoe", read: false }])
  })

  test("[NOTIFY3] the newest comes first, page by page", async () => {
    const house = await shopWith()
    for (const amount of [1, 2, 3]) await packed(house, amount)
    const first = await house.engine.notifications("bob", { limit: 2 })
    expect(first.map(({ text }) => text)).toEqual(["Order of 3 is packed", "Order of 2 is packed"])
    const after = asNotificationId(first.at(-1)?.id ?? "")
    expect((await house.engine.notifications("bob", { after })).map(({ text }) => text)).toEqual([
      "Order of 1 is packed",
    ])
    expect(accepted(await house.engine.markRead("bob", "all"))).toEqual({ read: 3 })
  })

  test("[NOTIFY4] a question put to somebody is in his list, and leads to it", async () => {
    const house = await House.open(`
process: order
flow: [ { task: pack } ]
---
rules: [ { on: itemPre, at: order/pack, then: [ { ask: Shall we pack?, to: clerk } ] } ]
organisation: { roles: { clerk: {} }, agents: { ann: { roles: [ clerk ] } } }
`)
    await house.start("order")
    const [asked] = await house.engine.interventions()
    const [told] = await house.engine.notifications("ann")
    expect([told?.type, told?.about, told?.text, told?.to]).toEqual([
      "exlet.intervention.opened",
      asked?.id,
      "Shall we pack?",
      "clerk",
    ])
  })

  test("[NOTIFY4] who is given a question, and those it goes up to, are told; who takes one himself is not", async () => {
    const house = await House.open(`
process: order
answerWithin: PT1H
owner: ann
flow: [ { task: pack } ]
---
organisation: { units: { shop: { manager: cem } }, agents: { ann: { unit: shop }, bob: {}, cem: {} } }
`)
    const { engine } = house
    const id = await house.start("order")
    accepted(await engine.report({ case: id, title: "Roof damaged" }))
    const [asked] = await engine.interventions()
    const typesOf = async (agent: string) => (await engine.notifications(agent)).map(({ type }) => type)
    expect(await typesOf("ann")).toEqual(["exlet.intervention.opened"])
    const assign = (to: string, by: string) =>
      engine.execute(id as never, { type: "AssignIntervention", intervention: asked?.id as never, to }, { by })
    accepted(await assign("bob", "ann"))
    accepted(await assign("ann", "ann"))
    expect([await typesOf("bob"), await typesOf("ann")]).toEqual([
      ["exlet.intervention.assigned"],
      ["exlet.intervention.opened"],
    ])
    await house.clock.advance("PT1H")
    const [told] = await engine.notifications("cem")
    expect([told?.type, told?.text, told?.about]).toEqual([
      "exlet.intervention.escalated",
      "Unforeseen at order: Roof damaged",
      asked?.id,
    ])
  })

  test("[NOTIFY5] only he himself, or who administers, says that somebody has read something", async () => {
    const house = await shopWith()
    accepted(await house.engine.deploy({ organisation: { permissions: { clerk: ["do"], boss: ["administer"] } } }))
    accepted(await house.engine.deploy({ organisation: { agents: { eve: { roles: ["boss"] } } } }))
    expect(refusal(await house.engine.markRead("ann", "all", { by: "bob" })).code).toBe("NOT_PERMITTED")
    expect(await house.engine.markRead("bob", "all", { by: "bob" })).toEqual({ ok: true, value: { read: 0 } })
    expect(await house.engine.markRead("bob", "all", { by: "eve" })).toEqual({ ok: true, value: { read: 0 } })
  })
})

describe("channels", () => {
  test("[NOTIFY6] a letter goes once to a channel for all, and to each by himself where that is its way", async () => {
    const [pigeons, own] = [new Pigeons(), new OwnPigeons()]
    const house = await shopWith({ channels: [pigeons, own] })
    const id = await packed(house, 5, "clerk")
    const letter = {
      id: pigeons.carried[0]?.id,
      type: "exlet.notification",
      family: id,
      case: id,
      process: "order",
      text: "Order of 5 is packed",
      at: opened,
      to: "clerk",
    }
    expect(pigeons.carried).toEqual([letter])
    expect(own.carried).toEqual([
      { ...letter, agent: "ann", attributes: { email: "ann@shop.example" } },
      { ...letter, agent: "bob", attributes: {} },
    ])
    expect(await house.engine.deliveries()).toEqual([])
  })

  test("[NOTIFY7] what fails is tried again under the same id, later and later, and given up in the end", async () => {
    const pigeons = new Pigeons(() => ({ as: "failed", message: "a hawk" }))
    const told: CarriedLetter[] = []
    const house = await shopWith({
      channels: [Object.assign(pigeons, { tries: 4 })],
      observer: { carried: (carried) => void told.push(carried) },
    })
    await packed(house, 5)
    const triedAt: number[] = []
    pigeons.answer = () => {
      triedAt.push((house.clock.now() - opened) / 1000)
      return { as: "failed", message: "a hawk" }
    }
    const [waiting] = await house.engine.deliveries()
    expect([waiting?.attempts, waiting?.dueAt, waiting?.error]).toEqual([1, opened + 5000, "a hawk"])
    await house.clock.advance("P1D")
    expect(triedAt).toEqual([5, 25, 105])
    expect(new Set(pigeons.carried.map(({ id }) => id)).size).toBe(1)
    const [givenUp] = await house.engine.deliveries({ givenUp: true })
    expect([givenUp?.attempts, givenUp?.dueAt, givenUp?.error]).toEqual([4, undefined, "a hawk"])
    expect(told.map(({ outcome }) => outcome)).toEqual(["failed", "failed", "failed", "given up"])
    expect((await house.engine.counts()).deliveries).toEqual([{ channel: "pigeons", givenUp: true, count: 1 }])

    pigeons.answer = () => ({ as: "delivered" })
    expect(accepted(await house.engine.resend({ channel: "pigeons" }))).toEqual({ resent: 1 })
    await house.engine.idle()
    expect([pigeons.carried.length, await house.engine.deliveries()]).toEqual([5, []])
    expect(refusal(await house.engine.resend({ channel: "doves" })).code).toBe("CHANNEL_NOT_FOUND")
  })

  test("[NOTIFY8] what was sent but not noted when the engine went down is sent again under the same id", async () => {
    const pigeons = new Pigeons(() => new Promise(() => {}))
    const house = await shopWith({ channels: [pigeons] })
    const id = await house.start("order", { amount: 5 })
    const [item] = await house.engine.items({ case: id as never, live: true })
    accepted(await house.engine.completeItem(item?.id as never))
    while (pigeons.carried.length === 0) await new Promise((resolve) => setImmediate(resolve))
    pigeons.answer = () => ({ as: "delivered" })
    await house.crash()
    expect(pigeons.carried.map(({ id: letter }) => letter)).toEqual([pigeons.carried[0]?.id, pigeons.carried[0]?.id])
    await house.crash()
    expect(pigeons.carried.length).toBe(2)
  })

  test("[NOTIFY9] a channel that hangs holds up neither work nor another channel, and stopping waits for it", async () => {
    let release: (carried: Carried) => void = () => {}
    const slow = new OwnPigeons(() => new Promise((resolve) => (release = resolve)))
    const quick = new Pigeons()
    const house = await shopWith({ channels: [slow, quick] })
    const id = await house.start("order", { amount: 5 })
    const [item] = await house.engine.items({ case: id as never, live: true })
    accepted(await house.engine.completeItem(item?.id as never))
    while (quick.carried.length + slow.carried.length < 2) await new Promise((resolve) => setImmediate(resolve))
    const next = accepted(await house.engine.start("order", { data: { amount: 1 } }))
    expect((await house.engine.case(next.case))?.state).toBe("running")
    const stopped = house.engine.stop({ grace: 60_000 })
    release({ as: "delivered" })
    await stopped
    await house.crash()
    expect(await house.engine.deliveries()).toEqual([])
  })

  test("[NOTIFY10] who cannot be reached is not written to, and that is no failure", async () => {
    const told: string[] = []
    const house = await shopWith({
      channels: [new Pigeons(() => ({ as: "unaddressed" }))],
      observer: { carried: ({ outcome }) => void told.push(outcome) },
    })
    await packed(house, 5)
    expect([told, await house.engine.deliveries()]).toEqual([["unaddressed"], []])
  })

  test("[NOTIFY11] what says the same to the same more than twenty times in a minute comes as one more", async () => {
    const own = new OwnPigeons()
    const house = await shopWith({ channels: [own] })
    for (let amount = 1; amount <= 57; amount++) await packed(house, amount)
    expect(own.carried.length).toBe(20)
    await house.clock.advance("PT1M")
    const last = own.carried.at(-1)
    expect([own.carried.length, last?.text, last?.more]).toEqual([21, "Order of 21 is packed", 36])
    expect(await house.engine.deliveries()).toEqual([])
    expect((await house.engine.notifications("bob")).length).toBe(57)
    await packed(house, 58)
    expect(own.carried.length).toBe(22)
  })

  test("[NOTIFY11] a digest that fails is tried again as one, with the same id", async () => {
    const own = new OwnPigeons(({ more }) => (more ? { as: "failed", message: "too fat" } : { as: "delivered" }))
    const house = await shopWith({ channels: [own] })
    for (let amount = 1; amount <= 25; amount++) await packed(house, amount)
    await house.clock.advance("PT1M")
    own.answer = () => ({ as: "delivered" })
    await house.crash()
    await house.clock.advance("PT1M")
    const digests = own.carried.filter(({ more }) => more !== undefined)
    expect(digests.map(({ id, more }) => ({ id, more }))).toEqual([
      { id: digests[0]?.id, more: 4 },
      { id: digests[0]?.id, more: 4 },
    ])
    expect(await house.engine.deliveries()).toEqual([])
  })

  test("[NOTIFY12] exceptions are told to channels that ask for them, and to no others", async () => {
    const [all, usual] = [Object.assign(new OwnPigeons(), { isPersonal: false }), new Pigeons()]
    const house = await shopWith({ channels: [Object.assign(all, { types: ["exlet.exception.raised"] }), usual] })
    const id = await house.start("order")
    accepted(await house.engine.raise({ class: "CaseTrigger", case: id, with: {} }))
    await house.engine.idle()
    expect(all.carried.map(({ type, class: name, text }) => [type, name, text])).toEqual([
      ["exlet.exception.raised", "CaseTrigger", "CaseTrigger at order"],
    ])
    expect(usual.carried.map(({ type, text }) => [type, text])).toEqual([
      ["exlet.intervention.opened", "CaseTrigger at order"],
    ])
  })
})
