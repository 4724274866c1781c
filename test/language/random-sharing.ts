import fc from "fast-check"
import type { Command } from "../../src/messages/commands.ts"
import type { Entry } from "../../src/messages/events.ts"
import { asCaseId, type CaseId, type ItemId } from "../../src/messages/ids.ts"
import type { Json, JsonObject } from "../../src/messages/json.ts"
import { examine } from "../../src/runtime/examining.ts"
import type { FamilyStory } from "./family-story.ts"
import { askOf, manyWhims } from "./random-asks.ts"
import { processNames, randomBundles } from "./random-bundles.ts"
import type { Whim } from "./random-commands.ts"

const names = ["n", "flag", "list", "sums"] as const

/** Random bundles whose processes share variables: each of them some. */
export function sharingBundles(): fc.Arbitrary<JsonObject> {
  const some = fc.subarray([...names], { minLength: 1 })
  return fc
    .tuple(randomBundles(), fc.array(some, { minLength: 3, maxLength: 3 }))
    .map(([bundle, shared]) => ({
      ...bundle,
      processes: (bundle.processes as JsonObject[]).map((process, index) => ({
        ...process,
        data: sharing(process.data as JsonObject, shared[index] ?? []),
      })),
    }))
    .filter((bundle) => !examine(bundle).findings.some(({ severity }) => severity === "error"))
}

function sharing(data: JsonObject, shared: readonly string[]): JsonObject {
  const declared = (name: string, type: Json): Json =>
    shared.includes(name) ? { ...(type as JsonObject), shared: true } : type
  return Object.fromEntries(Object.entries(data).map(([name, type]) => [name, declared(name, type)]))
}

/** Whims, of which some start one more case in the family. */
export const joiningWhims = (): fc.Arbitrary<Whim[]> =>
  fc
    .tuple(manyWhims(), fc.array(fc.tuple(fc.nat(39), fc.nat(2)), { maxLength: 4 }))
    .map(([all, joins]) => joins.reduce((so, [at, aim]) => so.toSpliced(at, 0, { kind: 99, aim, extra: 0 }), all))

export function sharingAskOf(whim: Whim, story: FamilyStory): Command {
  if (whim.kind !== 99) return askOf(whim, story)
  return { type: "StartCase", process: processNames[whim.aim % 3] ?? "p", version: 1, data: {}, joins: true }
}

/** What entries say that each case sees, read from what was written and nothing else: the last one to write is right. */
export class Writings {
  readonly shared = new Map<string, Json>()
  readonly own = new Map<CaseId, Map<string, Json>>()
  readonly #shares = new Map<CaseId, readonly string[]>()
  readonly #cases = new Map<ItemId, CaseId>()

  see({ events }: Entry): void {
    for (const event of events) {
      if (event.type === "ItemEnabled") this.#cases.set(event.item, event.case)
      if (event.type === "CaseStarted") {
        this.#shares.set(event.case, event.shares ?? [])
        this.own.set(event.case, new Map())
        this.#write(event.case, event.data)
      }
      if (event.type === "DataWritten") this.#write(event.case, event.data)
      if (event.type === "ItemUndone") {
        this.#write(event.case, event.data ?? {})
        for (const name of event.unset ?? []) this.#tableOf(event.case, name).delete(name)
      }
      if ("writes" in event && event.writes) this.#write(this.#cases.get(event.item) ?? asCaseId(""), event.writes)
    }
  }

  seenBy(id: CaseId): JsonObject {
    const shares = this.#shares.get(id) ?? []
    const there = [...this.shared].filter(([name]) => shares.includes(name))
    return Object.fromEntries([...(this.own.get(id) ?? []), ...there])
  }

  #write(id: CaseId, values: JsonObject): void {
    for (const [name, value] of Object.entries(values)) this.#tableOf(id, name).set(name, value)
  }

  #tableOf(id: CaseId, name: string): Map<string, Json> {
    return this.#shares.get(id)?.includes(name) ? this.shared : (this.own.get(id) ?? new Map())
  }
}
