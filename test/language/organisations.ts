import { parseMoment } from "../../src/expressions/time.ts"
import { type AgentId, asAgentId } from "../../src/messages/ids.ts"
import type { About, Demand, Match, Workload } from "../../src/messages/people.ts"
import type {
  AgentDefinition,
  PermissionPlace,
  Right,
  RoleDefinition,
  UnitDefinition,
} from "../../src/model/organisation.ts"
import { peopleOf } from "../../src/people/match.ts"
import { Organisation } from "../../src/people/organisation.ts"
import type { OrganisationChange } from "../../src/people/organisation-change.ts"

/** An organisation in short: only what a test cares about. Capabilities are what they are derived from. */
export interface Sketch {
  readonly roles?: Readonly<Record<string, Partial<RoleDefinition>>>
  readonly capabilities?: Readonly<Record<string, string>>
  readonly units?: Readonly<Record<string, UnitDefinition>>
  readonly agents?: Readonly<Record<string, Partial<AgentDefinition>>>
  readonly permissions?: Readonly<Record<string, Readonly<Partial<Record<Right, readonly PermissionPlace[]>>>>>
}

export const organisationOf = (sketch: Sketch): Organisation => Organisation.empty.with(changesOf(sketch))

export function changesOf({ roles, capabilities, units, agents, permissions }: Sketch): readonly OrganisationChange[] {
  return [
    ...Object.entries(roles ?? {}).map(([name, role]) => roleChange(name, role)),
    ...Object.entries(capabilities ?? {}).map(([name, source]) => capabilityChange(name, source)),
    ...Object.entries(units ?? {}).map(([name, definition]) => ({ kind: "unit", name, definition }) as const),
    ...Object.entries(agents ?? {}).map(([name, agent]) => agentChange(name, agent)),
    ...Object.entries(permissions ?? {}).map(([name, rights]) => {
      const entries = Object.entries(rights) as [Right, readonly PermissionPlace[]][]
      return { kind: "permission", name, definition: { rights: new Map(entries) } } as const
    }),
  ]
}

export const roleChange = (name: string, role: Partial<RoleDefinition>): OrganisationChange => ({
  kind: "role",
  name,
  definition: { is: [], has: [], ...role },
})

export const capabilityChange = (name: string, source: string): OrganisationChange => ({
  kind: "capability",
  name,
  definition: source === "" ? {} : { from: { source, path: [] } },
})

export const agentChange = (name: string, agent: Partial<AgentDefinition>): OrganisationChange => ({
  kind: "agent",
  name,
  definition: { isProgram: false, roles: [], capabilities: [], away: [], attributes: {}, ...agent },
})

/** What one agent has to do, has ended, was given and takes; the task does not matter. */
export interface Work {
  readonly load?: number
  readonly ended?: number
  readonly given?: number
  readonly pace?: number
}

export function workloadOf(work: Readonly<Record<string, Work>> = {}): Workload {
  return {
    load: (agent) => work[agent]?.load ?? 0,
    lastEnded: (agent) => work[agent]?.ended,
    lastGiven: (agent) => work[agent]?.given,
    pace: (agent) => work[agent]?.pace,
  }
}

export const at = (moment: string): number => parseMoment(moment) ?? Number.NaN

export const aboutNow = (more: Partial<About> = {}): About => ({
  now: at("2026-06-10T10:00:00Z"),
  task: "order/approve",
  declined: [],
  ...more,
})

export const ids = (...names: readonly string[]): readonly AgentId[] => names.map(asAgentId)

/** A match in short: the candidates' names, `bob for ann` for a stand-in; or the class of nobody. */
export function matched(
  organisation: Organisation,
  demand: Demand,
  more: Partial<About> = {},
  work: Readonly<Record<string, Work>> = {},
): readonly string[] | string {
  return inShort(peopleOf(organisation, workloadOf(work)).match(demand, aboutNow(more)))
}

export function inShort(match: Match): readonly string[] | string {
  if (!match.ok) return match.class
  return match.candidates.map(({ agent, standsInFor }) => (standsInFor ? `${agent} for ${standsInFor}` : agent))
}
