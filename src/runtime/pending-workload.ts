import type { AgentId } from "../messages/ids.ts"
import type { Workload } from "../messages/people.ts"
import type { Experience } from "../store/port.ts"
import type { WorkDone } from "./work-done.ts"

/** What agents have in hand with what a batch has given out and taken back so far, laid over what is durable. */
export class PendingWorkload implements Workload {
  readonly #durable: DurableWorkload
  readonly #more = new Map<AgentId, number>()
  readonly #byAgent = new Map<AgentId, Map<string, Experience>>()
  readonly #lastEnded = new Map<AgentId, number>()
  #lastTurn: number | undefined

  constructor(durable: DurableWorkload) {
    this.#durable = durable
  }

  /**
   * What a decision changes counts for the next one in the same batch. Things given out in the same moment are told apart: the
   * time of each is a little later than that of the one before.
   */
  note(work: WorkDone[], from: number): void {
    for (let index = from; index < work.length; index++) {
      const done = work[index]
      if (done === undefined) continue
      this.#more.set(done.agent, (this.#more.get(done.agent) ?? 0) + done.more)
      const { experience } = done
      if (experience === undefined) continue
      const own =
        experience.givenAt === undefined ? experience : { ...experience, givenAt: this.#turn(experience.givenAt) }
      if (own !== experience) work[index] = { ...done, experience: own }
      this.#add(own)
    }
  }

  load(agent: AgentId): number {
    return this.#durable.load(agent) + (this.#more.get(agent) ?? 0)
  }

  lastEnded(agent: AgentId): number | undefined {
    const [known, now] = [this.#durable.lastEnded(agent), this.#lastEnded.get(agent)]
    return known === undefined || now === undefined ? (now ?? known) : Math.max(known, now)
  }

  lastGiven(agent: AgentId, task: string): number | undefined {
    return this.#experience(agent, task)?.givenAt
  }

  pace(agent: AgentId, task: string): number | undefined {
    return paceOf(this.#experience(agent, task))
  }

  #turn(at: number): number {
    this.#lastTurn = Math.max(at, (this.#lastTurn ?? this.#durable.lastTurn) + 1)
    return this.#lastTurn
  }

  #experience(agent: AgentId, task: string): Experience | undefined {
    return this.#byAgent.get(agent)?.get(task) ?? this.#durable.experienceOf(agent, task)
  }

  #add(row: Experience): void {
    const { agent, task, endedAt } = row
    const byTask = this.#byAgent.get(agent) ?? new Map<string, Experience>()
    this.#byAgent.set(agent, byTask.set(task, addedUp(this.#experience(agent, task), row)))
    if (endedAt !== undefined) this.#lastEnded.set(agent, Math.max(this.#lastEnded.get(agent) ?? endedAt, endedAt))
  }
}

/** What it lies over. */
export interface DurableWorkload extends Workload {
  /** When something was last given out. */
  readonly lastTurn: number
  experienceOf(agent: AgentId, task: string): Experience | undefined
}

export function addedUp(known: Experience | undefined, row: Experience): Experience {
  return { ...known, ...row, done: row.done + (known?.done ?? 0), spent: row.spent + (known?.spent ?? 0) }
}

export const paceOf = (known: Experience | undefined): number | undefined =>
  known && known.done > 0 ? known.spent / known.done : undefined
