import { formatMoment } from "../expressions/time.ts"
import type { Assessment, Obstacle } from "../messages/people.ts"
import { nextPresence } from "./availability.ts"
import { saidOfOne } from "./demand-in-words.ts"
import { listed } from "./in-words.ts"
import { chainFrom, standInFor, standInObstacle } from "./places.ts"
import { lacks } from "./qualification.ts"
import type { Question } from "./question.ts"
import type { Agent } from "./roster.ts"

/** Why somebody fits in person. */
export function whyFits({ demand, about }: Question): string {
  return saidOfOne(demand, about) || "anybody may have it"
}

export function standsIn(question: Question, agent: Agent, absent: Agent): Assessment {
  const reason = `stands in for ${absent.id}, who ${whyAbsent(question, absent)}`
  return { agent: agent.id, reason, standsInFor: absent.id }
}

/** Why somebody who meets an obstacle cannot have it. */
export function whyNot(question: Question, agent: Agent, obstacle: Obstacle): string {
  switch (obstacle) {
    case "excluded":
      return "is excluded from it"
    case "declined":
      return "has declined it"
    case "busy":
      return whyBusy(question, agent)
    case "absent":
      return whyAbsent(question, agent) + whyNobodyStandsIn(question, agent)
    case "unqualified":
      return listed(lacks(question, agent))
  }
}

function whyBusy({ workload }: Question, { id, definition }: Agent): string {
  return `is busy: has ${workload.load(id)}, and may have ${definition.limit}`
}

function whyAbsent({ about }: Question, { definition }: Agent): string {
  const back = nextPresence(definition, about.now)
  return back === undefined ? "is absent" : `is absent until ${formatMoment(back)}`
}

/** Only for one whose place nobody can take. */
function whyNobodyStandsIn(question: Question, absent: Agent): string {
  const chain = chainFrom(question, absent)
  if (chain.length === 0 || standInFor(question, absent) !== undefined) return ""
  const reasons = chain.map((agent) => {
    const obstacle = standInObstacle(question, agent)
    if (obstacle === "absent") return `${agent.id} ${whyAbsent(question, agent)}`
    if (obstacle === "unqualified") return `${agent.id} is no program`
    return `${agent.id} ${obstacle ? whyNot(question, agent, obstacle) : ""}`
  })
  return `, and to stand in, ${listed(reasons)}`
}
