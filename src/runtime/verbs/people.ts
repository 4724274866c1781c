import { asAgentId, familyOf, type ItemId } from "../../messages/ids.ts"
import type { Assessment } from "../../messages/people.ts"
import type { Right } from "../../model/organisation.ts"
import { looksLikeAgent } from "../../people/look-alike.ts"
import { permits, permitsSomewhere } from "../../people/permissions.ts"
import type { StoredDefinition } from "../../store/port.ts"
import type { Act } from "../answer.ts"
import type { Asking } from "../asking.ts"
import type { Machinery } from "../machinery.ts"
import type { PlacedId } from "../permitting.ts"
import { requestOf } from "../requests.ts"
import { candidatesFor, grant } from "../staff-verbs.ts"
import { isOrganisational } from "../staffing.ts"
import { type WhoCan, whoCan } from "../who-can.ts"
import { placeIn } from "./place-in.ts"

/** The organisation: who there is, and who may or could do what. */
export function peopleVerbs(machinery: Machinery, asking: Asking) {
  return {
    /** Every entry of the organisation as it stands. Changed with `deploy({ organisation: { … } })`, entry by entry. */
    organisation(): readonly StoredDefinition[] {
      return machinery.staffing.entries()
    },

    /** Who changed an entry, or any, when and why. */
    async organisationChanges(of: { readonly kind?: string; readonly name?: string } = {}) {
      const all = await machinery.store.definitions()
      return all.filter(
        ({ kind, name }) => isOrganisational(kind) && (of.kind ?? kind) === kind && (of.name ?? name) === name,
      )
    },

    /** An agent can do more than before, until a moment or for good. */
    grant(agent: string, capabilities: readonly string[], act: Act & { readonly until?: string | number } = {}) {
      const { until } = act
      return asking.edit({
        act,
        request: requestOf(act, { grant: capabilities, agent, until }),
        prepare: (stamp) =>
          grant(machinery.staffing, { agent, capabilities, ...(until !== undefined && { until }) }, stamp),
      })
    },

    /** How everybody stands to an item: those who can have it first, best first; then why each of the others cannot. */
    async candidates(id: ItemId): Promise<readonly Assessment[]> {
      if (typeof id !== "string") return []
      const family = await machinery.look(familyOf(id))
      return family
        ? candidatesFor(family.state, id, machinery.staffing, {
            find: machinery.processes.find,
            now: machinery.clock.now(),
            rules: machinery.rulebook,
          })
        : []
    },

    /** How everybody stands to a task of a process, the newest version unless set, as far as that is the same in all cases. */
    whoCan(process: string, task: string, version?: number): WhoCan | undefined {
      const { processes } = machinery
      const stored = version === undefined ? processes.newest(process) : processes.stored(process, version)
      const found = stored && processes.find(process, stored.version)
      return found && whoCan(found, task, machinery.staffing, { now: machinery.clock.now(), rules: machinery.rulebook })
    },

    /** Whether an agent may do such things there. Everything is allowed until somebody says who may do what. */
    may(agent: string, right: Right, where: { readonly process?: string; readonly unit?: string } = {}): boolean {
      return permits(machinery.staffing.organisation, asAgentId(agent), right, where)
    },

    /** Whether there is any place, or any in a process, where an agent may do such things. */
    maySomewhere(agent: string, right: Right, process?: string): boolean {
      return permitsSomewhere(machinery.staffing.organisation, asAgentId(agent), right, process)
    },

    /** Whether a name is nobody's, but looks like an agent's: whoever signs in by it would pass for them. */
    looksLikeAgent: (name: string): boolean => looksLikeAgent(machinery.staffing.organisation, name),

    /** Where something stands, for those who ask what may be done there; undefined: there is no such thing, or no longer. */
    placeOf: (id: PlacedId | string) => placeIn(machinery, id),
  }
}
