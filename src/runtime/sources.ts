import type { Fetched, Need, ValuesNeeded } from "../exceptions/port.ts"
import { type CaseId, type FamilyId, familyOf, type ItemId } from "../messages/ids.ts"
import type { Json, JsonObject } from "../messages/json.ts"
import { type PastQuestion, pastQuestion } from "../model/past-functions.ts"
import { factKey } from "./known-facts.ts"
import { ownCopy } from "./own-copy.ts"
import { historySource } from "./rule-context.ts"

/** Where a condition asks: what a source may base its answer on. */
export interface SourceContext {
  readonly case: CaseId
  readonly item?: ItemId
  readonly event: JsonObject
  readonly data: JsonObject
}

/** A function of the host: conditions read its value as `external.<name>`. */
export type Source = (context: SourceContext) => Json | undefined | Promise<Json | undefined>

interface Registered {
  readonly source: Source
  readonly timeout: number
}

/** Outside sources, asked before a decision that needs them. */
export class Sources {
  readonly #sources = new Map<string, Registered>()
  readonly #dataOf: (id: CaseId) => Promise<JsonObject>
  readonly #historyOf: (family: FamilyId) => Promise<Json>
  readonly #pastOf: (
    question: PastQuestion,
    from: { readonly case: CaseId; readonly process?: string },
  ) => Promise<Json>

  constructor(options: {
    readonly dataOf: (id: CaseId) => Promise<JsonObject>
    readonly historyOf: (family: FamilyId) => Promise<Json>
    readonly pastOf: (
      question: PastQuestion,
      from: { readonly case: CaseId; readonly process?: string },
    ) => Promise<Json>
  }) {
    this.#dataOf = options.dataOf
    this.#historyOf = options.historyOf
    this.#pastOf = options.pastOf
  }

  register(name: string, source: Source, timeout: number): void {
    if (this.#sources.has(name)) throw new Error(`there is already a source "${name}"`)
    this.#sources.set(name, { source, timeout })
  }

  /** Never fails: what cannot be had is told as such, and the condition that wanted it cannot be evaluated. */
  async fetch({ sources, ...from }: ValuesNeeded): Promise<ReadonlyMap<string, Fetched>> {
    const fetched = await Promise.all(
      sources.map(async (name) => [factKey(name, from.at), await this.#ask(name, from)] as const),
    )
    return new Map(fetched)
  }

  /** The same for whatever needs no history of steps. */
  async fetchAll(needs: readonly Need[]): Promise<Iterable<readonly [string, Fetched]>> {
    const values = needs.filter((need) => need.kind === "values")
    return (await Promise.all(values.map((need) => this.fetch(need)))).flatMap((fetched) => [...fetched])
  }

  async #ask(name: string, { at, data: known, process }: Omit<ValuesNeeded, "sources" | "kind">): Promise<Fetched> {
    try {
      const question = pastQuestion(name)
      if (question) {
        const from = { case: at.case, ...(process !== undefined && { process }) }
        return { ok: true, value: await this.#pastOf(question, from) }
      }
      if (name === historySource) return { ok: true, value: await this.#historyOf(familyOf(at.case)) }
      const registered = this.#sources.get(name)
      if (registered === undefined) return { ok: false, message: `there is no source "${name}"` }
      const { case: id, item, event } = at
      const context = { case: id, ...(item && { item }), event, data: known ?? (await this.#dataOf(id)) }
      const value = await within(registered.timeout, async () => registered.source(context))
      return { ok: true, value: value === undefined ? null : (ownCopy(value) as Json) }
    } catch (error) {
      return { ok: false, message: error instanceof Error ? error.message : String(error) }
    }
  }
}

async function within<Value>(milliseconds: number, work: () => Promise<Value>): Promise<Value> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${milliseconds} ms`)), milliseconds)
  })
  return Promise.race([work(), late]).finally(() => clearTimeout(timer))
}
