import type { Output } from "../../../client.ts"
import type { Json, JsonObject } from "../../../messages/json.ts"
import { titleOf } from "../../../model/forms.ts"

export type Entry = Output<"organisation">["rows"][number]

export interface Agent {
  readonly name: string
  readonly title: string
  readonly isProgram: boolean
  readonly roles: readonly string[]
  readonly capabilities: readonly string[]
  readonly unit?: string
  readonly limit?: number
  readonly absences: readonly { readonly from?: string; readonly to?: string; readonly standIn?: string }[]
}

export interface Role {
  readonly name: string
  readonly title: string
  readonly is: readonly string[]
  readonly has: readonly string[]
}

export interface Capability {
  readonly name: string
  readonly title: string
  /** The condition it is derived by. */
  readonly from?: string
}

export interface Unit {
  readonly name: string
  readonly title: string
  readonly in?: string
  readonly manager?: string
}

export interface Grant {
  readonly agent: string
  readonly capabilities: readonly string[]
  readonly until?: number
}

export interface OrganisationFacts {
  readonly agents: readonly Agent[]
  readonly roles: readonly Role[]
  readonly capabilities: readonly Capability[]
  readonly units: readonly Unit[]
  readonly grants: readonly Grant[]
}

/** Its entries as they were written, sorted out. Names that only somebody mentions are there too. */
export function factsOf(rows: readonly Entry[]): OrganisationFacts {
  const of = (kind: string) =>
    rows
      .filter((row) => row.kind === kind && row.source !== null)
      .map(({ name, source }) => ({ name, map: mapOf(source) }))
  const agents = of("agent").map(
    ({ name, map }): Agent => ({
      name,
      title: textOf(map.name) ?? titleOf(name),
      isProgram: map.program === true,
      roles: some(map.roles),
      capabilities: some(map.capabilities),
      absences: (Array.isArray(map.away) ? map.away : map.away === undefined ? [] : [map.away]).map((each) =>
        absenceOf(mapOf(each as Json)),
      ),
      ...(typeof map.unit === "string" && { unit: map.unit }),
      ...(typeof map.limit === "number" && { limit: map.limit }),
    }),
  )
  const roles = of("role").map(
    ({ name, map }): Role => ({
      name,
      title: textOf(map.title) ?? titleOf(name),
      is: some(map.is),
      has: some(map.has),
    }),
  )
  const grants = of("grant").map(
    ({ map }): Grant => ({
      agent: String(map.agent),
      capabilities: some(map.capabilities),
      ...(typeof map.until === "number" && { until: map.until }),
    }),
  )
  const defined = of("capability").map(
    ({ name, map }): Capability => ({
      name,
      title: textOf(map.title) ?? titleOf(name),
      ...(typeof map.from === "string" && { from: map.from }),
    }),
  )
  const mentioned = [...agents, ...grants]
    .flatMap(({ capabilities }) => capabilities)
    .concat(roles.flatMap(({ has }) => has))
  const known = new Set(defined.map(({ name }) => name))
  const others = [...new Set(mentioned)].filter((name) => !known.has(name))
  const units = of("unit").map(
    ({ name, map }): Unit => ({
      name,
      title: textOf(map.title) ?? titleOf(name),
      ...(typeof map.in === "string" && { in: map.in }),
      ...(typeof map.manager === "string" && { manager: map.manager }),
    }),
  )
  return {
    ...{ agents, roles, units, grants },
    capabilities: [...defined, ...others.map((name) => ({ name, title: titleOf(name) }))],
  }
}

export interface Holding {
  readonly kind: "role" | "capability"
  readonly name: string
  /** The roles that bring it, the nearest to the agent first; empty: he has it himself. */
  readonly through: readonly string[]
  /** It was granted, until then or for good. */
  readonly grant?: Grant
}

/** What an agent plays and has, and through what; what is derived is decided by the server. */
export function holdingsOf(agent: Agent, { roles, grants }: OrganisationFacts, now: number): readonly Holding[] {
  const byName = new Map(roles.map((role) => [role.name, role]))
  const found = new Map<string, Holding>()
  const add = (holding: Holding) => {
    const key = `${holding.kind} ${holding.name}`
    if (!found.has(key)) found.set(key, holding)
  }
  for (const name of agent.capabilities) add({ kind: "capability", name, through: [] })
  for (const grant of grants)
    if (grant.agent === agent.name && (grant.until === undefined || grant.until > now))
      for (const name of grant.capabilities) add({ kind: "capability", name, through: [], grant })
  const queue = agent.roles.map((name) => ({ name, through: [] as readonly string[] }))
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    const { name, through } = next
    if (found.has(`role ${name}`)) continue
    add({ kind: "role", name, through })
    const role = byName.get(name)
    const way = [...through, name]
    for (const capability of role?.has ?? []) add({ kind: "capability", name: capability, through: way })
    queue.push(...(role?.is ?? []).map((wider) => ({ name: wider, through: way })))
  }
  return [...found.values()]
}

/** Whether he is away at a moment, and who stands in for him. */
export function absenceAt(agent: Agent, now: number): Agent["absences"][number] | undefined {
  return agent.absences.find(({ from, to }) => {
    const begun = from === undefined || Date.parse(from) <= now
    const end = to === undefined ? Number.POSITIVE_INFINITY : Date.parse(to) + (/^\d{4}-\d\d-\d\d$/.test(to) ? day : 0)
    return begun && now < end
  })
}

const day = 86_400_000

function absenceOf({ from, to, standIn }: JsonObject): Agent["absences"][number] {
  return {
    ...(typeof from === "string" && { from }),
    ...(typeof to === "string" && { to }),
    ...(typeof standIn === "string" && { standIn }),
  }
}

/** One name, or several. */
const some = (value: Json | undefined): readonly string[] =>
  typeof value === "string" ? [value] : Array.isArray(value) ? value.filter((each) => typeof each === "string") : []

const textOf = (value: Json | undefined): string | undefined => (typeof value === "string" ? value : undefined)

const mapOf = (value: Json | undefined): JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as JsonObject) : {}
