import fc from "fast-check"
import { describe, expect, test } from "vitest"
import {
  aboutNow,
  agentChange,
  capabilityChange,
  ids,
  inShort,
  roleChange,
  workloadOf,
} from "../../test/language/organisations.ts"
import { asAgentId } from "../messages/ids.ts"
import type { Demand } from "../messages/people.ts"
import { STRATEGIES } from "../model/organisation.ts"
import { isPresent } from "./availability.ts"
import { explainMatch, peopleOf } from "./match.ts"
import { Organisation } from "./organisation.ts"
import type { OrganisationChange } from "./organisation-change.ts"

const agents = ["ann", "bob", "cyd", "dan"]
const roles = ["r1", "r2", "r3", "r4"]
const tokens = ["t1", "t2", "t3", "t4"]
const units = ["u1", "u2", "u3"]
const { now } = aboutNow()

const someOf = (names: readonly string[]) => fc.uniqueArray(fc.constantFrom(...names), { maxLength: 2 })
const oneOf = (names: readonly string[]) => fc.constantFrom(...names)

const question = fc.oneof(
  oneOf([...tokens, ...roles]).map((name) => `has("${name}")`),
  oneOf(roles).map((name) => `plays("${name}")`),
  oneOf(["agent.grade > 1", "attributes.grade > 2", "agent.none", '"u1" in agent.units', '"r1" in agent.roles']),
)
const derivation = fc.oneof(
  fc.constant(""),
  fc
    .tuple(question, oneOf(["&&", "||", "&& !", "|| !"]), question)
    .map(([one, operator, other]) => `${one} ${operator}(${other})`),
)

const absence = fc
  .tuple(fc.integer({ min: -2, max: 1 }), fc.integer({ min: 1, max: 3 }), fc.option(oneOf([...agents, "gone"])))
  .map(([from, long, standIn]) => ({
    from: now + from * 1000,
    to: now + (from + long) * 1000,
    ...(standIn !== null && { standIn }),
  }))

const agent = fc.record(
  {
    roles: someOf(roles),
    capabilities: someOf(tokens),
    unit: oneOf(units),
    cost: fc.integer({ min: 0, max: 2 }),
    limit: fc.integer({ min: 1, max: 2 }),
    isProgram: fc.boolean(),
    away: fc.array(absence, { maxLength: 2 }),
    attributes: fc.record({ grade: fc.integer({ min: 0, max: 3 }) }),
  },
  { requiredKeys: ["roles", "capabilities"] },
)

const removal = fc.oneof(
  oneOf(agents).map((name): OrganisationChange => ({ kind: "agent", name })),
  oneOf(roles).map((name): OrganisationChange => ({ kind: "role", name })),
  oneOf(tokens).map((name): OrganisationChange => ({ kind: "capability", name })),
  oneOf(units).map((name): OrganisationChange => ({ kind: "unit", name })),
)

const entry: fc.Arbitrary<OrganisationChange> = fc.oneof(
  { weight: 4, arbitrary: fc.tuple(oneOf(agents), agent).map(([name, definition]) => agentChange(name, definition)) },
  {
    weight: 2,
    arbitrary: fc
      .tuple(oneOf(roles), someOf(roles), someOf(tokens))
      .map(([name, is, has]) => roleChange(name, { is, has })),
  },
  { weight: 2, arbitrary: fc.tuple(oneOf(tokens), derivation).map(([name, source]) => capabilityChange(name, source)) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(oneOf(units), fc.record({ in: oneOf(units), manager: oneOf(agents) }, { requiredKeys: [] }))
      .map(([name, definition]): OrganisationChange => ({ kind: "unit", name, definition })),
  },
)

const grant = fc
  .tuple(oneOf(agents), oneOf(tokens), fc.option(fc.integer({ min: -1, max: 2 })))
  .map(([name, capability, until]): OrganisationChange => {
    const base = { kind: "grant", agent: asAgentId(name), capability } as const
    return until === null ? base : { ...base, until: now + until * 1000 }
  })

