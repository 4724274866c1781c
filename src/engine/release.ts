import { activityMoved, startActivity } from "./activities.ts"
import { wantAgent } from "./assigning.ts"
import { outputOf } from "./data.ts"
import type { Deciding } from "./deciding.ts"
import { endItem } from "./ending.ts"
import { type Item, isLive } from "./family.ts"
import { isHeld } from "./holds.ts"
import { failAttempt } from "./programs.ts"
import { reassign } from "./reassigning.ts"
import { adjustTimers } from "./timers.ts"
import { unavailabilities } from "./unavailable.ts"
import { standing, takeMessage } from "./waits.ts"

/** Holds have been lifted: what only waited for that moves on. */
export function letGo(deciding: Deciding): void {
  adjustTimers(deciding)
  for (const { id } of [...deciding.draft.items.values()]) {
    const item = deciding.draft.items.get(id)
    if (item?.status === "enabled") findAgent(deciding, item)
    if (item && waits(item) && !isHeld(deciding.draft, item, deciding.process(item.case))) moveOn(deciding, item)
  }
}

/** What was held before it was offered is offered now; what nobody could have, if somebody can now. */
function findAgent(deciding: Deciding, item: Item): void {
  if (item.offer === undefined) wantAgent(deciding, item)
  else if (unavailabilities(deciding, item).length === 0) reassign(deciding, item)
}

/** Most items wait for somebody to do them, whether held or not. */
function waits(item: Item): boolean {
  return isLive(item) && (item.kept !== undefined || item.kind === "activity" || item.awaits !== undefined)
}

function moveOn(deciding: Deciding, item: Item): void {
  if (item.kept) finish(deciding, item, item.kept)
  else if (item.kind === "activity" && item.status === "enabled") startActivity(deciding, item)
  else if (item.kind === "activity" && item.completed > 0) activityMoved(deciding, item)
  else if (item.awaits) takeMessage(deciding, item)
}

function finish(deciding: Deciding, item: Item, kept: NonNullable<Item["kept"]>): void {
  const output = outputOf(standing(deciding, item), item, kept)
  if ("writes" in output) endItem(deciding, item, "ItemCompleted", output)
  else failAttempt(deciding, item, item.attempt, output.map(({ field, message }) => `${field}: ${message}`).join("; "))
}
