import { parentPort, workerData } from "node:worker_threads"
import type { JsonObject } from "../messages/json.ts"
import type { Deployable } from "../runtime/examining.ts"
import { verifyDeployable } from "./verify.ts"

/** What `verifyApart` runs. */
const { what, before } = workerData as { readonly what: Deployable; readonly before?: JsonObject }
parentPort?.postMessage(await verifyDeployable(what, before))
