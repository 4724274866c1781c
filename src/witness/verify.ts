import type { Finding } from "../messages/findings.ts"
import { engineAgent } from "../messages/ids.ts"
import type { JsonObject } from "../messages/json.ts"
import { bundleOf } from "../runtime/bundling.ts"
import { deploying } from "../runtime/deploying.ts"
import { allFindings, type Deployable, type Verifier } from "../runtime/examining.ts"
import { inSlices } from "../runtime/in-slices.ts"
import { sketchesOf } from "../runtime/sketching.ts"
import type { StoredInForce } from "../runtime/stored-in-force.ts"
import { stageOf } from "./stage.ts"
import { verifyNets } from "./verify-nets.ts"
import { verifyRules } from "./verify-rules.ts"

/** All that may go wrong when a bundle runs: in its processes, and in its exlets and rules. `before`: what is in force, as a bundle. */
export async function verifyDeployable(what: Deployable, before?: JsonObject): Promise<readonly Finding[]> {
  return [...(await verifyNets(what, before)), ...(await verifyRules(what, before))]
}

/** In this thread, one bundle after the other: many of them take no more of it than one. */
export const verifierHere: Verifier = {
  verify(what, inForce) {
    const verified = last.then(() => verifyOnTop(what, inForce))
    last = verified.catch(() => undefined)
    return verified
  },
  sketch: async (what) => sketchesOf(what),
}

let last: Promise<unknown> = Promise.resolve()

/** With errors in it, what may go wrong when it runs has to wait. */
async function verifyOnTop(what: Deployable, inForce: StoredInForce): Promise<readonly Finding[]> {
  const stage = await stageOf(inForce)
  const examined = await inSlices(deploying(what, stage, { at: 0, by: engineAgent }))
  if (!examined.ok) return examined.rejection.findings ?? []
  return allFindings(examined.value.value.findings, await verifyDeployable(what, bundleOf(stage)))
}
