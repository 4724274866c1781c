import { isHopeless } from "../engine/nobody.ts"
import type { Command } from "../messages/commands.ts"
import type { AgentId, FamilyId, ItemId } from "../messages/ids.ts"
import { demandOfKey, fitsKey } from "../people/demand-key.ts"
import { mayTakePlaceOf } from "../people/stand-ins.ts"
import type { Demanding, ItemRow, Store } from "../store/port.ts"
import type { Answer } from "./answer.ts"
import type { Clock } from "./clock.ts"
import { nextTurn } from "./committer.ts"
import { unasked } from "./item-rows.ts"
import { isOfStore } from "./refusals.ts"
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
  /** Who may have items at all is not as before: also those of anybody are looked at. */
  #isQualifiedAnew = false
  #running: Promise<void> | undefined
  #isStopped = false
  /** When the next capability that somebody has for a time is over. */
  #ends: (() => void) | undefined
  #pause: NodeJS.Timeout | undefined

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
    this.#hasChanged = true
    this.#wake()
  }

  /** What agents must be to have items is something else now. */
  qualificationsChanged(): void {
    this.#isQualifiedAnew = true
    this.#staffing.touchAll()
    this.organisationChanged()
  }

  /** Resolves when nobody is being looked for. */
  async settled(): Promise<void> {
    while (this.#running) await this.#running.catch(() => {})
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    await this.#running
    this.#ends?.()
    clearTimeout(this.#pause)
  }

  #wake(): void {
    if (this.#isStopped || this.#pause !== undefined) return
    this.#running ??= nextTurn()
      .then(() => this.#work())
      .catch(() => this.#later())
      .finally(() => {
        this.#running = undefined
        if (this.#hasChanged || this.#freed.size > 0) this.#wake()
      })
  }

  /** The store could not be read or written: everything is looked at again, after a while. */
  #later(): void {
    this.#staffing.touchAll()
    this.#hasChanged = true
    if (this.#isStopped) return
    this.#pause = setTimeout(() => {
      this.#pause = undefined
      this.#wake()
    }, 500)
  }

  async #work(): Promise<void> {
    if (this.#hasChanged) {
      this.#hasChanged = false
      this.#freed.clear()
      await this.#afterChange()
      // Another change has come meanwhile: from the beginning.
      if (this.#hasChanged) this.#staffing.touchAll()
      else this.#isQualifiedAnew = false
    }
    const freed = [...this.#freed]
    this.#freed.clear()
    for (const agent of freed) await this.#afterWork(agent)
  }

  async #afterChange(): Promise<void> {
    const { staff } = this.#staffing
    const now = this.#clock.now()
    const isAnew = this.#isQualifiedAnew
    this.#waitForEnd()
    const touched = this.#staffing.takeTouched()
    if (staff) {
      const agents = touched === "all" ? await this.#store.demands("agent") : touched
      for (const agent of agents) await this.#assign("agent", agent)
    }
    for (const key of await this.#store.demands("wanted")) await this.#assign("wanted", key)
    await this.#askOfAll((after) => this.#store.onTerms(after, page))
    for (const key of await this.#store.demands("offer")) {
      if ((key === "" && !isAnew) || (key === unasked && staff === undefined)) continue
      const isStale =
        isAnew || key === unasked || staff === undefined || isHopeless(staff.match(demandOfKey(key), asking(now)))
      if (isStale) await this.#assign("offer", key)
    }
  }

  #waitForEnd(): void {
    this.#ends?.()
    const end = this.#staffing.organisation.grants.nextEnd(this.#clock.now())
    this.#ends =
      end === undefined
        ? undefined
        : this.#clock.at(end, () => {
            this.#staffing.touchAll()
            this.organisationChanged()
          })
  }

  /** Somebody with a limit has ended something: as long as he may have more, what waited for him is offered. */
  async #afterWork(agent: AgentId): Promise<void> {
    const { organisation } = this.#staffing
    const isStandIn = mayTakePlaceOf(organisation, agent).length > 1
    for (const key of await this.#store.demands("wanted"))
      if (isStandIn || fitsKey(organisation, agent, key, this.#clock.now()))
        await this.#assign("wanted", key, () => this.#mayHaveMore(agent))
  }

  #mayHaveMore(agent: AgentId): boolean {
    const { limit } = this.#staffing.organisation.agent(agent) ?? {}
    return limit === undefined || this.#staffing.workload.load(agent) < limit
  }

  #assign(what: Demanding, key: string, goesOn?: () => boolean): Promise<void> {
    return this.#askOfAll((after) => this.#store.demanding(what, key, after, page), goesOn)
  }

  /** Page by page, until the organisation changes again; one after the other where each may be the last that makes sense. */
  async #askOfAll(
    read: (after: ItemId | undefined) => Promise<readonly ItemRow[]>,
    goesOn?: () => boolean,
  ): Promise<void> {
    for (let after: ItemId | undefined; ; ) {
      const rows = await read(after)
      if (this.#isStopped || this.#hasChanged) return
      if (goesOn === undefined) await Promise.all(rows.map((row) => this.#look(row)))
      else
        for (const row of rows) {
          if (this.#isStopped || this.#hasChanged || !goesOn()) return
          await this.#look(row)
        }
      after = rows.at(-1)?.id
      if (rows.length < page) return
    }
  }

  async #look({ family, id }: ItemRow): Promise<void> {
    const answer = await this.#ask(family, { type: "AssignItem", item: id })
    if (!answer.ok && isOfStore(answer.rejection)) throw new Error(answer.rejection.message)
  }
}

const asking = (now: number) => ({ now, task: "", declined: [] })

const page = 500
