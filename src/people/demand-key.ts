import type { AgentId } from "../messages/ids.ts"
import type { Demand } from "../messages/people.ts"
import type { ReadonlyAgentSet } from "./agent-set.ts"
import { codePointOrder } from "./code-point-order.ts"
import type { Organisation } from "./organisation.ts"
import { meeting, meets, type StaticDemand } from "./qualification.ts"

/** What a demand asks of the organisation alone, as a text: the same for demands that ask the same, empty if they ask nothing. */
export function demandKey({ roles, capabilities, unit, agents }: Demand): string {
  const key: StaticDemand = {
    ...(roles?.length && { roles: sorted(roles) }),
    ...(capabilities?.length && { capabilities: sorted(capabilities) }),
    ...(unit !== undefined && { unit }),
    ...(agents && { agents: sorted(agents) }),
  }
  return Object.keys(key).length === 0 ? "" : JSON.stringify(key)
}

export function demandOfKey(key: string): Demand {
  return key === "" ? {} : (JSON.parse(key) as StaticDemand)
}

/** Whether an agent meets what a key stands for. Kept for each organisation: thousands may be asked in a row. */
export function fitsKey(organisation: Organisation, id: AgentId, key: string, now: number): boolean {
  const agent = organisation.roster.byId.get(id)
  if (agent === undefined) return key === ""
  const { demand, found } = answerTo(organisation, key)
  if (found.has(agent.number)) return true
  const given = organisation.givenTo(id, now)
  return given !== undefined && meets(organisation, agent, demand, given)
}

interface Answer {
  readonly demand: StaticDemand
  readonly found: ReadonlyAgentSet
}

const answers = new WeakMap<Organisation, Map<string, Answer>>()

function answerTo(organisation: Organisation, key: string): Answer {
  const known = answers.get(organisation) ?? new Map<string, Answer>()
  answers.set(organisation, known)
  const demand = demandOfKey(key)
  const answer = known.get(key) ?? { demand, found: meeting(organisation, demand) }
  known.set(key, answer)
  return answer
}

const sorted = <Name extends string>(names: readonly Name[]): readonly Name[] =>
  [...new Set(names)].sort(codePointOrder)
