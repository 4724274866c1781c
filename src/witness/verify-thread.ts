import { parentPort } from "node:worker_threads"
import type { Deployable } from "../runtime/examining.ts"
import type { StoredInForce } from "../runtime/stored-in-force.ts"
import { verifierHere } from "./verify.ts"

/** What a thread is asked; without what is in force, only for something to look at. */
export interface ThreadRequest {
  readonly what: Deployable
  readonly inForce?: StoredInForce
}

/** What `verifierApart` runs: one request after the other. */
parentPort?.on("message", async ({ what, inForce }: ThreadRequest) => {
  const answer = await (inForce ? verifierHere.verify(what, inForce) : verifierHere.sketch(what))
  parentPort?.postMessage(answer)
})
