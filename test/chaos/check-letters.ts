import type { Happened } from "./history.ts"
import type { Receiver } from "./receiver.ts"

/** Every letter has arrived. */
export function checkLetters({ entries }: Happened, receiver: Receiver): readonly string[] {
  const sent = entries.flatMap(({ family, version, events }) =>
    events.flatMap((event, index) => (event.type === "Notified" ? [`${family}.n${version + index}`] : [])),
  )
  return sent.filter((id) => !receiver.has(id)).map((id) => `letter ${id} has not arrived`)
}
