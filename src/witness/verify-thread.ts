import { parentPort } from "node:worker_threads"
import type { JsonObject } from "../messages/json.ts"
import type { Deployable } from "../runtime/examining.ts"
import { verifyDeployable } from "./verify.ts"

interface Asked {
  readonly what: Deployable
  readonly before?: JsonObject
}

/** What `verifyApart` runs: one bundle after the other. */
parentPort?.on("message", async ({ what, before }: Asked) => {
  parentPort?.postMessage(await verifyDeployable(what, before))
})
