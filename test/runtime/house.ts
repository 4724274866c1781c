import { onTestFinished } from "vitest"
import type { RuleText } from "../../src/exceptions/tree-text.ts"
import {
  accepted,
  asFamilyId,
  type CaseId,
  type Engine,
  type EngineOptions,
  type Json,
  type JsonObject,
  openEngine,
  openMemoryStore,
  type Rejection,
  type Store,
  VirtualClock,
} from "../../src/main.ts"
import type { Answer } from "../../src/runtime/answer.ts"
import type { Lesson } from "../../src/runtime/verbs/asked.ts"
import { newMemoryDisk } from "../../src/store/memory/disk.ts"
import { itemOf } from "./workplace.ts"

/** A concert that is moved when too few tickets are sold, and what can be done about it. */
export const concert = `
process: concert
data: { seating: { type: integer, default: 100 }, sold: { type: integer, default: 0 }, venue: { type: string, default: stadium } }
flow: [ { task: sell }, { task: show }, { task: settle } ]
---
process: change-venue
data: { venue: string, seating: integer }
flow: [ { task: book } ]
---
exlets:
  move: [ { suspend: item }, { compensate: change-venue }, { continue: item } ]
  cancel: [ { remove: case } ]
  cheer: [ { notify: ann, text: '{{sold}} sold' } ]
rules:
  - on: itemPre
    at: concert/show
    tree: [ { if: sold < seating * 0.75, then: move } ]
`

/** An engine in virtual time whose families are called case1, case2 …, that can be killed and opened again on what it has left. */
export class House {
  readonly clock = new VirtualClock()
  readonly #disk = newMemoryDisk()
  readonly #options: EngineOptions
  #engine: Engine | undefined
  #families = 0

  private constructor(options: EngineOptions) {
    this.#options = options
  }

  static async open(bundle: string, options: EngineOptions = {}): Promise<House> {
    const house = new House(options)
    await house.#begin()
    accepted(await house.engine.deploy(bundle, { by: "ann" }))
    onTestFinished(() => house.engine.stop({ grace: 0 }))
    return house
  }

  get engine(): Engine {
    if (this.#engine === undefined) throw new Error("the house is being built")
    return this.#engine
  }

  /** The engine is killed and opened again on what it has left behind. */
  async crash(): Promise<void> {
    await this.#engine?.kill()
    await this.#begin()
  }

  async start(process: string, data: JsonObject = {}): Promise<CaseId> {
    return accepted(await this.engine.start(process, { data })).case
  }

  /** Completes the newest item of a task. */
  async complete(id: CaseId, task: string, data: JsonObject = {}): Promise<void> {
    accepted(await this.engine.completeItem((await itemOf(this.engine, id, task)).id, data))
    await this.engine.idle()
  }

  /** A concert that waits for its show, so many tickets sold. */
  async concertWith(sold: number): Promise<CaseId> {
    const id = await this.start("concert")
    await this.complete(id, "sell", { sold })
    return id
  }

  async #begin(): Promise<void> {
    const store: Store = openMemoryStore(this.#disk)
    this.#engine = await openEngine({
      store,
      clock: this.clock,
      newFamilyId: () => asFamilyId(`case${++this.#families}`),
      ...this.#options,
    })
    await this.#engine.idle()
  }
}

/** Why it was refused. */
export function refusal(answer: Answer<unknown>): Rejection {
  if (answer.ok) throw new Error(`it was accepted: ${JSON.stringify(answer.value)}`)
  return answer.rejection
}

/** A rule to learn; most are about the show. */
export function lesson(condition: string, conclusion: Json, from: Lesson["from"], more: Partial<Lesson> = {}): Lesson {
  return { on: "itemPre", at: "concert/show", if: condition, then: conclusion, from, ...more }
}

/** What a tree says, in one line: rules that are each other's else after commas, refinements in brackets. */
export function sketch(rules: readonly RuleText[]): string {
  return rules
    .map(({ if: condition, then: conclusion, except }) => {
      const said = typeof conclusion === "string" ? conclusion : JSON.stringify(conclusion)
      return `${condition} → ${said}${except ? ` [${sketch(except)}]` : ""}`
    })
    .join(", ")
}
