import { Deciding } from "../engine/deciding.ts"
import { demandNow, demandOf } from "../engine/demand.ts"
import { type Family, isLive } from "../engine/family.ts"
import { aboutItem, needsOf } from "../engine/needs.ts"
import type { Rules } from "../exceptions/rules.ts"
import { parseMoment } from "../expressions/time.ts"
import { asAgentId, engineAgent, type ItemId } from "../messages/ids.ts"
import type { Assessment } from "../messages/people.ts"
import { isName } from "../model/names.ts"
import { explainMatch } from "../people/match.ts"
import type { StoredDefinition } from "../store/port.ts"
import { type Answer, accept, refuse } from "./answer.ts"
import type { Edit } from "./edits.ts"
import type { FindProcess } from "./projection.ts"
import { qualifyingBy } from "./qualifying.ts"
import type { Staffing } from "./staffing.ts"
import type { Stamp } from "./stamp.ts"
import { rememberedNeeds } from "./written-needs.ts"

/** How everybody stands to a live item, as things are now; nothing where anybody may have it. */
export function candidatesFor(
  family: Family,
  id: ItemId,
  { staff, organisation, workload }: Staffing,
  { find, now, rules }: { readonly find: FindProcess; readonly now: number; readonly rules: Rules },
): readonly Assessment[] {
  const item = family.items.get(id)
  if (!staff || !item || !isLive(item)) return []
  const qualifying = qualifyingBy(rules)
  const deciding = new Deciding(family, {
    now,
    by: engineAgent,
    process: find,
    people: staff,
    needs: rememberedNeeds(),
    ...(qualifying && { qualifying }),
  })
  const needs = needsOf(deciding, item)
  const demanded = needs && !item.offer ? demandOf(deciding, item, needs) : undefined
  const demand = item.offer ? demandNow(deciding, item, needs, item.offer.demand) : demanded?.ok ? demanded.demand : {}
  return explainMatch(organisation, workload, demand, aboutItem(deciding, item))
}

export interface Granting {
  readonly agent: string
  readonly capabilities: readonly string[]
  readonly until?: string | number
}

/** Gives an agent capabilities. */
export function grant(
  staffing: Staffing,
  { agent, capabilities, until }: Granting,
  stamp: Stamp,
): Answer<Edit<undefined>> {
  const end = typeof until === "string" ? parseMoment(until) : until
  if (organisationLacks(staffing, agent))
    return refuse({
      code: "AGENT_NOT_FOUND",
      message: `there is no agent "${agent}"`,
      remedy: "Look the name up in the organisation",
    })
  const isNamed =
    Array.isArray(capabilities) &&
    capabilities.length > 0 &&
    capabilities.every((name) => typeof name === "string" && isName(name))
  if (!isNamed || (until !== undefined && !Number.isSafeInteger(end)))
    return refuse({
      code: "NEEDS_INVALID",
      message: isNamed ? `${JSON.stringify(until)} is no moment` : "no capability is named",
      remedy: "Name capabilities, and until when as in 2026-01-05T09:00:00Z",
    })
  const name = `${stamp.at}.${staffing.entries().length}`
  const source = { agent, capabilities: [...capabilities], ...(end !== undefined && { until: end }) }
  const definition: StoredDefinition = {
    kind: "grant",
    name,
    version: staffing.nextVersion("grant", name),
    source,
    ...stamp,
  }
  return accept({
    value: undefined,
    batch: { definitions: [definition] },
    comeIntoForce: () => staffing.define(definition),
  })
}

function organisationLacks({ organisation }: Staffing, agent: string): boolean {
  return organisation.agent(asAgentId(agent)) === undefined
}
