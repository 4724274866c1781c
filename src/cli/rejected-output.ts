import type { Event } from "../messages/events.ts"

/** Why what a program wrote was not taken: the report is answered, but the attempt has failed. Undefined: it was taken. */
export function rejectionIn(events: readonly Event[]): string | undefined {
  const failed = events.find((event) => event.type === "AttemptFailed")
  return failed?.message
}
