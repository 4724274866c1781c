import type { Entry } from "../messages/events.ts"
import type { Quarantine, Snapshot, StoredFamily } from "./port.ts"

export function storedFamily(
  snapshot: Snapshot | undefined,
  entries: readonly Entry[],
  quarantine: Quarantine | undefined,
): StoredFamily {
  return { entries, ...(snapshot && { snapshot }), ...(quarantine && { quarantine }) }
}
