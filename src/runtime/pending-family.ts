import { absorb, type Draft, endedExceptions } from "../engine/draft.ts"
import type { Family, RaisedException } from "../engine/family.ts"
import { absorbHandling, type Handling, type HandlingDraft } from "../exceptions/handling.ts"
import type { Quarantine } from "../store/port.ts"
import type { LoadedFamily } from "./families.ts"
import type { Decided } from "./turn.ts"

type Done = Extract<Decided, { readonly ok: true }>

/** A family with what a batch has decided about it so far, laid over what is durable: that stays as it is until the batch is written. */
export class PendingFamily implements LoadedFamily {
  readonly durable: LoadedFamily
  readonly rulesSince?: number
  readonly quarantine?: Quarantine
  tail: number
  lastAt: number
  #state: Draft | undefined
  #handling: HandlingDraft | undefined

  constructor(durable: LoadedFamily) {
    this.durable = durable
    this.tail = durable.tail
    this.lastAt = durable.lastAt
    if (durable.rulesSince !== undefined) this.rulesSince = durable.rulesSince
    if (durable.quarantine) this.quarantine = durable.quarantine
  }

  get state(): Family {
    return this.#state ?? this.durable.state
  }

  get handling(): Handling {
    return this.#handling ?? this.durable.handling
  }

  /** Takes what was decided on it as it stands; says which exceptions that has ended. The first decision lies over what is durable already. */
  takeState({ events, draft }: Done, at: number): readonly RaisedException[] {
    const ended = endedExceptions(draft)
    if (this.#state) absorb(this.#state, draft)
    else this.#state = draft
    this.tail += events.length
    this.lastAt = at
    return ended
  }

  /** The rest of it, for when what it was before is not needed any more. */
  takeHandling({ handling }: Done): void {
    if (handling && this.#handling) absorbHandling(this.#handling, handling)
    else if (handling) this.#handling = handling
  }

  /** Makes it true of the family it lies over. */
  into({ state, handling }: { readonly state: Draft; readonly handling: HandlingDraft }): void {
    if (this.#state) absorb(state, this.#state)
    if (this.#handling) absorbHandling(handling, this.#handling)
  }
}
