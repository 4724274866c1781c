import type { Json } from "../messages/json.ts"
import type { Match, Obstacle, Unavailable } from "../messages/people.ts"
import type { ReadonlyAgentSet } from "./agent-set.ts"
import { saidOfMany, saidOfOne } from "./demand-in-words.ts"
import { listed } from "./in-words.ts"
import { backAt, chainFrom, type Missed, standInObstacle } from "./places.ts"
import { meetingNow, type StaticDemand } from "./qualification.ts"
import type { Question } from "./question.ts"
import { whyNot } from "./reasons.ts"
import type { Agent } from "./roster.ts"

/** Nobody can have it: of which kind that is, and why for each of those who are nearest to it. */
export function nobody(question: Question, qualified: readonly Missed[]): Match {
  const missed = [...qualified, ...standInsMissed(question, qualified)]
  const by = (obstacle: Obstacle) => missed.flatMap((each) => (each.obstacle === obstacle ? each.agent : []))
  const kind = kindOf(missed)
  const until = backAt(question, by("absent"))
  const reasons: Record<string, Json> = {}
  for (const { agent, obstacle } of nearest(question, missed)) reasons[agent.id] = whyNot(question, agent, obstacle)
  return {
    ok: false,
    class: kind,
    message: message(question, missed),
    reasons,
    ...(until !== undefined && { until }),
  }
}

/** Who would take an absent one's place, and cannot for a reason that counts more than being absent. */
function standInsMissed(question: Question, missed: readonly Missed[]): readonly Missed[] {
  const known = new Set(missed.map(({ agent }) => agent))
  const chains = new Set(
    missed.flatMap(({ agent, obstacle }) => (obstacle === "absent" ? chainFrom(question, agent) : [])),
  )
  return [...chains].flatMap((agent) => {
    const obstacle = known.has(agent) ? undefined : standInObstacle(question, agent)
    return obstacle === "busy" || obstacle === "declined" ? { agent, obstacle } : []
  })
}

/** Everybody who cannot have it, the nearest first: the qualified by obstacle, the others by how much they lack. */
export function nearest(question: Question, missed: readonly Missed[], most = mostReasons): readonly Missed[] {
  const { roster } = question.organisation
  const byRank = (one: Missed, other: Missed) =>
    (roster.ranks[one.agent.number] ?? 0) - (roster.ranks[other.agent.number] ?? 0)
  const qualified = telling.flatMap((obstacle) => missed.filter((each) => each.obstacle === obstacle).sort(byRank))
  if (qualified.length >= most) return qualified.slice(0, most)
  return [...qualified, ...unqualified(question, missed, most - qualified.length)]
}

const mostReasons = 100

const telling = ["declined", "busy", "absent", "excluded"] as const

const classes = {
  declined: "AllDeclined",
  busy: "AllBusy",
  absent: "AllAbsent",
  excluded: "ResourceUnavailable",
} as const

function kindOf(missed: readonly Missed[]): Unavailable {
  const found = telling.find((obstacle) => missed.some((each) => each.obstacle === obstacle))
  return found === undefined ? "NoSuchCapability" : classes[found]
}

function unqualified(question: Question, missed: readonly Missed[], most: number): readonly Missed[] {
  const { excluded, organisation } = question
  const { roster } = organisation
  const isQualified = new Set(missed.map(({ agent }) => agent))
  const count = counter(question)
  const byCount: Agent[][] = []
  for (const number of roster.inOrder) {
    const agent = roster.at(number)
    if (isQualified.has(agent)) continue
    const lacking = count(agent)
    byCount[lacking] ??= []
    byCount[lacking].push(agent)
  }
  const nearest = byCount.flat().slice(0, most)
  return nearest.map((agent) => ({ agent, obstacle: excluded.has(agent.id) ? "excluded" : "unqualified" }))
}

/** How many of the demands an agent does not meet. What `when` says is not asked: it may take long. */
function counter({ organisation, demand, about }: Question): (agent: Agent) => number {
  const { roles = [], capabilities = [], unit, agents, only } = demand
  const parts: StaticDemand[] = [...roles.map((role) => ({ roles: [role] }))]
  for (const token of capabilities) parts.push({ capabilities: [token] })
  if (unit !== undefined) parts.push({ unit })
  for (const ids of [agents, only]) if (ids) parts.push({ agents: ids })
  const sets = parts.map((part): ReadonlyAgentSet => meetingNow(organisation, part, about))
  if (about.isProgram) sets.push(organisation.roster.programs)
  return ({ number }) => sets.reduce((lacking, set) => (set.has(number) ? lacking : lacking + 1), 0)
}

function message(question: Question, missed: readonly Missed[]): string {
  const { organisation, demand, about } = question
  if (organisation.isEmpty) return "there are no agents"
  if (missed.length === 0) return `nobody ${saidOfOne(demand, about)}`
  const states = telling.flatMap((obstacle) => {
    const count = missed.filter((each) => each.obstacle === obstacle).length
    return count === 0 ? [] : { obstacle, count }
  })
  const [only] = states
  const asked = saidOfMany(demand, about)
  if (missed.length === 1 && only)
    return `${asked ? `the only one who ${saidOfOne(demand, about)}` : "the only agent"} ${verbs[only.obstacle][0]}`
  const all = asked ? `of the ${missed.length} who ${asked}` : `of all ${missed.length}`
  return `${all}, ${listed(states.map(({ obstacle, count }) => `${count} ${verbs[obstacle][count === 1 ? 0 : 1]}`))}`
}

const verbs = {
  declined: ["has declined", "have declined"],
  busy: ["is busy", "are busy"],
  absent: ["is absent", "are absent"],
  excluded: ["is excluded", "are excluded"],
} as const
