import { type AgentId, asAgentId } from "../src/messages/ids.ts"
import type { About, Demand, Workload } from "../src/messages/people.ts"
import type { AgentDefinition } from "../src/model/organisation.ts"
import { peopleOf } from "../src/people/match.ts"
import { Organisation } from "../src/people/organisation.ts"
import type { OrganisationChange } from "../src/people/organisation-change.ts"
import { type Benchmark, median, quantile, rounded } from "./result.ts"

const counts = { agents: 10_000, roles: 500, capabilities: 2000, derived: 400, units: 200 }
const demands = 2000

/**
 * `match`: finding who can have an item among 10,000 agents with 500 roles, 2,000 capabilities (400 of them derived) and 200 units:
 * the median over demands of every kind, from a single agent to thousands of candidates, each asked once before.
 * `match.p99`: one in a hundred takes longer than that. `match.nobody`: where nobody can, with the reasons.
 */
export const match: Benchmark = {
  name: "match",
  run: async () => {
    const people = peopleOf(bigOrganisation(), workload)
    const all = Array.from({ length: demands }, (_, index) => demandOf(index))
    for (const demand of all) people.match(demand, about)
    const times = all.map((demand) => milliseconds(() => people.match(demand, about)))
    const impossible = Array.from({ length: 200 }, (_, index) => ({ ...demandOf(index), unit: "nowhere" }))
    for (const demand of impossible) people.match(demand, about)
    const nobody = impossible.map((demand) => milliseconds(() => people.match(demand, about)))
    return [
      { name: "match", value: rounded(median(times)), unit: "ms" },
      { name: "match.p99", value: rounded(quantile(times, 0.99)), unit: "ms" },
      { name: "match.nobody", value: rounded(median(nobody)), unit: "ms" },
    ]
  },
}

export const about: About = { now: Date.UTC(2026, 5, 10, 10), task: "order/approve", declined: [] }

export const workload: Workload = {
  load: (agent) => numberIn(agent) % 5,
  lastEnded: (agent) => (numberIn(agent) % 3 === 0 ? undefined : numberIn(agent) * 1000),
  lastGiven: (agent) => (numberIn(agent) % 4 === 0 ? undefined : numberIn(agent) * 77),
  pace: (agent) => (numberIn(agent) % 2 === 0 ? undefined : numberIn(agent) * 13),
}

export function bigOrganisation(): Organisation {
  const changes: OrganisationChange[] = []
  for (let role = 0; role < counts.roles; role++)
    changes.push({
      kind: "role",
      name: `role-${role}`,
      definition: { is: parents(role), has: [capability(role * 7), capability(role * 11 + 3)] },
    })
  for (let token = 0; token < counts.capabilities; token++)
    changes.push({ kind: "capability", name: `token-${token}`, definition: derivation(token) })
  for (let unit = 0; unit < counts.units; unit++)
    changes.push({
      kind: "unit",
      name: `unit-${unit}`,
      definition: { ...(unit > 0 && { in: `unit-${Math.floor((unit - 1) / 5)}` }), manager: `agent-${unit * 3}` },
    })
  for (let agent = 0; agent < counts.agents; agent++)
    changes.push({ kind: "agent", name: `agent-${agent}`, definition: agentDefinition(agent) })
  return Organisation.empty.with(changes)
}

export function agentDefinition(agent: number): AgentDefinition {
  const random = (salt: number, below: number) => (((agent + 1) * 2_654_435_761 + salt * 40_503) >>> 7) % below
  return {
    isProgram: agent % 50 === 0,
    roles: [1, 2].map((salt) => `role-${random(salt, counts.roles)}`),
    capabilities: [3, 4, 5, 6, 7].map((salt) => capability(random(salt, counts.capabilities))),
    unit: `unit-${random(8, counts.units)}`,
    ...(agent % 3 > 0 && { cost: random(9, 90) }),
    ...(agent % 2 > 0 && { limit: 5 }),
    away:
      agent % 10 === 0
        ? [{ from: about.now - 1000, to: about.now + 86_400_000, standIn: `agent-${random(10, counts.agents)}` }]
        : [],
    ...(agent % 10 === 1 && { hours: { timeZone: "Europe/Berlin", spans: workdays } }),
    attributes: { grade: agent % 10 },
  }
}

const workdays = [1, 2, 3, 4, 5].map((day) => ({ day, from: 9 * 60, to: 17 * 60 }))

/** A tree, with a second parent here and there. */
const parents = (role: number): readonly string[] =>
  role === 0
    ? []
    : [...new Set([Math.floor((role - 1) / 4), role % 5 === 0 ? Math.floor(role / 7) : 0])].map(
        (name) => `role-${name}`,
      )

/** One that is held, not derived. */
const capability = (number: number): string =>
  `token-${counts.derived + (number % (counts.capabilities - counts.derived))}`

function derivation(token: number): { readonly from?: { readonly source: string; readonly path: readonly string[] } } {
  if (token >= counts.derived) return {}
  const [one, other] = [capability(token * 3), `role-${token}`]
  const before = token % 4 === 0 ? "" : ` || has("token-${token - 1}")`
  return { from: { source: `has("${one}") && agent.grade > 3 || has("${other}")${before}`, path: [] } }
}

export function demandOf(index: number): Demand {
  const random = (salt: number, below: number) => (((index + 1) * 2_246_822_519 + salt * 30_011) >>> 5) % below
  const role = `role-${random(1, counts.roles)}`
  const kinds: readonly Demand[] = [
    { roles: [role] },
    { roles: [role], capabilities: [capability(random(2, 2000))], order: "cheapest" },
    { capabilities: [`token-${random(3, counts.derived)}`], order: "roundRobin" },
    { capabilities: [capability(random(4, 2000))], excluded: [agentAt(random(5, counts.agents))], order: "fastest" },
    { roles: [`role-${random(6, 20)}`], unit: `unit-${random(7, counts.units)}`, order: "longestIdle" },
    { agents: [1, 2, 3].map((salt) => agentAt(random(salt, counts.agents))) },
    { roles: [role], when: { if: "agent.grade >= least", with: { least: 5 } } },
    { unit: `unit-${random(8, 20)}`, order: { by: "agent.load + least", with: { least: 5 } } },
    { roles: [`role-${random(9, 5)}`] },
    { capabilities: [`token-${random(10, counts.derived)}`, capability(random(11, 2000))], roles: [role] },
  ]
  return kinds[index % kinds.length] ?? {}
}

export const agentAt = (number: number): AgentId => asAgentId(`agent-${number}`)
const numberIn = (agent: AgentId): number => numbers.get(agent) ?? 0
const numbers = new Map(Array.from({ length: counts.agents }, (_, number) => [agentAt(number), number]))

export function milliseconds(work: () => void): number {
  const start = performance.now()
  work()
  return performance.now() - start
}
