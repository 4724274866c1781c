import type { Command } from "../messages/commands.ts"
import type { CaseId, FamilyId } from "../messages/ids.ts"
import type { Store } from "../store/port.ts"
import type { Answer } from "./answer.ts"
import { nextTurn } from "./committer.ts"
import { isOfStore } from "./refusals.ts"
import type { Rulebook } from "./rulebook.ts"

/**
 * Sees to it that cases which were running before a rule on the clock or a deadline came have its timer too: page by page, when
 * such rules change, and once when an engine opens, as it may have been stopped in between. What is armed already is left alone.
 */
export class ClockSweep {
  readonly #isOn: boolean
  readonly #store: Store
  readonly #rulebook: Rulebook
  readonly #ask: (family: FamilyId, command: Command) => Promise<Answer<readonly unknown[]>>
  /** The state of the rules that every running case has been looked at with. */
  #swept = 0
  #running: Promise<void> | undefined
  #isStopped = false
  #pause: NodeJS.Timeout | undefined

  constructor(options: {
    /** Whether rules are asked at all. */
    readonly isOn: boolean
    readonly store: Store
    readonly rulebook: Rulebook
    readonly ask: (family: FamilyId, command: Command) => Promise<Answer<readonly unknown[]>>
  }) {
    this.#isOn = options.isOn
    this.#store = options.store
    this.#rulebook = options.rulebook
    this.#ask = options.ask
  }

  get isBusy(): boolean {
    return this.#running !== undefined
  }

  /** Rules may have changed. */
  wake(): void {
    if (!this.#isOn || this.#isStopped || this.#pause !== undefined || this.#isDone()) return
    this.#running ??= nextTurn()
      .then(() => this.#work())
      .catch(() => this.#later())
      .finally(() => {
        this.#running = undefined
        this.wake()
      })
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    await this.#running
    clearTimeout(this.#pause)
  }

  #isDone(): boolean {
    return this.#swept === this.#rulebook.timeChanges
  }

  /** The store could not be read or written: from the beginning, after a while. */
  #later(): void {
    if (this.#isStopped) return
    this.#pause = setTimeout(() => {
      this.#pause = undefined
      this.wake()
    }, 500)
  }

  async #work(): Promise<void> {
    const { timeChanges } = this.#rulebook
    for (let after: CaseId | undefined; ; ) {
      const rows = await this.#store.cases({ state: "running", limit: page, ...(after && { after }) })
      for (const { id, family, process } of rows) {
        if (this.#isStopped) return
        if (this.#rulebook.isTimed(process)) await this.#arm(family, id)
      }
      after = rows.at(-1)?.id
      if (after === undefined || rows.length < page) break
    }
    this.#swept = timeChanges
  }

  async #arm(family: FamilyId, id: CaseId): Promise<void> {
    const answer = await this.#ask(family, { type: "ArmClocks", case: id })
    if (!answer.ok && isOfStore(answer.rejection)) throw new Error(answer.rejection.message)
  }
}

const page = 500
