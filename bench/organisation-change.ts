import type { AgentId } from "../src/messages/ids.ts"
import type { Demand } from "../src/messages/people.ts"
import { peopleOf } from "../src/people/match.ts"
import type { Organisation } from "../src/people/organisation.ts"
import type { OrganisationChange } from "../src/people/organisation-change.ts"
import { about, agentAt, agentDefinition, bigOrganisation, demandOf, milliseconds, workload } from "./match.ts"
import { type Benchmark, median, type Result, rounded } from "./result.ts"

const rounds = 100

/**
 * `organisation.change`: from the change of one agent among 10,000 until the next match it concerns is right: he plays a role and
 * has a derived capability, because of one that is new. `organisation.change.role`: the same where a role brings a new one, asked
 * of everybody. Everything had been asked before, so there is much to carry over.
 */
export const organisationChange: Benchmark = {
  name: "organisation.change",
  run: async () => {
    const organisation = bigOrganisation().with(
      Array.from({ length: 2 * rounds }, (_, index) => derivedFromFresh(index)),
    )
    const people = peopleOf(organisation, workload)
    for (let index = 0; index < 2000; index++) people.match(demandOf(index), about)
    return [
      changing("organisation.change", organisation, changedAgent),
      changing("organisation.change.role", organisation, changedRole),
    ]
  },
}

function derivedFromFresh(index: number): OrganisationChange {
  const source = `has("fresh-${index}") && agent.grade >= 0`
  return { kind: "capability", name: `derived-${index}`, definition: { from: { source, path: [] } } }
}

interface Changed {
  readonly change: OrganisationChange
  readonly demand: Demand
  /** A candidate afterwards, and not before. */
  readonly gained: AgentId
}

function changing(name: string, first: Organisation, changed: (index: number) => Changed): Result {
  let organisation = first
  const times: number[] = []
  for (let index = 0; index < rounds; index++) {
    const { change, demand, gained } = changed(index)
    const isCandidate = () => {
      const match = peopleOf(organisation, workload).match(demand, about)
      return match.ok && match.candidates.some(({ agent }) => agent === gained)
    }
    const before = isCandidate()
    let after = false
    times.push(
      milliseconds(() => {
        organisation = organisation.with([change])
        after = isCandidate()
      }),
    )
    if (before || !after) throw new Error(`${name} ${index}: ${gained} was ${before} and is ${after}`)
  }
  return { name, value: rounded(median(times)), unit: "ms" }
}

/** An agent who is there has one capability more, from which another is derived. */
function changedAgent(index: number): Changed {
  const number = index * 90 + 4
  const definition = agentDefinition(number)
  return {
    change: {
      kind: "agent",
      name: agentAt(number),
      definition: { ...definition, capabilities: [...definition.capabilities, `fresh-${index}`] },
    },
    demand: { roles: definition.roles.slice(0, 1), capabilities: [`derived-${index}`] },
    gained: agentAt(number),
  }
}

/** A role that somebody plays brings one capability more. */
function changedRole(index: number): Changed {
  const number = index * 10 + 8
  const [role = ""] = agentDefinition(number).roles
  return {
    change: { kind: "role", name: role, definition: { is: ["role-0"], has: [`fresh-${rounds + index}`] } },
    demand: { capabilities: [`derived-${rounds + index}`] },
    gained: agentAt(number),
  }
}
