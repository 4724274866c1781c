import type { AgentId } from "../messages/ids.ts"
import type { About, Demand, Workload } from "../messages/people.ts"
import type { Organisation } from "./organisation.ts"

/** Who can have an item? Everything the answer depends on. */
export interface Question {
  readonly organisation: Organisation
  readonly workload: Workload
  readonly demand: Demand
  readonly about: About
  readonly excluded: ReadonlySet<AgentId>
  readonly declined: ReadonlySet<AgentId>
}

export function question(organisation: Organisation, workload: Workload, demand: Demand, about: About): Question {
  const excluded = demand.excluded?.length ? new Set(demand.excluded) : noOne
  const declined = about.declined.length > 0 ? new Set(about.declined) : noOne
  return { organisation, workload: asOfNow(workload, about), demand, about, excluded, declined }
}

const noOne: ReadonlySet<AgentId> = new Set()

/** What the decision itself has changed comes on top of what is known. */
function asOfNow(workload: Workload, { meanwhile, now }: About): Workload {
  if (meanwhile === undefined) return workload
  return {
    load: (agent) => workload.load(agent) + (meanwhile.get(agent)?.more ?? 0),
    lastEnded: (agent) => ((meanwhile.get(agent)?.more ?? 0) < 0 ? now : workload.lastEnded(agent)),
    lastGiven(agent, task) {
      const turn = meanwhile.get(agent)?.turn
      return turn === undefined ? workload.lastGiven(agent, task) : Number.MAX_SAFE_INTEGER - mostTurns + turn
    },
    pace: (agent, task) => workload.pace(agent, task),
  }
}

/** Later than any moment there is, and still told apart. */
const mostTurns = 1e9
