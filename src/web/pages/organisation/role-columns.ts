import { holdingsOf, type OrganisationFacts } from "./organisation-facts.ts"

/** One name in the picture of people, roles and capabilities. */
export interface Spot {
  readonly key: string
  readonly column: 0 | 1 | 2
  readonly row: number
  readonly title: string
  readonly note?: string
}

export interface Tie {
  readonly from: string
  readonly to: string
}

export interface Columns {
  readonly spots: readonly Spot[]
  readonly ties: readonly Tie[]
  readonly rows: number
  /** How many people are left out. */
  readonly left: number
}

/** People, roles and capabilities side by side; who is tied to what stands near it, as far as that goes. */
export function columnsOf(facts: OrganisationFacts, most = 80): Columns {
  const roles = facts.roles.toSorted((a, b) => a.is.length - b.is.length || a.title.localeCompare(b.title))
  const roleRow = new Map(roles.map(({ name }, index) => [name, index]))
  const rank = (names: readonly string[]) =>
    Math.min(Number.MAX_SAFE_INTEGER, ...names.map((name) => roleRow.get(name) ?? Number.MAX_SAFE_INTEGER))
  const people = facts.agents.toSorted((a, b) => rank(a.roles) - rank(b.roles) || a.title.localeCompare(b.title))
  const shown = people.slice(0, most)
  const spots: Spot[] = [
    ...shown.map(({ name, title, isProgram }, row) => ({
      ...{ key: `agent ${name}`, column: 0 as const, row, title },
      ...(isProgram && { note: "program" }),
    })),
    ...roles.map(({ name, title }, row) => ({ key: `role ${name}`, column: 1 as const, row, title })),
    ...facts.capabilities.map(({ name, title, from }, row) => ({
      ...{ key: `capability ${name}`, column: 2 as const, row, title },
      ...(from !== undefined && { note: `derived: ${from}` }),
    })),
  ]
  const ties = [
    ...shown.flatMap(({ name, roles: played, capabilities }) => [
      ...played.map((role) => ({ from: `agent ${name}`, to: `role ${role}` })),
      ...capabilities.map((capability) => ({ from: `agent ${name}`, to: `capability ${capability}` })),
    ]),
    ...roles.flatMap(({ name, is, has }) => [
      ...is.map((wider) => ({ from: `role ${name}`, to: `role ${wider}` })),
      ...has.map((capability) => ({ from: `role ${name}`, to: `capability ${capability}` })),
    ]),
  ]
  const there = new Set(spots.map(({ key }) => key))
  return {
    spots,
    ties: ties.filter(({ from, to }) => there.has(from) && there.has(to)),
    rows: Math.max(shown.length, roles.length, facts.capabilities.length),
    left: people.length - shown.length,
  }
}

/** All that somebody plays and has, or everybody and everything that leads to a role or capability; itself included. */
export function tiedTo(key: string, facts: OrganisationFacts, now: number): ReadonlySet<string> {
  const tied = new Set([key])
  for (const agent of facts.agents) {
    const held = holdingsOf(agent, facts, now)
    const own = `agent ${agent.name}`
    const keys = held.map(({ kind, name }) => `${kind} ${name}`)
    if (own === key) for (const each of keys) tied.add(each)
    const holding = held.find(({ kind, name }) => `${kind} ${name}` === key)
    if (holding) for (const each of [own, ...holding.through.map((role) => `role ${role}`)]) tied.add(each)
  }
  return tied
}
