import { isStalled, placeOf } from "../exceptions/stalling.ts"
import type { Command } from "../messages/commands.ts"
import type { AgentId, CaseId, FamilyId, ItemId } from "../messages/ids.ts"
import type { Store } from "../store/port.ts"
import type { Answer } from "./answer.ts"
import { type Clock, steadyTime } from "./clock.ts"
import { nextTurn } from "./committer.ts"
import type { LookedAt } from "./stalled-list.ts"
import { quietUntil } from "./told-before.ts"

export interface WatchdogParts {
  readonly store: Store
  readonly clock: Clock
  /** Milliseconds for which a family must have been at rest. */
  readonly every: number
  /** Until then, in steady time, programs that are not there may still come. */
  readonly early: number
  readonly lookAt: (family: FamilyId) => Promise<LookedAt | undefined>
  readonly ask: (family: FamilyId, command: Command) => Promise<Answer<unknown>>
  /** Resolves when nobody looks for agents any more: what they find somebody for is not stalled. */
  readonly settled: () => Promise<void>
}

/**
 * Sees to it that nothing hangs in silence: looks at every family that has been at rest for a while since something happened to it,
 * and at all of them when the engine has opened and when a program has gone; and at what agents have who were removed. Whether
 * something can move depends on nothing else. When it looks depends on what is stored alone, so a crash changes nothing.
 */
export class Watchdog {
  readonly #parts: WatchdogParts
  readonly #steady: Pick<Clock, "now" | "at">
  /** Families to be looked at, and when. */
  readonly #due = new Map<FamilyId, number>()
  /** A walk over all that run: where it has come to, and when it goes on. */
  #walk: { readonly after: CaseId | undefined; readonly at: number } | undefined
  /** When another one is to follow it. */
  #walkAgainAt: number | undefined
  #next: { readonly moment: number; readonly cancel: () => void } | undefined
  #running: Promise<void> | undefined
  /** How many times agents have gone whose items have not been looked at. */
  #gone = 0
  #goneLooked: Promise<unknown> = Promise.resolve()
  #isStopped = false

  constructor(parts: WatchdogParts) {
    this.#parts = parts
    this.#steady = steadyTime(parts.clock)
  }

  get isBusy(): boolean {
    return this.#running !== undefined || this.#gone > 0
  }

  start(): void {
    this.#walkAt(this.#steady.now())
  }

