import { expect } from "vitest"
import type { storeTests } from "./store-home.ts"
import { aBatch, aDelivery, aNotification, ann, bob, idsOf, notificationId } from "./store-rows.ts"

export function outboxContract(storeTest: ReturnType<typeof storeTests>): void {
  storeTest(
    "[NOTIFY20] an agent's notifications come newest first, his own alone, unread ones when asked",
    async (store) => {
      const [first, second, third] = [
        aNotification("f", 9, { about: "f.q9" }),
        aNotification("f", 10, { at: 5, text: "ž\u0000'" }),
        aNotification("a", 1, { to: "clerk" }),
      ]
      const others = aNotification("f", 9, { agent: bob })
      await store.commit(aBatch({ notifications: [first, others] }))
      await store.commit(aBatch({ notifications: [second, third, { ...first, text: "another text" }] }))
      expect(await store.notifications({ agent: ann, limit: 10 })).toEqual([third, second, first])
      expect(await store.notifications({ agent: bob, limit: 10 })).toEqual([others])
      expect(await store.notifications({ agent: ann, limit: 2 })).toEqual([third, second])
      expect(await store.notifications({ agent: ann, after: second.id, limit: 2 })).toEqual([first])
      expect(await store.notifications({ agent: ann, after: notificationId("nobody", 1), limit: 1 })).toEqual([third])

      expect(await store.markRead(ann, [second.id, second.id, notificationId("nobody", 1)], 77)).toBe(1)
      expect(await store.markRead(ann, [second.id], 78)).toBe(0)
      expect(await store.notifications({ agent: ann, unread: true, limit: 10 })).toEqual([third, first])
      expect(await store.notifications({ agent: ann, after: second.id, unread: true, limit: 10 })).toEqual([first])
      expect(await store.markRead(ann, "all", 79)).toBe(2)
      expect((await store.notifications({ agent: ann, limit: 10 })).map(({ readAt }) => readAt)).toEqual([79, 77, 79])
      expect(await store.notifications({ agent: bob, unread: true, limit: 10 })).toEqual([others])
    },
  )

  storeTest(
    "[NOTIFY21] what is due of a channel comes by time, then in the order of commits",
    async (store, reopen) => {
      const late = aDelivery("f", 1, { dueAt: 50 })
      const early = aDelivery("f", 2, { dueAt: 10, agent: ann })
      const alike = aDelivery("a", 3, { dueAt: 10 })
      const others = aDelivery("f", 1, { id: "f.n1@mail", channel: "mail", dueAt: 1 })
      const givenUp = aDelivery("f", 4, { attempts: 10, error: "refused" })
      await store.commit(aBatch({ deliveries: [late, early, alike, others, givenUp] }))
      expect(await store.dueDeliveries("webhook", 9, 10)).toEqual([])
      expect(await store.dueDeliveries("webhook", 50, 10)).toEqual([early, alike, late])
      expect(await store.dueDeliveries("webhook", 50, 1)).toEqual([early])
      expect([await store.nextDeliveryAt("webhook"), await store.nextDeliveryAt("pigeon")]).toEqual([10, undefined])

      const { dueAt: _, ...untimed } = early
      const tried = { ...untimed, attempts: 1, dueAt: 60, error: "slow" }
      await store.commit(aBatch({ deliveries: [{ ...tried, letter: {} }], arrived: [alike.id] }))
      const again = await reopen()
      expect(await again.deliveries({ limit: 10 })).toEqual([late, { ...tried }, others, givenUp])
      expect(await again.deliveries({ channel: "webhook", after: late.id, limit: 1 })).toEqual([{ ...tried }])
      expect(await again.deliveries({ channel: "webhook", after: "nobody", limit: 10 })).toEqual([late, tried, givenUp])
      expect(await again.deliveries({ givenUp: true, limit: 10 })).toEqual([givenUp])
      expect(await again.deliveries({ givenUp: true, channel: "mail", limit: 10 })).toEqual([])
      const { deliveries } = await again.counts(0)
      expect(new Set(deliveries)).toEqual(
        new Set([
          { channel: "mail", givenUp: false, count: 1 },
          { channel: "webhook", givenUp: false, count: 2 },
          { channel: "webhook", givenUp: true, count: 1 },
        ]),
      )
    },
  )

  storeTest("[NOTIFY22] those alike that nobody has tried are gathered, and have one fate", async (store) => {
    const like = { like: "late" }
    const [tried, untried, another, other] = [
      aDelivery("f", 1, { ...like, attempts: 1 }),
      aDelivery("f", 2, like),
      aDelivery("f", 3, like),
      aDelivery("f", 4),
    ]
    const elsewhere = aDelivery("f", 2, { ...like, id: "f.n2@mail", channel: "mail" })
    await store.commit(aBatch({ deliveries: [tried, untried, another, other, elsewhere] }))
    await store.gather("webhook", "late", 70)
    expect(await store.countGathered("webhook", "late")).toBe(2)
    const gathered = { isGathered: true, dueAt: 70 } as const
    expect(await store.dueDeliveries("webhook", 70, 10)).toEqual([
      tried,
      other,
      { ...untried, ...gathered },
      { ...another, ...gathered },
    ])
    await store.noteGathered("webhook", "late", { attempts: 1, dueAt: 90, error: "down" })
    await store.noteGathered("webhook", "late", { attempts: 2, error: "down for good" })
    expect(idsOf(await store.deliveries({ givenUp: true, limit: 10 }))).toEqual([untried.id, another.id])
    expect(await store.countGathered("webhook", "late")).toBe(0)
    expect(await store.retryDeliveries({ ids: [untried.id, untried.id, tried.id, "nobody"] }, 100)).toBe(1)
    expect(await store.retryDeliveries({ channel: "webhook" }, 101)).toBe(1)
    const [one, two] = (await store.dueDeliveries("webhook", 101, 10)).slice(2)
    expect([one, two]).toEqual([
      { ...untried, dueAt: 100 },
      { ...another, dueAt: 101 },
    ])
    await store.gather("webhook", "late", 110)
    await store.noteGathered("webhook", "late", "delivered")
    expect(await store.deliveries({ limit: 10 })).toEqual([tried, other, elsewhere])
  })
}
