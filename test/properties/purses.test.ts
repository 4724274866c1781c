import fc from "fast-check"
import { expect, test } from "vitest"
import type { Event } from "../../src/messages/events.ts"
import type { CaseId, ItemId } from "../../src/messages/ids.ts"
import { FamilyStory, repertoireOf } from "../language/family-story.ts"
import { askOf, manyWhims } from "../language/random-asks.ts"
import { randomBundles } from "../language/random-bundles.ts"
import { seed } from "../seed.ts"
import { assertInTime } from "./in-time.ts"

const often = {
  seed,
  numRuns: Number(process.env.RUNS ?? 150),
  limit: Number(process.env.LIMIT ?? 4_000),
} as const

test("[BOUND5] a purse holds the sum of what was paid from it, whatever happens", async () => {
  await assertInTime(
    fc.asyncProperty(randomBundles(), manyWhims(), async (bundle, wishes) => {
      const story = new FamilyStory(await repertoireOf(bundle))
      story.ask({ type: "StartCase", process: "p", version: 1, data: {} })
      for (const whim of wishes) {
        story.now += 3_600_000
        story.ask(askOf(whim, story))
      }
      const events = story.entries.flatMap((entry) => entry.events)
      fc.pre(!events.some(({ type }) => type === "AnswerTakenBack"))
      const { cases, items } = story.state
      const paid = paidBy(events)
      for (const { id, spent = 0 } of cases.values()) expect([id, spent]).toEqual([id, paid.get(id) ?? 0])
      for (const { id, spent = 0 } of items.values()) expect([id, spent]).toEqual([id, paid.get(id) ?? 0])
    }),
    often,
  )
})

/** What each purse has paid, found out the long way: by what the events say of each execution of each item. */
function paidBy(events: readonly Event[]): ReadonlyMap<ItemId | CaseId, number> {
  const above = new Map<ItemId | CaseId, (ItemId | CaseId)[]>()
  const payers = new Map<ItemId, readonly (ItemId | CaseId)[]>()
  const planned = new Map<ItemId, number>()
  const paid = new Map<ItemId | CaseId, number>()
  const pay = (item: ItemId, amount: number) => {
    for (const purse of payers.get(item) ?? []) paid.set(purse, (paid.get(purse) ?? 0) + amount)
  }
  const costs = (item: ItemId, cost: number) => {
    pay(item, cost - (planned.get(item) ?? 0))
    planned.set(item, cost)
  }
  for (const event of events) {
    switch (event.type) {
      case "CaseStarted": {
        const { parent } = event
        const about = parent?.item ?? parent?.about
        const purses = parent
          ? [...(about ? inside(about, payers) : []), parent.case, ...(above.get(parent.case) ?? [])]
          : []
        above.set(event.case, purses)
        break
      }
      case "ItemEnabled": {
        const owner =
          event.frame === (event.case as string) ? [] : [event.frame.slice(0, event.frame.lastIndexOf(".")) as ItemId]
        const around = owner.flatMap((item) => inside(item, payers))
        payers.set(event.item, [event.item, ...around, event.case, ...(above.get(event.case) ?? [])])
        break
      }
      case "ItemHandedBack":
      case "ItemAllocated":
      case "ItemOffered":
        costs(event.item, 0)
        planned.delete(event.item)
        break
      case "AttemptFailed":
        planned.delete(event.item)
        break
      case "ItemRestarted":
        planned.delete(event.item)
        if (event.cost !== undefined) costs(event.item, event.cost)
        break
      default:
        if ("cost" in event && event.cost !== undefined) costs(event.item, event.cost)
    }
  }
  return paid
}

/** An item and the activities around it: of all it pays from, those of its own case. */
function inside(item: ItemId, payers: ReadonlyMap<ItemId, readonly (ItemId | CaseId)[]>): readonly ItemId[] {
  const purses = payers.get(item) ?? []
  const end = purses.findIndex((purse) => !/\.i\d+$/.test(purse))
  return purses.slice(0, end < 0 ? undefined : end) as readonly ItemId[]
}
