import { parentPort } from "node:worker_threads"
import type { Deployable } from "../runtime/examining.ts"
import type { StoredInForce } from "../runtime/stored-in-force.ts"
import { type DeployedBefore, deployedOf, verifierHere, verifyOnTop } from "./verify.ts"

/** What a thread is asked. Without `inForce`, what is in force is what it was in the request before. */
export interface ThreadRequest {
  readonly kind: "verify" | "sketch"
  readonly what: Deployable
  readonly inForce?: StoredInForce
}

let deployed: DeployedBefore | undefined

async function answer({ kind, what, inForce }: ThreadRequest) {
  if (kind === "sketch") return verifierHere.sketch(what)
  if (inForce) deployed = await deployedOf(inForce)
  if (deployed === undefined) throw new Error("the thread that verifies was not told what is in force")
  return verifyOnTop(what, deployed)
}

/** What `verifierApart` runs: one request after the other. */
parentPort?.on("message", async (request: ThreadRequest) => parentPort?.postMessage(await answer(request)))
