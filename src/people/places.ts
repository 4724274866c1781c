import { type AgentId, asAgentId } from "../messages/ids.ts"
import type { Candidate, Obstacle } from "../messages/people.ts"
import { AgentSet } from "./agent-set.ts"
import { isPresent, nextPresence, standInsOf } from "./availability.ts"
import type { Question } from "./question.ts"
import type { Agent } from "./roster.ts"

/** The places there are to take: those of the agents who fit, and those of absent ones for whom somebody stands in. */
export interface Places {
  /** The numbers of those whose places they are. */
  readonly holders: number[]
  /** Who takes the place of an absent one, by his number. */
  readonly standIns: ReadonlyMap<number, Candidate>
  /** The others who are qualified. */
  readonly missed: readonly Missed[]
}

export interface Missed {
  readonly agent: Agent
  readonly obstacle: Obstacle
}

/** What keeps somebody who is qualified, in this order. */
export function obstacleOf(question: Question, { id, definition }: Agent): Obstacle | undefined {
  if (question.excluded.has(id)) return "excluded"
  if (question.declined.has(id)) return "declined"
  if (!isPresent(definition, question.about.now)) return "absent"
  return isBusy(question, id, definition.limit) ? "busy" : undefined
}

export function placesOf(question: Question, qualified: readonly number[]): Places {
  const { roster } = question.organisation
  const holders: number[] = []
  const missed: Missed[] = []
  for (const number of qualified) {
    const agent = roster.at(number)
    const obstacle = obstacleOf(question, agent)
    if (obstacle === undefined) holders.push(number)
    else missed.push({ agent, obstacle })
  }
  const standIns = new Map<number, Candidate>()
  const absent = missed.filter(({ obstacle }) => obstacle === "absent")
  const inPerson = new AgentSet(absent.length > 0 ? holders : [])
  for (const { agent } of absent) {
    const standIn = standInFor(question, agent)
    if (standIn === undefined || inPerson.has(standIn.number)) continue
    standIns.set(agent.number, { agent: standIn.id, standsInFor: agent.id })
    holders.push(agent.number)
  }
  return { holders, standIns, missed }
}

/** Who takes the place of an absent agent: the first of his stand-ins who can, or else whoever stands in for those. */
export function standInFor(question: Question, absent: Agent): Agent | undefined {
  const canStandIn = (agent: Agent) => standInObstacle(question, agent) === undefined
  // Mostly he has one who can, and nobody needs to be looked for any further.
  return standInsNamedBy(question, absent).find(canStandIn) ?? chainFrom(question, absent).find(canStandIn)
}

/** When the first of the absent, or of those who would stand in for them, is back. */
export function backAt(question: Question, absent: readonly Agent[]): number | undefined {
  const { now } = question.about
  const { excluded, declined } = question
  const standIns = absent.flatMap((agent) => chainFrom(question, agent))
  const chains = new Set([...absent, ...standIns.filter(({ id }) => !excluded.has(id) && !declined.has(id))])
  const moments = [...chains].flatMap(({ definition }) => {
    const back = isPresent(definition, now) ? undefined : nextPresence(definition, now)
    return back ?? []
  })
  return moments.length === 0 ? undefined : moments.reduce((one, other) => Math.min(one, other))
}

/** Those who would take an absent agent's place, the nearest first; circles end where they began. */
export function chainFrom(question: Question, absent: Agent): readonly Agent[] {
  const chain = new Set<Agent>([absent])
  // A set visits what is added to it on the way.
  for (const agent of chain) for (const standIn of standInsNamedBy(question, agent)) chain.add(standIn)
  return [...chain].slice(1)
}

/** Whoever would not do himself, were he there, passes no place on. */
function standInsNamedBy({ organisation, about, excluded, declined }: Question, agent: Agent): readonly Agent[] {
  if (excluded.has(agent.id) || declined.has(agent.id)) return []
  const { byId } = organisation.roster
  return standInsOf(agent.definition, about.now).flatMap((name) => byId.get(asAgentId(name)) ?? [])
}

/** What keeps a stand-in: he need not be qualified. */
export function standInObstacle(question: Question, agent: Agent): Obstacle | undefined {
  if (question.about.isProgram && !agent.definition.isProgram) return "unqualified"
  return obstacleOf(question, agent)
}

export function isBusy({ about, workload }: Question, id: AgentId, limit: number | undefined): boolean {
  return limit !== undefined && !about.has && workload.load(id) >= limit
}
