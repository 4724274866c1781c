import { parentPort } from "node:worker_threads"
import { received, receivedInForce, type ThreadRequest } from "./thread-request.ts"
import { type DeployedBefore, deployedOf, verifierHere, verifyOnTop } from "./verify.ts"

let deployed: DeployedBefore | undefined

async function answer({ kind, what, inForce }: ThreadRequest) {
  if (kind === "sketch") return verifierHere.sketch(received(what))
  if (inForce) deployed = await deployedOf(receivedInForce(inForce))
  if (deployed === undefined) throw new Error("the thread that verifies was not told what is in force")
  return verifyOnTop(received(what), deployed)
}

/** What `verifierApart` runs: one request after the other. */
parentPort?.on("message", async (request: ThreadRequest) => parentPort?.postMessage(await answer(request)))
