import type { AgentId } from "../messages/ids.ts"
import type { JsonObject } from "../messages/json.ts"
import { plannedCost } from "./costs.ts"
import type { Deciding } from "./deciding.ts"
import { takeTokens, withdrawRivals } from "./ending.ts"
import type { Item } from "./family.ts"

/** Who starts an item, what it reads, and for a program how long it may be silent. */
export interface Start {
  readonly agent: AgentId
  /** Absent: all the case's data. */
  readonly input?: JsonObject | undefined
  readonly lease?: number
  readonly isRemote?: true | undefined
}

/** Starts an item: it takes its tokens if it has not yet, and who counted on the same ones has lost. Gives the version. */
export function start(deciding: Deciding, item: Item, { agent, input, lease, isRemote }: Start): number {
  const consumed = takeTokens(deciding, item)
  const version = deciding.emit({
    type: "ItemStarted",
    item: item.id,
    agent,
    attempt: item.attempt + 1,
    ...(lease !== undefined && { lease }),
    ...(isRemote && { isRemote }),
    ...(consumed && { consumed }),
    ...(input && { input }),
    ...plannedCost(deciding, item, input ?? {}),
  })
  deciding.stirred.add(item.frame)
  if (consumed) deciding.because(version, () => withdrawRivals(deciding, deciding.frame(item.frame), consumed))
  return version
}
