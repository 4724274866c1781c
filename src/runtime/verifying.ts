import type { Finding } from "../messages/findings.ts"
import { engineAgent } from "../messages/ids.ts"
import type { Answer } from "./answer.ts"
import { bundleOf } from "./bundling.ts"
import { type Deployment, deploying } from "./deploying.ts"
import type { Edit } from "./edits.ts"
import { allFindings, type Deployable, type InForce, type Verifier } from "./examining.ts"
import { inSlices } from "./in-slices.ts"

interface Around {
  readonly inForce: InForce & Parameters<typeof bundleOf>[0]
  readonly verifier: Verifier | undefined
  now(): number
}

/** Verifies bundles one after the other, so that many of them take no more of the thread than one. What is small is looked at at once, and what has nothing in it is done then. */
export function verifying({ inForce, verifier, now }: Around): (what: Deployable) => Promise<readonly Finding[]> {
  const largeOnes = line()
  const verifications = line()
  const look = (what: Deployable): Promise<Answer<Edit<Deployment>>> =>
    inSlices(deploying(what, inForce, { at: now(), by: engineAgent }))

  return async (what) => {
    const examined = isLarge(what) ? await largeOnes(() => look(what)) : await look(what)
    if (!examined.ok) return examined.rejection.findings ?? []
    const { findings, ...parts } = examined.value.value
    if (verifier === undefined || Object.values(parts).every((deployed) => deployed.length === 0)) return findings
    return verifications(async () => allFindings(findings, await verifier(what, bundleOf(inForce))))
  }
}

/** Does one after the other. */
function line(): <Result>(work: () => Promise<Result>) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const done = last.then(work)
    last = done.catch(() => undefined)
    return done
  }
}

/** Looking at less takes a few milliseconds. */
function isLarge(what: Deployable): boolean {
  const length = typeof what === "string" ? what.length : (JSON.stringify(what)?.length ?? 0)
  return length > 20_000
}