  noteFamilies(families: readonly FamilyId[]): void {
    if (this.#isStopped || families.length === 0) return
    const moment = this.#steady.now() + this.#parts.every
    for (const family of families) this.#lookLater(family, moment)
  }

  /** After a while. */
  lookEverywhere(): void {
    this.#walkAt(this.#steady.now() + this.#parts.every)
  }

  /** What they have is looked at at once. */
  noteGone(agents: ReadonlySet<AgentId>): void {
    if (this.#isStopped || agents.size === 0) return
    this.#gone++
    this.#goneLooked = this.#goneLooked
      .then(() => this.#lookAtGone(agents))
      // The store could not be read: it is looked at with all others.
      .catch(() => this.lookEverywhere())
      .finally(() => this.#gone--)
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    this.#next?.cancel()
    await this.#running
    await this.#goneLooked
  }

  async #lookAtGone(agents: ReadonlySet<AgentId>): Promise<void> {
    const { store, settled } = this.#parts
    await settled()
    for (const agent of agents)
      for (let after: ItemId | undefined; !this.#isStopped; ) {
        const rows = await store.demanding("agent", agent, after, page)
        for (const family of new Set(rows.map((row) => row.family))) await this.#tell(family)
        after = rows.at(-1)?.id
        if (rows.length < page) break
      }
  }

  /** One that is under way is finished first. */
  #walkAt(moment: number): void {
    if (this.#isStopped) return
    if (this.#walk?.after !== undefined) this.#walkAgainAt = Math.max(this.#walkAgainAt ?? 0, moment)
    else this.#walk = { after: undefined, at: this.#walk ? Math.min(this.#walk.at, moment) : moment }
    this.#wakeAt(this.#walk.at)
  }

  /** Too many to be remembered one by one are all. */
  #lookLater(family: FamilyId, moment: number): void {
    this.#due.set(family, moment)
    if (this.#due.size > mostDue) {
      this.#due.clear()
      this.#walkAt(moment)
    } else this.#wakeAt(moment)
  }

  #wakeAt(moment: number): void {
    if (this.#isStopped || (this.#next && this.#next.moment <= moment)) return
    this.#next?.cancel()
    const cancel = this.#steady.at(moment, () => this.#begin(), "aside")
    this.#next = { moment, cancel }
  }

  #begin(): void {
    this.#next = undefined
    if (this.#running) {
      this.#wakeAt(this.#steady.now() + pause)
      return
    }
    this.#running = nextTurn()
      .then(() => this.#round())
      // The store could not be read: it is tried again with all others.
      .catch(() => this.lookEverywhere())
      .finally(() => {
        this.#running = undefined
      })
  }

  /** So many families and no more; where there are others, they come a second later. */
  async #round(): Promise<void> {
    const { settled } = this.#parts
    await settled()
    const families = await this.#dueNow()
    for (const family of families) {
      if (this.#isStopped) return
      await this.#look(family)
    }
    const soonest = Math.min(this.#walk?.at ?? Number.POSITIVE_INFINITY, ...this.#due.values())
    if (soonest !== Number.POSITIVE_INFINITY)
      this.#wakeAt(families.size < page ? soonest : Math.max(soonest, this.#steady.now() + pause))
  }

  async #dueNow(): Promise<ReadonlySet<FamilyId>> {
    const now = this.#steady.now()
    const families = new Set<FamilyId>()
    for (const [family, moment] of this.#due) {
      if (families.size >= page) return families
      if (moment > now) continue
      families.add(family)
      this.#due.delete(family)
    }
    const walk = this.#walk
    if (walk === undefined || walk.at > now) return families
    const after = walk.after === undefined ? {} : { after: walk.after }
    const rows = await this.#parts.store.cases({ state: "running", limit: page, ...after })
    for (const row of rows) families.add(row.family)
    const last = rows.at(-1)
    // Somebody may have asked for another walk meanwhile.
    if (this.#walk !== walk) return families
    if (last && rows.length === page) this.#walk = { after: last.id, at: now + pause }
    else {
      this.#walk = this.#walkAgainAt === undefined ? undefined : { after: undefined, at: this.#walkAgainAt }
      this.#walkAgainAt = undefined
    }
    return families
  }

  /** One that something has happened to just now is given its time. */
  async #look(family: FamilyId): Promise<void> {
    const { lookAt, clock, every, early } = this.#parts
    const looked = await lookAt(family)
    if (looked === undefined) return
    const { lastAt } = looked.loaded
    const now = clock.now()
    // What has happened so far ahead has happened before the clock was set back.
    const toRest = lastAt > now + every ? 0 : lastAt + every - now
    const moment = Math.max(this.#steady.now() + toRest, looked.isEarly ? early : 0)
    if (looked.stalls.length > 0 && toRest > 0) this.#lookLater(family, moment)
    else {
      if (looked.isEarly) this.#lookLater(family, moment)
      await this.#raise(family, looked)
    }
  }

  async #tell(family: FamilyId): Promise<void> {
    const looked = await this.#parts.lookAt(family)
    if (looked) await this.#raise(family, looked)
  }

  async #raise(family: FamilyId, { loaded, stalls, over, isEarly }: LookedAt): Promise<void> {
    const { store, clock, ask } = this.#parts
    const open = [...loaded.handling.exceptions.values()].filter(isStalled)
    const known = new Set(open.map(placeOf))
    const untold = stalls.filter((stall) => !known.has(placeOf(stall)))
    const places: (ItemId | CaseId)[] = []
    for (const stall of untold) {
      const now = clock.now()
      const until = await quietUntil(store, family, stall, now)
      if (until === undefined) places.push(placeOf(stall))
      else this.#lookLater(family, this.#steady.now() + until - now)
    }
    const better = open
      // That a program may still come does not mean that it is back.
      .filter(({ parameters }) => !(isEarly && parameters.reason === "workerGone"))
      .map(placeOf)
      .filter((place) => !stalls.some((stall) => placeOf(stall) === place))
    if (places.length > 0 || better.length > 0) await ask(family, { type: "RaiseStalled", places, better, over })
  }
}

/** Families looked at in one go, and milliseconds until the next: a million that wait cost a few percent of one processor. */
const page = 200
const pause = 1000
const mostDue = 10_000

/** Milliseconds unless set. */
export const usualRest = 10 * 60_000
/** Programs are given at least this long to come. */
export const leastGrace = 60_000
