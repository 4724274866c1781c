import { setImmediate as nextTurn } from "node:timers/promises"
import type { Rejection } from "../messages/rejections.ts"
import { emptyBatch } from "../store/empty-batch.ts"
import { StoreError } from "../store/error.ts"
import type { Batch, Store } from "../store/port.ts"
import { type Act, type Answer, accept, actor, refuse } from "./answer.ts"
import type { Observer } from "./observer.ts"
import { storeRefusal, versionChanged } from "./refusals.ts"
import { answerBefore, answered, type Request, writing } from "./requests.ts"
import type { SharedBooks } from "./shared-books.ts"
import type { Stamp } from "./stamp.ts"

/** What a change of definitions comes to: what is to be written, and how it comes into force once it is. */
export interface Edit<Value> {
  readonly value: Value
  readonly batch: Partial<Batch>
  readonly comeIntoForce: () => void
}

export interface EditAsked<Value> {
  readonly act: Act
  readonly request: Request | undefined
  /** Reads and checks, and changes nothing. */
  readonly prepare: (stamp: Stamp) => Answer<Edit<Value>> | Promise<Answer<Edit<Value>>>
  /** What `expected` speaks of, and its version now; without it, nothing is expected. */
  readonly standing?: () => Standing | undefined
}

export interface Standing {
  readonly what: string
  readonly version: number
}

/** Changes of definitions and rules, one after the other, so that each knows those before it. */
export class Edits {
  readonly #store: Store
  readonly #now: () => number
  readonly #observer: Observer | undefined
  readonly #shared: SharedBooks | undefined
  #last: Promise<unknown> = Promise.resolve()

  constructor(options: {
    readonly store: Store
    readonly now: () => number
    readonly observer: Observer | undefined
    /** Of a node. */
    readonly shared?: SharedBooks | undefined
  }) {
    this.#shared = options.shared
    this.#store = options.store
    this.#now = options.now
    this.#observer = options.observer
  }

  ask<Value>(asked: EditAsked<Value>): Promise<Answer<Value>> {
    const done = this.#last.then(() => this.#take(asked))
    this.#last = done.catch(() => undefined)
    return done.catch((error: unknown) => {
      if (!(error instanceof StoreError)) throw error
      this.#observer?.storeFailed?.(error)
      return refuse(storeRefusal(error))
    })
  }

  async #take<Value>(asked: EditAsked<Value>, tried = 1): Promise<Answer<Value>> {
    const { act, request, prepare, standing } = asked
    await this.#shared?.abreast()
    const knows = this.#shared && { edit: this.#shared.edit, changes: this.#shared.changes }
    const at = this.#now()
    const row = request && (await this.#store.request(request.agent, request.key))
    const before = request && answerBefore<Value>(row, request, at)
    if (before) return before
    const changed = expectation(act, standing)
    if (changed) return refuse(changed)
    const prepared = await prepare({ at, by: actor(act), ...(act.reason !== undefined && { reason: act.reason }) })
    if (!prepared.ok) return prepared
    const { value, batch, comeIntoForce } = prepared.value
    if (act.dryRun) return accept(value)
    const rows = request ? [answered(request, at, value)] : []
    if (rows.length > 0 || Object.values(batch).some((part) => Array.isArray(part) && part.length > 0)) {
      const written = await this.#commit({ ...emptyBatch, ...batch, ...writing(rows, at) }, knows)
      // Another node was first: what it has defined is looked at before.
      if (!written.ok && this.#shared && tried < mostTries) return this.#take(asked, tried + 1)
      if (!written.ok) throw new Error(`${written.conflicts.join(", ")} changed while being edited`)
    }
    if (isLarge(batch)) await nextTurn()
    if (this.#shared) await this.#shared.abreast().catch((error: unknown) => this.#notYet(error))
    else comeIntoForce()
    return accept(value)
  }

  /** It is written, and comes into force here before anything else is asked of this node. */
  #notYet(error: unknown): void {
    if (!(error instanceof StoreError)) throw error
    this.#observer?.storeFailed?.(error)
  }

  /** Where another node has raised the edit and defined nothing, as one does that forgets families, what was prepared is still right. */
  async #commit(batch: Batch, knows: { readonly edit: number; readonly changes: number } | undefined) {
    if (this.#shared === undefined || knows === undefined) return this.#store.commit(batch)
    let { edit } = knows
    for (let tried = 1; ; tried++) {
      const written = await this.#store.commit({ ...batch, knows: edit })
      if (written.ok || !written.conflicts.includes("definitions") || tried === mostTries) return written
      await this.#shared.abreast()
      if (this.#shared.changes !== knows.changes) return written
      edit = this.#shared.edit
    }
  }
}

const mostTries = 20

/** Writing fewer definitions takes a few milliseconds; so does reading fewer rules. */
const isLarge = ({ definitions = [], treeChanges = [] }: Partial<Batch>): boolean =>
  definitions.length > 500 || treeChanges.some(({ change }) => Array.isArray(change.nodes) && change.nodes.length > 500)

function expectation({ expected }: Act, standing: EditAsked<unknown>["standing"]): Rejection | undefined {
  const found = expected === undefined ? undefined : standing?.()
  if (found === undefined || expected === undefined || found.version === expected) return undefined
  return versionChanged(found.what, found.version, expected)
}
