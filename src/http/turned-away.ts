import type { Shown } from "../access/authenticate.ts"
import type { Refusal } from "../api/problems.ts"
import type { Door } from "./door.ts"

/** Why somebody would not be let in any more; undefined: he would. */
export type TurnedAway = () => Promise<Refusal | undefined>

/**
 * Asks again about somebody who was let in a while ago. What was found out is believed for a moment, but not once a key, a
 * session or the organisation has changed.
 */
export function turnedAway(
  { authenticate, changes }: Pick<Door, "authenticate" | "changes">,
  shown: Shown,
): TurnedAway {
  let askedAt = performance.now()
  let asOf = changes?.()
  return async () => {
    const current = changes?.()
    if (current === asOf && performance.now() - askedAt < believedFor) return undefined
    const holder = await authenticate(shown)
    if (!holder.ok) return holder.rejection
    askedAt = performance.now()
    asOf = current
    return undefined
  }
}

const believedFor = 1000
