import type { Client } from "../client.ts"
import type { Event } from "../messages/events.ts"
import { asItemId, type ItemId } from "../messages/ids.ts"

/** What an item is called whose task nobody knows. */
export const unnamed = "item"

/** The tasks of the items that events speak of, as far as the events tell. */
export function namedIn(events: readonly Event[]): Map<ItemId, string> {
  const tasks = new Map<ItemId, string>()
  for (const event of events) {
    if ("item" in event && event.item !== undefined) tasks.set(asItemId(event.item), tasks.get(event.item) ?? unnamed)
    if (event.type === "ItemEnabled") tasks.set(event.item, event.task)
    if (event.type === "HoldPlaced" && event.hold.target.kind === "item")
      tasks.set(event.hold.target.item, tasks.get(event.hold.target.item) ?? unnamed)
  }
  return tasks
}

/** The same; whoever knows the items is asked for those whose task the events do not tell. */
export async function tasksOf(events: readonly Event[], client: Client): Promise<ReadonlyMap<ItemId, string>> {
  const tasks = namedIn(events)
  const asked = [...tasks].filter(([, task]) => task === unnamed).slice(0, most)
  await Promise.all(
    asked.map(async ([item]) => {
      const told = await client.item({ item }).catch(() => undefined)
      if (told?.ok) tasks.set(item, told.value.task)
    }),
  )
  return tasks
}

/** Nobody reads the names of more. */
const most = 20
