import type { Finding } from "../messages/findings.ts"
import { engineAgent } from "../messages/ids.ts"
import { deploying } from "./deploying.ts"
import type { Deployable } from "./examining.ts"
import { inSlices } from "./in-slices.ts"
import type { Machinery } from "./machinery.ts"
import { revisionInForce } from "./stored-in-force.ts"

/**
 * Everything wrong or doubtful about a bundle. What is small is looked at here first, so that what has nothing in it, or is plainly
 * wrong, waits for no thread.
 */
export async function verified(what: Deployable, machinery: Machinery): Promise<readonly Finding[]> {
  const { verifier, store, teaching, clock } = machinery
  if (verifier && isLarge(what)) return verifier.verify(what, revisionInForce(store, teaching))
  const examined = await inSlices(deploying(what, teaching, { at: clock.now(), by: engineAgent }))
  if (!examined.ok) return examined.rejection.findings ?? []
  const { findings, ...parts } = examined.value.value
  const isEmpty = Object.values(parts).every((deployed) => deployed.length === 0)
  return verifier && !isEmpty ? verifier.verify(what, revisionInForce(store, teaching)) : findings
}

/** Looking at less takes a few milliseconds. */
function isLarge(what: Deployable): boolean {
  const length = typeof what === "string" ? what.length : (JSON.stringify(what)?.length ?? 0)
  return length > 20_000
}
