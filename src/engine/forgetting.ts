import type { HoldTarget } from "../messages/holds.ts"
import { type ItemId, instanceFrame } from "../messages/ids.ts"
import type { Draft } from "./draft.ts"
import { type Item, isLive, roundKey, traceKey } from "./family.ts"

/** What a family no longer needs to know, so that it does not grow with its past. */

/** Timers, holds and open exceptions of what has ended go with it. */
export function forget(draft: Draft, { id, timers = [] }: Item): void {
  for (const timer of timers) draft.timers.delete(timer)
  dropHolds(draft, (target) => target.kind === "item" && target.item === id)
  if (draft.broken.size > 0) draft.broken.delete(id)
  if (draft.exceptions.size > 0) {
    for (const raised of [...draft.exceptions.values()]) if (raised.item === id) draft.exceptions.delete(raised.id)
  }
}

/** An item that was contested is here to stay. */
export function supersede(draft: Draft, { id, frame, task }: Item): void {
  const key = traceKey(frame, task)
  const trace = draft.traces.get(key)
  if (trace)
    draft.traces.set(key, {
      ...trace,
      items: [
        ...dropEnded(
          draft,
          trace.items.filter((other) => other !== id),
        ),
        id,
      ],
    })
}

/** Only the newest ended item of a task is worth keeping, and a newer one is coming. */
export function dropEnded(draft: Draft, ids: readonly ItemId[]): readonly ItemId[] {
  return ids.filter((id) => {
    const item = draft.items.get(id)
    if (item === undefined || isLive(item)) return item !== undefined
    drop(draft, item)
    return false
  })
}

function drop(draft: Draft, item: Item): void {
  if (item.round !== undefined) draft.rounds.set(roundKey(item.case, item.task, item.round), item.status)
  dropFrames(draft, item)
  draft.items.delete(item.id)
}

export function dropFrames(draft: Draft, item: Item): void {
  for (let number = 1; number <= item.opened; number++) {
    const frame = draft.frames.get(instanceFrame(item.id, number))
    if (frame === undefined) continue
    for (const task of frame.tasks) {
      const key = traceKey(frame.id, task)
      for (const id of draft.traces.get(key)?.items ?? []) {
        const inner = draft.items.get(id)
        if (inner) drop(draft, inner)
      }
      draft.traces.delete(key)
    }
    draft.frames.delete(frame.id)
    dropHolds(draft, (target) => target.kind === "after" && target.frame === frame.id)
  }
}

export function dropHolds(draft: Draft, isGone: (target: HoldTarget) => boolean): void {
  if (draft.holds.size === 0) return
  for (const hold of [...draft.holds.values()]) if (isGone(hold.target)) draft.holds.delete(hold.id)
}
