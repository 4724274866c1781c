import { onTestFinished } from "vitest"
import {
  accepted,
  asFamilyId,
  type CaseId,
  type ClaimedItem,
  type ClaimOptions,
  type Engine,
  type EngineOptions,
  openEngine,
  openMemoryStore,
  openSqliteStore,
  type Store,
  VirtualClock,
} from "../../src/main.ts"
import { newMemoryDisk } from "../../src/store/memory/disk.ts"
import { aFile, itemOf } from "./workplace.ts"

export const charge = `
process: order
data: { amount: { type: number, default: 5 }, receipt: string }
flow: [ { program: charge, worker: charge-card, reads: [amount], writes: [receipt] } ]
`

export const keepers = ["memory", "sqlite"] as const

/** An engine in virtual time, in memory or on a file, that can be killed and opened again; and programs elsewhere that ask it. */
export class Office {
  readonly clock = new VirtualClock()
  readonly #open: () => Promise<Engine>
  engine: Engine

  private constructor(engine: Engine, clock: VirtualClock, open: () => Promise<Engine>) {
    this.engine = engine
    this.clock = clock
    this.#open = open
  }

  static async open(
    keeper: (typeof keepers)[number],
    options: EngineOptions & { readonly bundle?: string; readonly over?: (store: Store) => Store } = {},
  ): Promise<Office> {
    const { bundle = charge, over = (store: Store) => store, ...rest } = options
    const clock = new VirtualClock()
    const disk = newMemoryDisk()
    const file = aFile()
    let families = 0
    const newFamilyId = () => asFamilyId(`case${++families}`)
    const open = async () => {
      const store = keeper === "memory" ? openMemoryStore(disk) : await openSqliteStore(file)
      return openEngine({ store: over(store), clock, newFamilyId, ...rest })
    }
    const office = new Office(await open(), clock, open)
    onTestFinished(() => office.engine.stop({ grace: 0 }))
    accepted(await office.engine.deploy(bundle))
    return office
  }

  async crash(): Promise<void> {
    await this.engine.kill()
    this.engine = await this.#open()
    await this.engine.idle()
  }

  /** So many orders, a second apart. */
  async orders(count: number): Promise<CaseId[]> {
    const ids: CaseId[] = []
    for (let number = 0; number < count; number++) {
      ids.push(accepted(await this.engine.start("order")).case)
      await this.clock.advance("PT1S")
    }
    return ids
  }

  async claim(options?: ClaimOptions): Promise<readonly ClaimedItem[]> {
    return accepted(await this.engine.claim("charge-card", options)).rows
  }

  /** The one item there is to do. */
  async claimOne(options?: ClaimOptions): Promise<ClaimedItem> {
    const [item, ...more] = await this.claim(options)
    if (item === undefined || more.length > 0) throw new Error(`${more.length} more than one item`)
    return item
  }

  /** A claim under way, and what has come of it so far. */
  waiting(options: ClaimOptions = {}): { got: readonly string[] | undefined } {
    const waiting: { got: readonly string[] | undefined } = { got: undefined }
    void this.claim({ wait: 60_000, ...options }).then((items) => {
      waiting.got = items.map((item) => `${item.case} ${item.attempt}`)
    })
    return waiting
  }

  /** How the charge of a case stands. */
  async charge(id: CaseId): Promise<string> {
    const { status, held, attempt } = await itemOf(this.engine, id, "charge")
    return `${held ? "held " : ""}${status} ${attempt}`
  }

  async exceptions(id: CaseId): Promise<readonly string[]> {
    return ((await this.engine.case(id))?.exceptions ?? []).map((raised) => raised.class)
  }
}
