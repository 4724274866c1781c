import type { AgentId } from "../messages/ids.ts"
import type { JsonObject } from "../messages/json.ts"
import type { About, Assessment, Candidate, Demand, Match, Obstacle, Staff, Workload } from "../messages/people.ts"
import { administratorsOf } from "./administrators.ts"
import { nextAbsence } from "./availability.ts"
import { saidOfOne } from "./demand-in-words.ts"
import { managersAbove, nearestManager } from "./managers.ts"
import { nearest, nobody } from "./nobody.ts"
import { inOrder } from "./order.ts"
import { orgObject } from "./org-object.ts"
import type { Organisation } from "./organisation.ts"
import { isBusy, obstacleOf, type Places, placesOf } from "./places.ts"
import { lacks, qualified } from "./qualification.ts"
import { type Question, question } from "./question.ts"
import { standsIn, whyFits, whyNot } from "./reasons.ts"
import type { Agent } from "./roster.ts"
import { mayTakePlaceOf } from "./stand-ins.ts"

/** The people of an organisation, as decisions ask for them. */
export function peopleOf(organisation: Organisation, workload: Workload): Staff {
  return {
    match: (demand, about) => match(question(organisation, workload, demand, about)),
    assess: (agent, demand, about) => assess(question(organisation, workload, demand, about), agent),
    isProgram: (agent) => organisation.agent(agent)?.isProgram === true,
    has: (agent) => organisation.roster.byId.has(agent),
    named: (name) => organisation.namedAgents(name),
    org: () => orgObject(organisation),
    describe: (agent) => describe(organisation, agent),
    groupOf: (name) => groupOf(organisation, name),
    belongings: (agent) => ({ roles: organisation.rolesOf(agent), units: organisation.unitsOf(agent) }),
    nextAbsence: (agent, now) => nextAbsence(organisation.agent(agent), now),
    managerOf: (unit) => organisation.managerOf(unit),
    supervisorOf: (agent) => organisation.supervisorOf(agent),
    nearestManager: (unit) => nearestManager(organisation, unit),
    managersAbove: (name) => managersAbove(organisation, name),
    administrators: () => administratorsOf(organisation),
  }
}

/** How everybody stands to a demand: the candidates first, in order, then the others, the nearest first. */
export function explainMatch(
  organisation: Organisation,
  workload: Workload,
  demand: Demand,
  about: About,
): readonly Assessment[] {
  const asked = question(organisation, workload, demand, about)
  const places = placesOf(asked, qualified(asked).numbers())
  const candidates = candidatesOf(asked, places)
  const isCandidate = new Set(candidates.map(({ agent }) => agent))
  const missed = nearest(asked, places.missed, Number.POSITIVE_INFINITY)
  return [
    ...candidates.map((candidate) => assessed(asked, candidate)),
    ...missed
      .filter(({ agent }) => !isCandidate.has(agent.id))
      .map(({ agent, obstacle }) => ({ agent: agent.id, obstacle, reason: whyNot(asked, agent, obstacle) })),
  ]
}

function describe(organisation: Organisation, id: AgentId): JsonObject {
  const agent = organisation.roster.byId.get(id)
  return agent ? organisation.objectOf(agent) : { id }
}

function groupOf({ roles, units }: Organisation, name: string): Demand | undefined {
  if (roles.definitions.has(name)) return { roles: [name] }
  return units.definitions.has(name) ? { unit: name } : undefined
}

function match(asked: Question): Match {
  const places = placesOf(asked, qualified(asked).numbers())
  const candidates = candidatesOf(asked, places)
  return candidates.length > 0 ? { ok: true, candidates } : nobody(asked, places.missed)
}

function assess(asked: Question, id: AgentId): Assessment {
  const agent = asked.organisation.roster.byId.get(id)
  if (agent === undefined) return stranger(asked, id)
  const isQualified = lacks(asked, agent).length === 0
  const obstacle = isQualified || asked.excluded.has(id) ? inPersonOf(asked, agent) : "unqualified"
  if (obstacle === undefined) return { agent: id, reason: whyFits(asked) }
  if (obstacle === "unqualified" && mayTakePlaceOf(asked.organisation, id).length > 1) {
    const places = placesOf(asked, qualified(asked).numbers())
    const candidate = candidatesOf(asked, places).find((each) => each.agent === id)
    if (candidate) return assessed(asked, candidate)
  }
  return { agent: id, obstacle, reason: whyNot(asked, agent, obstacle) }
}

/** What keeps a qualified one who comes by himself. */
function inPersonOf(asked: Question, agent: Agent): Obstacle | undefined {
  const obstacle = obstacleOf(asked, agent)
  if (obstacle !== "absent" || !asked.about.mayBeAbsent) return obstacle
  return isBusy(asked, agent.id, agent.definition.limit) ? "busy" : undefined
}

/** Somebody the organisation does not know can only have what anybody can have. */
function stranger(asked: Question, agent: AgentId): Assessment {
  if (asked.excluded.has(agent)) return { agent, obstacle: "excluded", reason: "is excluded from it" }
  if (saidOfOne(asked.demand, asked.about) !== "")
    return { agent, obstacle: "unqualified", reason: "is not known to the organisation" }
  if (asked.declined.has(agent)) return { agent, obstacle: "declined", reason: "has declined it" }
  return { agent, reason: whyFits(asked) }
}

/** Everybody listed once: in person if he can, else in the best place he can take. */
function candidatesOf(asked: Question, { holders, standIns }: Places): readonly Candidate[] {
  const { roster } = asked.organisation
  const numbers = inOrder(asked, holders)
  const listed = new Set<AgentId>()
  const candidates: Candidate[] = []
  for (const number of numbers) {
    const standIn = standIns.get(number)
    if (standIn && listed.has(standIn.agent)) continue
    if (standIn) listed.add(standIn.agent)
    candidates.push(standIn ?? roster.at(number).inPerson)
  }
  return candidates
}

function assessed(asked: Question, { agent, standsInFor }: Candidate): Assessment {
  const { byId } = asked.organisation.roster
  const [own, absent]: readonly (Agent | undefined)[] = [byId.get(agent), standsInFor && byId.get(standsInFor)]
  return own && absent ? standsIn(asked, own, absent) : { agent, reason: whyFits(asked) }
}
