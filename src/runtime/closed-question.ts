import type { RecordedEntry } from "../messages/events.ts"
import { type AgentId, familyOf, type InterventionId } from "../messages/ids.ts"
import type { JsonObject } from "../messages/json.ts"
import type { Store } from "../store/port.ts"

/** How a question came to its end: somebody answered it, or nobody needs to any more. */
export interface ClosedQuestion {
  readonly as: "answered" | "withdrawn"
  readonly answer?: JsonObject
  readonly by: AgentId
  readonly at: number
  readonly reason?: string
}

/** The last time it was closed: an answer may have been taken back and given anew. Its family's history is read from the end. */
export async function closedQuestion(store: Store, id: InterventionId): Promise<ClosedQuestion | undefined> {
  let before = Number.MAX_SAFE_INTEGER
  for (;;) {
    const entries = await store.entriesBefore(before, page, familyOf(id))
    for (const entry of entries) {
      const closed = closedIn(entry, id)
      if (closed) return closed
      before = entry.position
    }
    if (entries.length < page) return undefined
  }
}

const page = 200

function closedIn({ events, by, at, reason }: RecordedEntry, id: InterventionId): ClosedQuestion | undefined {
  const told = { by, at, ...(reason !== undefined && { reason }) }
  for (const event of events.toReversed()) {
    if (event.type === "InterventionAnswered" && event.intervention === id)
      return { as: "answered", answer: event.answer, ...told }
    if (event.type === "InterventionWithdrawn" && event.intervention === id) return { as: "withdrawn", ...told }
  }
  return undefined
}
