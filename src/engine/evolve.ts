import type { Entry, Event } from "../messages/events.ts"
import type { Hold } from "../messages/holds.ts"
import type { JsonObject } from "../messages/json.ts"
import { apply, type Stamp } from "./apply.ts"
import type { Draft } from "./draft.ts"
import type { Frame, Item } from "./family.ts"
import { dataOfCase } from "./shared-data.ts"

/** Folds an entry into a family its caller owns. The same entries in the same order always give the same family. */
export function evolve(family: Draft, entry: Entry): readonly Step[] {
  return entry.events.map((event) => step(family, event, entry))
}

/** An event and what it made of the item it speaks of, for those who keep a record of items. */
export interface Step {
  readonly event: Event
  readonly before: Item | undefined
  readonly after: Item | undefined
  /** Where the item stands; later events may do away with both. */
  readonly frame: Frame | undefined
  /** The hold that was placed or lifted. */
  readonly hold: Hold | undefined
  /** The data of its case before it, where it writes any. */
  readonly data: JsonObject | undefined
}

export function step(draft: Draft, event: Event, stamp: Stamp): Step {
  const id = "item" in event && event.type !== "DecisionMade" ? event.item : undefined
  const before = id === undefined ? undefined : draft.items.get(id)
  const hold =
    event.type === "HoldPlaced" ? event.hold : event.type === "HoldLifted" ? draft.holds.get(event.hold) : undefined
  const data = dataBefore(draft, event, before)
  apply(draft, event, stamp)
  const after = id === undefined ? undefined : draft.items.get(id)
  const frame = after && draft.frames.get(after.frame)
  return { event, before, after, frame, hold, data }
}

function dataBefore(draft: Draft, event: Event, item: Item | undefined): JsonObject | undefined {
  if (event.type === "DataWritten") return dataOfCase(draft, event.case)
  return item && "writes" in event && event.writes ? dataOfCase(draft, item.case) : undefined
}
