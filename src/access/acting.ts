import { asAgentId } from "../messages/ids.ts"
import type { Right } from "../model/organisation.ts"
import { type Answer, accept, refuse } from "../runtime/answer.ts"
import { canSignIn, type Principal, withinScope } from "./principal.ts"
import { wrongField } from "./refusals.ts"

/** Whether the organisation lets an agent do something everywhere. */
export type May = (agent: string, right: Right) => boolean

/**
 * The principal as another agent, which takes the right to administer everything. The bounds of his own credential stay, so
 * nothing is gained by it, and it is known who is behind it.
 */
export function actingAs(principal: Principal, as: string, may: May): Answer<Principal> {
  const { agent, scope, behind } = principal
  if (as === agent) return accept(principal)
  if (!canSignIn(as)) return refuse(wrongField("as", "NOT_AN_AGENT", "nobody can act as that", "Name an agent"))
  if (!withinScope(scope, "administer", {}) || !may(agent, "administer")) {
    return refuse({
      code: "NOT_PERMITTED",
      message: `${agent} may not act as ${as}: that takes the right to administer, here and by this credential`,
      remedy: "Act as yourself, or ask an administrator",
    })
  }
  return accept({ ...principal, agent: asAgentId(as), behind: behind ?? agent })
}
