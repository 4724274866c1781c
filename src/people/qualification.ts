import type { AgentId } from "../messages/ids.ts"
import type { About, Demand, Qualification } from "../messages/people.ts"
import { agentExpression, type Evaluate } from "./agent-expression.ts"
import { AgentSet } from "./agent-set.ts"
import { someOf } from "./in-words.ts"
import type { Organisation } from "./organisation.ts"
import type { Question } from "./question.ts"
import type { Agent, Roster } from "./roster.ts"

/** The part of a demand that the organisation alone can answer. */
export type StaticDemand = Pick<Demand, "roles" | "capabilities" | "unit" | "agents">

/** All who meet the demand, be they there or not, and also those who are excluded. */
export function qualified(question: Question): AgentSet {
  const { organisation, demand, about } = question
  const found = meetingNow(organisation, demand, about)
  if (demand.only) found.keepAll(setOf(organisation.roster, demand.only))
  if (about.isProgram) found.keepAll(organisation.roster.programs)
  const conditions = conditionsOf(question)
  if (conditions.length > 0)
    for (const number of found.numbers()) {
      const agent = organisation.roster.at(number)
      if (conditions.some((holds) => whyNot(holds, agent) !== undefined)) found.delete(number)
    }
  return found
}

/** All who meet it with what they have for good. */
export function meeting(organisation: Organisation, { roles, capabilities, unit, agents }: StaticDemand): AgentSet {
  const { closures, derived, roster } = organisation
  const found = agents ? setOf(roster, agents) : roster.everybody.copy()
  if (unit !== undefined) found.keepAll(closures.members(unit))
  for (const role of roles ?? []) found.keepAll(closures.players(role))
  for (const token of capabilities ?? []) derived.keepHolders(found, token)
  return found
}

/** All who meet it with what they have for good or for the moment. */
export function meetingNow(organisation: Organisation, demand: StaticDemand, about: About): AgentSet {
  const found = meeting(organisation, demand)
  if (!demand.capabilities?.length) return found
  const { grants, roster } = organisation
  const gifted = about.granted?.size ? [...grants.forATime, ...about.granted.keys()] : grants.forATime
  for (const id of gifted) {
    const agent = roster.byId.get(id)
    const given = agent && organisation.givenTo(id, about.now, about.granted?.get(id))
    if (agent && given && meets(organisation, agent, demand, given)) found.add(agent.number)
  }
  return found
}

/** Whether one meets it, with what he has for the moment. */
export function meets(
  organisation: Organisation,
  agent: Agent,
  { roles, capabilities, unit, agents }: StaticDemand,
  given: ReadonlySet<string> | undefined,
): boolean {
  const { closures } = organisation
  return (
    (agents?.includes(agent.id) ?? true) &&
    (unit === undefined || closures.members(unit).has(agent.number)) &&
    (roles ?? []).every((role) => closures.players(role).has(agent.number)) &&
    (capabilities ?? []).every((token) => organisation.has(agent, token, given))
  )
}

/** What one agent lacks, in words; nothing: he is qualified. What `when` says is asked only if nothing else is lacking. */
export function lacks(question: Question, agent: Agent): readonly string[] {
  const { organisation, demand, about } = question
  const { closures, derived } = organisation
  const given = organisation.givenTo(agent.id, about.now, about.granted?.get(agent.id))
  const lacking: string[] = []
  for (const role of demand.roles ?? [])
    if (!closures.players(role).has(agent.number)) lacking.push(`does not play the role ${role}`)
  for (const token of demand.capabilities ?? []) {
    if (organisation.has(agent, token, given)) continue
    const problem = derived.problem(agent, token, given ?? nothing)
    lacking.push(`does not have the capability ${token}${problem === undefined ? "" : ` (${problem})`}`)
  }
  const { unit, agents, only } = demand
  if (unit !== undefined && !closures.members(unit).has(agent.number)) lacking.push(`is not in the unit ${unit}`)
  if (agents && !agents.includes(agent.id)) lacking.push(notOneOf(agents))
  if (only && !only.includes(agent.id)) lacking.push(only.length > 0 ? notOneOf(only) : "did not do what came before")
  if (about.isProgram && !agent.definition.isProgram) lacking.push("is no program")
  if (lacking.length > 0) return lacking
  return conditionsOf(question).flatMap((holds) => whyNot(holds, agent) ?? [])
}

const nothing: ReadonlySet<string> = new Set()

/** Names nobody has are left out. */
function setOf({ byId }: Roster, ids: readonly AgentId[]): AgentSet {
  return new AgentSet(ids.flatMap((id) => byId.get(id)?.number ?? []))
}

interface Condition {
  readonly source: string
  readonly evaluate: Evaluate
  /** Of whom it is asked. */
  readonly isAbout: (agent: Agent) => boolean
}

function conditionsOf(question: Question): readonly Condition[] {
  const { when, also = [] } = question.demand
  const all: readonly Qualification[] = when ? [when, ...also] : also
  return all.map((each) => ({
    source: each.if,
    evaluate: agentExpression(question, each.if, each.with, "when"),
    isAbout: aboutOf(question.organisation, each),
  }))
}

function aboutOf({ closures }: Organisation, { agent, role, unit }: Qualification): Condition["isAbout"] {
  if (agent !== undefined) return ({ id }) => id === agent
  if (role !== undefined) return ({ number }) => closures.players(role).has(number)
  return unit === undefined ? () => true : ({ number }) => closures.members(unit).has(number)
}

function whyNot({ source, evaluate, isAbout }: Condition, agent: Agent): string | undefined {
  if (!isAbout(agent)) return undefined
  const outcome = evaluate(agent)
  if (typeof outcome === "string") return `\`${source}\` cannot be evaluated: ${outcome}`
  if (!outcome.ok) return `\`${source}\` cannot be evaluated: ${outcome.error.message}`
  return outcome.value === true ? undefined : `\`${source}\` does not hold`
}

const notOneOf = (agents: readonly AgentId[]): string =>
  agents.length === 0 ? "nobody is asked for" : `is not ${someOf(agents, "or")}`
