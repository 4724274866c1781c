import { setTimeout as sleep } from "node:timers/promises"
import type { AgentId } from "../messages/ids.ts"
import { StoreError } from "../store/error.ts"
import type { Experience, Store } from "../store/port.ts"
import { addedUp, type DurableWorkload, paceOf } from "./pending-workload.ts"
import type { WorkDone } from "./work-done.ts"

/** What agents have in hand and have done, as it is durable, kept in memory beside the store. */
export class KnownWorkload implements DurableWorkload {
  readonly #store: Pick<Store, "loads" | "experience">
  #loads = new Map<AgentId, number>()
  #byAgent = new Map<AgentId, Map<string, Experience>>()
  #lastEnded = new Map<AgentId, number>()
  #lastTurn = 0
  #isDoubtful = false
  #readAt = 0
  #readings = 0
  #reading: Promise<void> | undefined

  constructor(store: Pick<Store, "loads" | "experience">) {
    this.#store = store
  }

  /** What is known may not be so: it is read anew before the next decision. */
  doubt(): void {
    this.#isDoubtful = true
  }

  /** As `doubt`, but what others have given out meanwhile is no reason to read everything again and again. */
  doubtNowAndThen(): void {
    if (performance.now() - this.#readAt > believedFor) this.doubt()
  }

  async settle(): Promise<void> {
    if (this.#isDoubtful) await this.reload()
  }

  /**
   * As `settle`, where the commit checks what matters: if the store cannot be read, or not soon, decisions go on with what was last read. Of a database that is spread over several
   * machines one may be down, and those who need the others go on.
   */
  async settleIfPossible(): Promise<void> {
    if (!this.#isDoubtful) return
    this.#reading ??= this.reload()
      .catch((error: unknown) => {
        if (!(error instanceof StoreError)) throw error
      })
      .finally(() => {
        this.#reading = undefined
      })
    const late = new AbortController()
    await Promise.race([this.#reading, sleep(longestWait, undefined, { signal: late.signal }).catch(() => undefined)])
    late.abort()
  }

  /** As the store knows it, which is the truth. */
  async reload(): Promise<void> {
    const [loads, experience] = [await this.#store.loads(), await this.#store.experience()]
    this.#loads = new Map(loads)
    this.#byAgent = new Map()
    this.#lastEnded = new Map()
    for (const row of experience) this.#add(row)
    this.#isDoubtful = false
    this.#readings++
    this.#readAt = performance.now()
  }

  /** How often it was read from the store. */
  get readings(): number {
    return this.#readings
  }

  get lastTurn(): number {
    return this.#lastTurn
  }

  /** What is durable now. If it was read from the store since it was decided, nobody knows whether that was in it. */
  take(work: readonly WorkDone[], decidedAt: number): void {
    if (decidedAt !== this.#readings) this.doubt()
    else
      for (const { agent, more, experience } of work) {
        this.#loads.set(agent, this.load(agent) + more)
        if (experience) this.#add(experience)
      }
  }

  load(agent: AgentId): number {
    return this.#loads.get(agent) ?? 0
  }

  lastEnded(agent: AgentId): number | undefined {
    return this.#lastEnded.get(agent)
  }

  lastGiven(agent: AgentId, task: string): number | undefined {
    return this.#byAgent.get(agent)?.get(task)?.givenAt
  }

  pace(agent: AgentId, task: string): number | undefined {
    return paceOf(this.experienceOf(agent, task))
  }

  experienceOf(agent: AgentId, task: string): Experience | undefined {
    return this.#byAgent.get(agent)?.get(task)
  }

  #add(row: Experience): void {
    const byTask = this.#byAgent.get(row.agent) ?? new Map<string, Experience>()
    this.#byAgent.set(row.agent, byTask.set(row.task, addedUp(byTask.get(row.task), row)))
    if (row.givenAt !== undefined) this.#lastTurn = Math.max(this.#lastTurn, row.givenAt)
    if (row.endedAt === undefined) return
    const last = this.#lastEnded.get(row.agent) ?? row.endedAt
    this.#lastEnded.set(row.agent, Math.max(last, row.endedAt))
  }
}

/** Milliseconds for which what was read is good enough, whatever others do. */
const believedFor = 1000
/** Milliseconds. */
const longestWait = 1000