const change = fc.oneof(
  { weight: 6, arbitrary: entry },
  { weight: 1, arbitrary: removal },
  { weight: 1, arbitrary: grant },
)

const demand: fc.Arbitrary<Demand> = fc
  .record(
    {
      roles: someOf(roles),
      capabilities: someOf(tokens),
      unit: oneOf(units),
      agents: someOf(agents),
      only: someOf(agents),
      excluded: someOf(agents),
      when: oneOf(["agent.grade > 1", "agent.load < 2", '"t1" in agent.capabilities']),
      order: oneOf([...STRATEGIES, "agent.grade"]),
    },
    { requiredKeys: [] },
  )
  .map(({ agents: named, only, excluded, when, order, ...rest }) => ({
    ...rest,
    ...(named && { agents: ids(...named) }),
    ...(only && { only: ids(...only) }),
    ...(excluded && { excluded: ids(...excluded) }),
    ...(when && { when: { if: when, with: {} } }),
    ...(order && { order: order.includes(".") ? { by: order, with: {} } : order }),
  }))

const work = fc.dictionary(
  oneOf(agents),
  fc.record(
    { load: fc.nat(2), ended: fc.nat(3), given: fc.nat(3), pace: fc.nat(3) },
    { requiredKeys: [], noNullPrototype: true },
  ),
  { noNullPrototype: true },
)
const asked = fc.record({
  demand,
  work,
  declined: someOf(agents),
  prefer: fc.option(oneOf(agents)),
  later: fc.integer({ min: 0, max: 3 }),
})

/** Everything an organisation says, of everybody, at several moments. */
function everything(organisation: Organisation) {
  const named = [...agents, ...roles, ...units].map((name) => organisation.namedAgents(name))
  const each = organisation.agents().map((id) => ({
    id,
    roles: organisation.rolesOf(id),
    units: organisation.unitsOf(id),
    supervisor: organisation.supervisorOf(id),
    tokens: [0, 1000, 2000].map((later) => organisation.tokensOf(id, now + later)),
    plays: roles.filter((role) => organisation.plays(id, role)),
    isIn: units.filter((unit) => organisation.isIn(id, unit)),
    distances: organisation.agents().map((other) => organisation.distance(id, other)),
  }))
  const matches = [...roles.map((role) => ({ roles: [role] })), ...tokens.map((token) => ({ capabilities: [token] }))]
  const { match } = peopleOf(organisation, workloadOf())
  return { named, each, matches: matches.map((each) => match(each, aboutNow())) }
}

/** The last of the changes of each entry and all grants: what a new organisation would be built from. */
function remaining(changes: readonly OrganisationChange[]): readonly OrganisationChange[] {
  const key = (each: OrganisationChange, at: number) => ("name" in each ? `${each.kind} ${each.name}` : `${at}`)
  const last = new Map(changes.map((each, at) => [key(each, at), each]))
  return [...last.values()].filter((each) => !("name" in each) || each.definition !== undefined)
}

