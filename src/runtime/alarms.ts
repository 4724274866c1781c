import type { Command } from "../messages/commands.ts"
import { type FamilyId, type ItemId, numberOf } from "../messages/ids.ts"
import type { ProlongedLease } from "../store/nodes.ts"
import type { Alarm, AlarmChange, Store } from "../store/port.ts"
import type { Answer } from "./answer.ts"
import { type Clock, steadyTime } from "./clock.ts"
import { isOfStore } from "./refusals.ts"

/** Rings what is due: timers go to their families, leases are prolonged where the program is alive here. */
export class Alarms {
  readonly #store: Pick<Store, "dueAlarms" | "nextAlarmAt">
  readonly #clock: Clock
  readonly #fire: (family: FamilyId, command: Command) => Promise<Answer<unknown>>
  readonly #prolong: (item: ItemId, attempt: number) => number | undefined
  readonly #takeOver: ((item: ItemId, attempt: number) => Promise<number | undefined>) | undefined
  readonly #setLease: (lease: ProlongedLease) => Promise<void>
  readonly #setAlarms: (alarms: readonly AlarmChange[]) => Promise<void>
  #next: { readonly moment: number; readonly cancel: () => void } | undefined
  #again: (() => void) | undefined
  #ringing: Promise<void> | undefined
  #isStopped = false

  constructor(options: {
    /** Of a node: it gives out what is due to one of them. */
    readonly store: Pick<Store, "dueAlarms" | "nextAlarmAt">
    readonly clock: Clock
    readonly fire: (family: FamilyId, command: Command) => Promise<Answer<unknown>>
    /** How long a program that is alive here may be silent again; undefined if it is not. */
    readonly prolong: (item: ItemId, attempt: number) => number | undefined
    /** Of a node: the same if it can go on with what another one was called for. */
    readonly takeOver: ((item: ItemId, attempt: number) => Promise<number | undefined>) | undefined
    readonly setLease: (lease: ProlongedLease) => Promise<void>
    readonly setAlarms: (alarms: readonly AlarmChange[]) => Promise<void>
  }) {
    this.#store = options.store
    this.#clock = options.clock
    this.#fire = options.fire
    this.#prolong = options.prolong
    this.#takeOver = options.takeOver
    this.#setLease = options.setLease
    this.#setAlarms = options.setAlarms
  }

  async start(): Promise<void> {
    const moment = await this.#store.nextAlarmAt()
    if (moment !== undefined) this.wakeAt(moment)
  }

  stop(): void {
    this.#isStopped = true
    this.#next?.cancel()
    this.#again?.()
  }

  get isRinging(): boolean {
    return this.#ringing !== undefined
  }

  noteChanges(changes: readonly AlarmChange[]): void {
    for (const { dueAt } of changes) if (dueAt !== undefined) this.wakeAt(dueAt)
  }

  /** Something may be due then. */
  wakeAt(moment: number): void {
    if (this.#isStopped || (this.#next && this.#next.moment <= moment)) return
    this.#next?.cancel()
    const cancel = this.#clock.at(moment, () => {
      this.#next = undefined
      this.#begin()
    })
    this.#next = { moment, cancel }
  }

  #begin(): void {
    this.#ringing ??= this.#ring()
      // The store could not be read; what is due stays due.
      .catch(() => this.#tryAgain())
      .finally(() => {
        this.#ringing = undefined
      })
  }

  #tryAgain(): void {
    this.#again?.()
    if (this.#isStopped) return
    const steady = steadyTime(this.#clock)
    this.#again = steady.at(steady.now() + pause, () => this.#begin())
  }

  async #ring(): Promise<void> {
    while (!this.#isStopped) {
      const due = await this.#store.dueAlarms(this.#clock.now(), 1000)
      if (due.length === 0) break
      const outcomes = await Promise.all(due.toSorted(byAge).map((alarm) => this.#handle(alarm)))
      if (outcomes.includes("later")) return this.#tryAgain()
    }
    if (!this.#isStopped) await this.start()
  }

  async #handle(alarm: Alarm): Promise<"done" | "later"> {
    if (alarm.kind === "timer") return this.#ask(alarm, alarm.timer, { type: "FireTimer", timer: alarm.timer })
    const { family, item, attempt } = alarm
    const lease = this.#prolong(item, attempt) ?? (await this.#takeOver?.(item, attempt))
    if (lease === undefined) return this.#ask(alarm, item, { type: "ExpireLease", item, attempt })
    await this.#setLease({ family, item, attempt, dueAt: this.#clock.now() + lease })
    return "done"
  }

  /** Refused for good, the alarm is a leftover or its family is set aside: it is switched off, and not that of a later attempt. */
  async #ask(alarm: Alarm, id: AlarmChange["id"], command: Command): Promise<"done" | "later"> {
    const answer = await this.#fire(alarm.family, command)
    if (answer.ok) return "done"
    if (isOfStore(answer.rejection) || answer.rejection.code === "ENGINE_STOPPED") return "later"
    const attempt = alarm.kind === "lease" ? { attempt: alarm.attempt } : {}
    await this.#setAlarms([{ family: alarm.family, id, kind: alarm.kind, ...attempt }])
    return "done"
  }
}

/** Of what is due at the same moment in a family, what was armed first comes first. */
function byAge(one: Alarm, other: Alarm): number {
  const order = one.dueAt - other.dueAt
  if (order !== 0 || one.family !== other.family) return order
  return (
    numberOf(one.kind === "timer" ? one.timer : one.item) - numberOf(other.kind === "timer" ? other.timer : other.item)
  )
}

/** Milliseconds until a store that failed is tried again. */
const pause = 1000
