import type { Finding } from "../messages/findings.ts"
import { engineAgent } from "../messages/ids.ts"
import { type Bundle, readBundleValues } from "../model/bundle.ts"
import { bundleOf } from "../runtime/bundling.ts"
import { deploying } from "../runtime/deploying.ts"
import { allFindings, type Deployable, type Verifier } from "../runtime/examining.ts"
import { inSlices } from "../runtime/in-slices.ts"
import { sketchesOf } from "../runtime/sketching.ts"
import type { StoredInForce } from "../runtime/stored-in-force.ts"
import { type Stage, setOn, setStage, stageOf, storedBy } from "./stage.ts"
import { netsOnStage } from "./verify-nets.ts"
import { rulesOnStage } from "./verify-rules.ts"

/** All that may go wrong when a bundle runs where nothing else is in force: in its processes, and in its exlets and rules. */
export async function verifyDeployable(what: Deployable): Promise<readonly Finding[]> {
  return verifyOnStage(what, await setStage(what))
}

async function verifyOnStage(
  what: Deployable,
  set: Awaited<ReturnType<typeof setStage>>,
  before?: Bundle,
): Promise<readonly Finding[]> {
  if (!set.ok) return []
  return [...(await netsOnStage(what, set.stage)), ...(await rulesOnStage(what, set.stage, before))]
}

/** In this thread, one bundle after the other: many of them take no more of it than one. */
export const verifierHere: Verifier = {
  verify(what, inForce) {
    const verified = last.then(async () => verifyOnTop(what, await deployedOf(await inForce.stored())))
    last = verified.catch(() => undefined)
    return verified
  },
  sketch: async (what) => sketchesOf(what),
}

let last: Promise<unknown> = Promise.resolve()

/** What is deployed, as bundles are verified on top of it: none of them changes it. */
export interface DeployedBefore {
  readonly stage: Stage
  readonly bundle: Bundle
  /** What the bundle puts into force; undefined: it has errors by now. */
  readonly stored: StoredInForce | undefined
}

export async function deployedOf(inForce: StoredInForce): Promise<DeployedBefore> {
  const stage = await stageOf(inForce)
  const bundle = bundleOf(stage)
  return { stage, bundle: readBundleValues([bundle]), stored: await storedBy(bundle) }
}

/** With errors in it, what may go wrong when it runs has to wait. */
export async function verifyOnTop(what: Deployable, before: DeployedBefore): Promise<readonly Finding[]> {
  const { stage, bundle, stored } = before
  const examined = await inSlices(deploying(what, stage, { at: 0, by: engineAgent }))
  if (!examined.ok) return examined.rejection.findings ?? []
  const set = stored ? await setOn(await stageOf(stored), what) : ({ ok: false, findings: [] } as const)
  return allFindings(examined.value.value.findings, await verifyOnStage(what, set, bundle))
}