describe("any organisation", () => {
  test("[PEOPLE12] one that is changed step by step, and asked in between, is the same as one built at once", () => {
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 25 }), fc.boolean(), (changes, isAsked) => {
        let stepwise = Organisation.empty
        for (const each of changes) {
          if (isAsked) everything(stepwise)
          stepwise = stepwise.with([each])
        }
        expect(everything(stepwise)).toEqual(everything(Organisation.empty.with(remaining(changes))))
      }),
      { numRuns: 300 },
    )
  })

  test("[PEOPLE12] a change leaves what was asked before as it was", () => {
    fc.assert(
      fc.property(fc.array(change, { maxLength: 15 }), fc.array(change, { maxLength: 4 }), (changes, more) => {
        const before = Organisation.empty.with(changes)
        const said = everything(before)
        everything(before.with(more))
        expect(everything(before)).toEqual(said)
      }),
    )
  })

  test("[PEOPLE58] a match does not depend on the order of the entries, nor on what was asked before", () => {
    fc.assert(
      fc.property(
        fc.array(change, { maxLength: 20 }),
        fc.integer(),
        asked,
        (changes, salt, { demand, work, ...about }) => {
          const entries = remaining(changes)
          const mixed = entries.toSorted((one, other) => mixing(one, salt) - mixing(other, salt))
          const [one, other] = [Organisation.empty.with(entries), Organisation.empty.with(mixed)]
          everything(other)
          const matches = [one, other].map((organisation) =>
            peopleOf(organisation, workloadOf(work)).match(demand, aboutOf(about)),
          )
          expect(matches[0]).toEqual(matches[1])
        },
      ),
      { numRuns: 300 },
    )
  })

  test("[PEOPLE59] no candidate is excluded, everybody is listed once, and each is assessed as he is matched", () => {
    fc.assert(
      fc.property(fc.array(change, { maxLength: 20 }), asked, (changes, { demand, work, ...about }) => {
        const organisation = Organisation.empty.with(changes)
        const people = peopleOf(organisation, workloadOf(work))
        const match = people.match(demand, aboutOf(about))
        const candidates = match.ok ? match.candidates : []
        const listed = candidates.map(({ agent }) => agent)
        expect(listed.filter((agent) => demand.excluded?.includes(agent) || about.declined.includes(agent))).toEqual([])
        expect(new Set(listed).size).toBe(listed.length)
        const assessed = organisation.agents().map((agent) => people.assess(agent, demand, aboutOf(about)))
        const fitting = assessed.flatMap(({ agent, obstacle, standsInFor }) =>
          obstacle === undefined ? [{ agent, ...(standsInFor && { standsInFor }) }] : [],
        )
        expect(new Set(fitting)).toEqual(new Set(candidates))
        const explained = explainMatch(organisation, workloadOf(work), demand, aboutOf(about))
        expect(explained.filter(({ obstacle }) => obstacle === undefined).map(({ agent }) => agent)).toEqual(listed)
        expect(new Set(explained)).toEqual(new Set(assessed))
      }),
      { numRuns: 500 },
    )
  })

  test("[PEOPLE40] at the moment somebody is said to be back, somebody is who was not there before", () => {
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 20 }), asked, (changes, { demand, work, ...about }) => {
        const organisation = Organisation.empty.with(changes)
        const match = peopleOf(organisation, workloadOf(work)).match(demand, aboutOf(about))
        if (match.ok || match.until === undefined) return
        const { until } = match
        const isBack = organisation.agents().some((id) => {
          const definition = organisation.agent(id)
          return definition && !isPresent(definition, aboutOf(about).now) && isPresent(definition, until)
        })
        expect(isBack).toBe(true)
      }),
      { numRuns: 300 },
    )
  })

  test("[PEOPLE17] when nobody is away, who plays a role is a candidate for it", () => {
    fc.assert(
      fc.property(fc.array(change, { maxLength: 20 }), oneOf(roles), (changes, role) => {
        const organisation = Organisation.empty.with(changes)
        const match = peopleOf(organisation, workloadOf()).match({ roles: [role] }, aboutNow({ now: now + 1e9 }))
        const players = organisation.agents().filter((id) => organisation.rolesOf(id).includes(role))
        expect(inShort(match)).toEqual(players.length === 0 ? "NoSuchCapability" : players)
      }),
    )
  })
})

function aboutOf(about: { declined: readonly string[]; prefer: string | null; later: number }) {
  return aboutNow({
    now: now + about.later * 1000,
    declined: ids(...about.declined),
    ...(about.prefer !== null && { prefer: { agent: asAgentId(about.prefer) } }),
  })
}

/** Some order that has nothing to do with the one before. */
function mixing(change: OrganisationChange, salt: number): number {
  let hash = salt
  for (const letter of JSON.stringify(change)) hash = (Math.imul(hash, 31) + letter.charCodeAt(0)) | 0
  return hash
}
