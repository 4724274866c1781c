import type { Command } from "../messages/commands.ts"
import type { AgentId, FamilyId, ItemId } from "../messages/ids.ts"
import type { Staff } from "../messages/people.ts"
import { demandOfKey } from "../people/demand-key.ts"
import type { ItemRow, Store } from "../store/port.ts"
import type { Answer } from "./answer.ts"
import type { Clock } from "./clock.ts"
import { nextTurn } from "./committer.ts"
import type { Staffing } from "./staffing.ts"
import type { WorkDone } from "./work-done.ts"

/**
 * Sees to it that whatever waits for somebody is offered as soon as somebody is there, and that what nobody may have any more
 * is known: when somebody has less to do, and when the organisation changes. Who comes back after a time is the timers' business.
 */
export class Dispatcher {
  readonly #store: Store
  readonly #clock: Clock
  readonly #staffing: Staffing
  readonly #ask: (family: FamilyId, command: Command) => Promise<Answer<readonly unknown[]>>
  /** Who is free again since the last round. */
  readonly #freed = new Set<AgentId>()
  #hasChanged = false
  #hadStaff: boolean
  #running: Promise<void> | undefined
  #isStopped = false
  /** When the next capability that somebody has for a time is over. */
  #ends: (() => void) | undefined

  constructor(options: {
    readonly store: Store
    readonly clock: Clock
    readonly staffing: Staffing
    readonly ask: (family: FamilyId, command: Command) => Promise<Answer<readonly unknown[]>>
  }) {
    this.#store = options.store
    this.#clock = options.clock
    this.#staffing = options.staffing
    this.#ask = options.ask
    this.#hadStaff = options.staffing.staff !== undefined
  }

  get isBusy(): boolean {
    return this.#running !== undefined
  }

  noteWork(work: readonly WorkDone[]): void {
    for (const { agent, more } of work)
      if (more < 0 && this.#staffing.organisation.agent(agent)?.limit !== undefined) this.#freed.add(agent)
    if (this.#freed.size > 0) this.#wake()
  }

  /** The organisation is another one than before; also when an engine opens, as it may have been stopped in between. */
  organisationChanged(): void {
    if (this.#staffing.staff === undefined && !this.#hadStaff) return
    this.#hasChanged = true
    this.#wake()
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    await this.#running
    this.#ends?.()
  }

  #wake(): void {
    this.#running ??= nextTurn()
      .then(() => this.#work())
      // The store could not be read; the next change tries again.
      .catch(() => undefined)
      .finally(() => {
        this.#running = undefined
        if ((this.#hasChanged || this.#freed.size > 0) && !this.#isStopped) this.#wake()
      })
  }

  async #work(): Promise<void> {
    if (this.#hasChanged) {
      this.#hasChanged = false
      this.#freed.clear()
      await this.#afterChange()
    }
    const freed = [...this.#freed]
    this.#freed.clear()
    for (const agent of freed) await this.#afterWork(agent)
  }

  async #afterChange(): Promise<void> {
    const { staff } = this.#staffing
    // Until there was an organisation anybody could have everything.
    if (staff && !this.#hadStaff) await this.#assign("offer", "", () => true)
    this.#hadStaff = staff !== undefined
    this.#waitForEnd()
    const touched = this.#staffing.takeTouched()
    for (const agent of this.#staffing.workload.busy())
      if (touched === "all" || touched.has(agent)) await this.#askOfAll((after) => this.#inHandOf(agent, after))
    for (const key of await this.#store.wanted()) await this.#assign("wanted", key, () => true)
    await this.#askOfAll((after) => this.#store.onTerms(after, page))
    for (const key of await this.#store.offers())
      if (key !== "" && staff && isNobodys(staff, key, this.#clock.now())) await this.#assign("offer", key, () => true)
  }

  #waitForEnd(): void {
    this.#ends?.()
    const end = this.#staffing.organisation.grants.nextEnd(this.#clock.now())
    this.#ends = end === undefined ? undefined : this.#clock.at(end, () => this.organisationChanged())
  }

  /** Somebody with a limit has ended something: as long as he may have more, what waited for him is offered. */
  async #afterWork(agent: AgentId): Promise<void> {
    for (const key of await this.#store.wanted()) await this.#assign("wanted", key, () => this.#mayHaveMore(agent))
  }

  #mayHaveMore(agent: AgentId): boolean {
    const { limit } = this.#staffing.organisation.agent(agent) ?? {}
    return limit === undefined || this.#staffing.workload.load(agent) < limit
  }

  #inHandOf(agent: AgentId, after: ItemId | undefined): Promise<readonly ItemRow[]> {
    const query = { agent, as: [], offers: [], order: "priority", limit: page } as const
    return this.#store.worklist(after === undefined ? query : { ...query, after })
  }

  #assign(what: "offer" | "wanted", key: string, goesOn: () => boolean): Promise<void> {
    return this.#askOfAll((after) => this.#store.demanding(what, key, after, page), goesOn)
  }

  /** Page by page, as long as it makes sense. */
  async #askOfAll(
    read: (after: ItemId | undefined) => Promise<readonly ItemRow[]>,
    goesOn: () => boolean = () => true,
  ): Promise<void> {
    for (let after: ItemId | undefined; ; ) {
      const rows = await read(after)
      for (const { family, id } of rows) {
        if (this.#isStopped || !goesOn()) return
        await this.#ask(family, { type: "AssignItem", item: id })
      }
      after = rows.at(-1)?.id
      if (rows.length < page) return
    }
  }
}

const page = 500

/** Whether there is nobody at all, be it now or later, who could have what is offered like this. */
function isNobodys(staff: Staff, key: string, now: number): boolean {
  const match = staff.match(demandOfKey(key), { now, task: "", declined: [] })
  return !match.ok && match.class === "NoSuchCapability"
}
