import type { Finding } from "../messages/findings.ts"
import { type AgentId, asAgentId } from "../messages/ids.ts"
import type { Demand } from "../messages/people.ts"
import type { Bundle } from "../model/bundle.ts"
import type { Process } from "../model/net.ts"
import type { Needs } from "../model/organisation.ts"
import { needsOf } from "../model/process-needs.ts"
import { placed } from "../model/source.ts"
import { whyNobody } from "../people/needs-nobody-meets.ts"
import { Organisation } from "../people/organisation.ts"
import type { Staffing } from "./staffing.ts"

/** Warns of tasks that no agent there is could ever do, with the reason. Where there are no agents at all, needs are not asked. */
export function checkNeeds(
  { definitions, organisation: entries }: Pick<Bundle, "definitions" | "organisation">,
  compiled: ReadonlyMap<string, Process>,
  staffing: Staffing | undefined,
  report: (finding: Finding) => void,
): void {
  const organisation = (staffing?.organisation ?? Organisation.empty).with(entries)
  if (organisation.isEmpty) return
  for (const { definition, locate } of definitions) {
    const process = compiled.get(definition.name)
    for (const { node, needs, path } of process ? needsOf(process) : []) {
      const why = whyNobody(organisation, staticDemand(needs))
      if (why === undefined) continue
      const message = `Nobody can do '${node}': ${why}.`
      const remedy = "Change the needs, or the organisation."
      report(placed({ code: "NOBODY_CAN", severity: "warning", path, message, remedy }, locate))
    }
  }
}

/** What does not depend on the case. */
function staticDemand({ roles, capabilities, unit, agent }: Needs): Demand {
  const agents: readonly AgentId[] | undefined = agent && !agent.expression ? [asAgentId(agent.name)] : undefined
  return {
    ...(roles.length > 0 && { roles }),
    ...(capabilities.length > 0 && { capabilities }),
    ...(unit && !unit.expression && { unit: unit.name }),
    ...(agents && { agents }),
  }
}
