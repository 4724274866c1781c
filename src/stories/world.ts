import type { RecordedEntry } from "../messages/events.ts"
import { asFamilyId, type CaseId, type FamilyId, familyOf, numberOf } from "../messages/ids.ts"
import { readBundleValues } from "../model/bundle.ts"
import { compileProcess } from "../model/compile.ts"
import type { Process } from "../model/net.ts"
import { VirtualClock } from "../runtime/clock.ts"
import type { Engine } from "../runtime/engine.ts"
import { openEngine } from "../runtime/open-engine.ts"
import { parseCaseName } from "./aliases.ts"
import { ScriptedWorkers } from "./scripted-workers.ts"
import { newStorage, type Storage, type StoreKind } from "./storage.ts"
import type { Story } from "./story.ts"

/** Where a story takes place: an engine in virtual time that may crash, and the names the story has given to its cases. */
export class World {
  readonly clock: VirtualClock
  readonly #processes = new Map<string, Process>()
  readonly #storage: Storage
  readonly #isChecking: boolean
  readonly #workers: ScriptedWorkers
  readonly #aliases = new Map<string, CaseId>()
  readonly #used = new Set<string>()
  #engine: Engine | undefined
  #last: CaseId | undefined
  /** The name of the family that the next start makes; absent: nobody has named it. */
  #nextFamily: FamilyId | undefined
  /** Where history ended at the last expectation. */
  #lookedUpTo = 0

  private constructor(story: Story, storage: Storage, isChecking: boolean) {
    this.clock = new VirtualClock(story.now)
    this.#storage = storage
    this.#isChecking = isChecking
    this.#workers = new ScriptedWorkers(story.workers)
  }

  static async open(story: Story, kind: StoreKind, isChecking = true): Promise<World> {
    const world = new World(story, await newStorage(kind), isChecking)
    await world.#begin()
    return world
  }

  get engine(): Engine {
    if (this.#engine === undefined) throw new Error("the world of this story has ended")
    return this.#engine
  }

  /** A process as it was deployed, whenever that was. */
  processOf = (name: string, version: number): Process | undefined => {
    const key = `${name} v${version}`
    const known = this.#processes.get(key)
    if (known) return known
    const stored = this.engine.processes().find((each) => each.name === name && each.version === version)
    const [read] = stored ? readBundleValues([stored.source]).definitions : []
    if (read === undefined) return undefined
    const process = compileProcess(read.definition, version, () => {})
    this.#processes.set(key, process)
    return process
  }

  /** The engine is killed and opened again on what it has left behind. */
  async crash(): Promise<void> {
    await this.#end()
    await this.#begin()
  }

  async close(): Promise<void> {
    await this.#end()
    await this.#storage.discard()
  }

  /** Waits until nothing moves by itself any more, and nothing is due. */
  async rest(): Promise<void> {
    let timer: NodeJS.Timeout | undefined
    const tooLong = new Promise<never>((_, reject) => {
      timer = setTimeout(
        () => reject(new Error(`the engine did not come to rest within ${patience / 1000} seconds`)),
        patience,
      )
    })
    const quiet = this.engine.idle().then(() => this.clock.advanceTo(this.clock.now()))
    await Promise.race([quiet, tooLong]).finally(() => clearTimeout(timer))
  }

  /** Families are called as the story calls their cases, so that its log can be read. */
  nameNextFamily(alias: string): void {
    this.#nextFamily = this.#unused(alias)
  }

  remember(alias: string, id: CaseId): void {
    this.#nextFamily = undefined
    this.#used.add(familyOf(id))
    this.#aliases.set(alias, id)
    this.#last = id
  }

  /** The case an alias means; without one the case started last. */
  async caseOf(name: string | undefined): Promise<CaseId | undefined> {
    if (name === undefined) return this.#last
    const { alias, process, number } = parseCaseName(name)
    const own = this.#aliases.get(alias)
    if (own === undefined || process === undefined) return own
    const others = (await this.casesOf(familyOf(own))).filter((row) => row.id !== own && row.process === process)
    return others[number - 1]?.id
  }

  /** The cases of a family, oldest first. */
  async casesOf(family: FamilyId) {
    const rows = await this.engine.cases({ family, limit: plenty })
    return rows.toSorted((one, other) => numberOf(one.id) - numberOf(other.id))
  }

  entries(query: { readonly family?: FamilyId; readonly after?: number } = {}): Promise<readonly RecordedEntry[]> {
    return this.engine.entries({ ...query, limit: plenty })
  }

  /** What has happened in a family since the last expectation of the story. */
  entriesSinceLook(family: FamilyId): Promise<readonly RecordedEntry[]> {
    return this.entries({ family, after: this.#lookedUpTo })
  }

  async looked(): Promise<void> {
    this.#lookedUpTo = await this.engine.lastPosition()
  }

  /** Families that no step of the story has started are numbered. */
  #newFamilyId(): FamilyId {
    const named = this.#nextFamily
    this.#nextFamily = undefined
    if (named !== undefined) return named
    const family = this.#unused("case")
    this.#used.add(family)
    return family
  }

  #unused(alias: string): FamilyId {
    let name = alias
    for (let number = 2; this.#used.has(name); number++) name = `${alias}-${number}`
    return asFamilyId(name)
  }

  async #begin(): Promise<void> {
    const store = await this.#storage.open()
    this.#engine = await openEngine({
      store,
      clock: this.clock,
      newFamilyId: () => this.#newFamilyId(),
      checks: this.#isChecking,
      workerGrace: 0,
    })
    this.#workers.register(this.#engine)
    await this.rest()
  }

  async #end(): Promise<void> {
    this.#workers.endOfLife()
    await this.#engine?.kill()
    this.#engine = undefined
  }
}

/** Milliseconds of real time. */
const patience = 30_000
const plenty = 1_000_000
