import { LAST_MOMENT, parseMoment } from "../expressions/time.ts"
import { administrator, asAgentId } from "../messages/ids.ts"
import type { Organisation } from "../people/organisation.ts"
import { permits } from "../people/permissions.ts"
import type { InterventionQuery, InterventionRow, Store } from "../store/port.ts"

/** How interventions are asked for. */
export interface InterventionsAsked extends Partial<Omit<InterventionQuery, "to" | "dueBy">> {
  /** With an agent: himself, his roles, and the units he answers for; or with a role or unit by name. */
  readonly to?: string
  /** Only those that should have been answered by now. */
  readonly overdue?: boolean
}

export function interventionsFor(
  { store, organisation, now }: { readonly store: Store; readonly organisation: Organisation; readonly now: number },
  { to, overdue, ...query }: InterventionsAsked,
): Promise<readonly InterventionRow[]> {
  return store.interventions({
    limit: 100,
    order: "due",
    ...query,
    ...(to !== undefined && { to: namesFor(organisation, to) }),
    ...(overdue && { dueBy: now }),
  })
}

/** In milliseconds; undefined: it is none. */
export function momentOf(moment: string | number): number | undefined {
  if (typeof moment === "string") return parseMoment(moment)
  return Number.isInteger(moment) && Math.abs(moment) <= LAST_MOMENT ? moment : undefined
}

/** All names under which somebody is meant. What nobody in particular has to answer is for those who may administer. */
function namesFor(organisation: Organisation, name: string): readonly string[] {
  const agent = asAgentId(name)
  if (organisation.agent(agent) === undefined) return [name]
  const units = [...organisation.units.definitions.keys()].filter((unit) =>
    organisation.namedAgents(unit).includes(agent),
  )
  const administers = organisation.permissions.size > 0 && permits(organisation, agent, "administer", {})
  return [...new Set([name, ...organisation.rolesOf(agent), ...units, ...(administers ? [administrator] : [])])]
}
