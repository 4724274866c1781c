import type { Finding } from "../messages/findings.ts"
import type { Verifier } from "../runtime/examining.ts"
import { verifyNets } from "./verify-nets.ts"
import { verifyRules } from "./verify-rules.ts"

/** All that may go wrong when a bundle runs: in its processes, and in its exlets and rules. */
export const verifyDeployable: Verifier = async (what, before): Promise<readonly Finding[]> => [
  ...(await verifyNets(what, before)),
  ...(await verifyRules(what, before)),
]
