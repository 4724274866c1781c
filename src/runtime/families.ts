import { type Draft, emptyFamily } from "../engine/draft.ts"
import { evolve } from "../engine/evolve.ts"
import type { Family } from "../engine/family.ts"
import { fold } from "../exceptions/fold.ts"
import { emptyHandling, type Handling, type HandlingDraft } from "../exceptions/handling.ts"
import type { Entry, RecordedEntry } from "../messages/events.ts"
import type { FamilyId } from "../messages/ids.ts"
import type { Quarantine, Store } from "../store/port.ts"
import { PendingFamily } from "./pending-family.ts"
import { decodeSnapshot } from "./snapshots.ts"
import { sizeOf } from "./take-snapshot.ts"

/** A family in memory as it is durable, for everybody to look at. */
export interface LoadedFamily {
  readonly state: Family
  /** What the exception machine knows of it. */
  readonly handling: Handling
  /** Events since the last snapshot. */
  readonly tail: number
  /** When something has last happened to it; 0 where that was long ago. */
  readonly lastAt: number
  /** How often rules had changed when it began, if it has been in memory since: whatever waits in it was checked no earlier. */
  readonly rulesSince?: number
  readonly quarantine?: Quarantine
}

/** The same, for those who keep it. */
interface OwnFamily extends LoadedFamily {
  readonly state: Draft
  readonly handling: HandlingDraft
  tail: number
  lastAt: number
}

/** Families that were needed lately. Bounded: the ones not used for longest go first, and come back from the store. */
export class Families {
  readonly #store: Store
  readonly #capacity: number
  readonly #loaded = new Map<FamilyId, OwnFamily>()
  #weight = 0

  constructor(store: Store, capacity: number) {
    this.#store = store
    this.#capacity = capacity
  }

  get(id: FamilyId): LoadedFamily | undefined {
    const family = this.#loaded.get(id)
    if (family) {
      // Maps keep the order of insertion: the last used is the last.
      this.#loaded.delete(id)
      this.#loaded.set(id, family)
    }
    return family
  }

  has(id: FamilyId): boolean {
    return this.#loaded.has(id)
  }

  /** From memory or from the store; undefined for a family nobody started. */
  async load(id: FamilyId): Promise<LoadedFamily | undefined> {
    const known = this.get(id)
    if (known) return known
    const family = await readFamily(this.#store, id)
    if (family) this.#keep(family)
    return family
  }

  /** Forgets those that another node has changed since, where there are other nodes; says whether there was one. */
  async validate(ids: readonly FamilyId[]): Promise<boolean> {
    const { nodes } = this.#store
    const known = nodes ? ids.flatMap((id) => this.#loaded.get(id) ?? []) : []
    if (nodes === undefined || known.length === 0) return false
    const standings = await nodes.standings(known.map(({ state }) => state.id))
    let isStale = false
    for (const { state, quarantine } of known)
      if (quarantine || standings.get(state.id) !== state.version) {
        this.forget(state.id)
        isStale = true
      }
    return isStale
  }

  /** For those who only look: what is durable, from memory if it is there. */
  async look(id: FamilyId): Promise<LoadedFamily | undefined> {
    if (this.#store.nodes) await this.validate([id])
    return this.lookAfterCommit(id)
  }

  /** For those who have just committed to it here: what memory holds is no older than that, so other nodes are not asked. */
  async lookAfterCommit(id: FamilyId): Promise<LoadedFamily | undefined> {
    return this.get(id) ?? (await readFamily(this.#store, id))
  }

  create(id: FamilyId, rulesSince: number): PendingFamily {
    return new PendingFamily(begun(id, rulesSince))
  }

  /** What was decided about a family is durable now; a family that is over is not needed again soon. */
  merge(pending: PendingFamily, hasSnapshot: boolean): void {
    const { durable, tail, lastAt } = pending
    const { id } = durable.state
    const isNew = durable.state.version === 0
    // What was forgotten meanwhile may be another by now: it comes back from the store.
    const family = isNew ? begun(id, durable.rulesSince) : this.#loaded.get(id)
    if (isOver(pending) || family === undefined || (!isNew && family !== durable)) {
      this.forget(id)
      return
    }
    pending.into(family)
    family.tail = hasSnapshot ? 0 : tail
    family.lastAt = lastAt
    this.#keep(family)
  }

  #keep(family: OwnFamily): void {
    this.forget(family.state.id)
    this.#loaded.set(family.state.id, family)
    this.#weight += weightOf(family)
    for (const [id, oldest] of this.#loaded) {
      if (this.#weight <= this.#capacity || oldest === family) return
      this.forget(id)
    }
  }

  forget(id: FamilyId): void {
    const family = this.#loaded.get(id)
    if (family === undefined) return
    this.#loaded.delete(id)
    this.#weight = this.#loaded.size === 0 ? 0 : this.#weight - weightOf(family)
  }
}

function begun(id: FamilyId, rulesSince: number | undefined): OwnFamily {
  const known = rulesSince === undefined ? {} : { rulesSince }
  return { state: emptyFamily(id), handling: emptyHandling(), tail: 0, lastAt: 0, ...known }
}

const isOver = ({ state }: LoadedFamily): boolean => [...state.cases.values()].every((each) => each.state !== "running")

export async function readFamily(store: Store, id: FamilyId): Promise<OwnFamily | undefined> {
  const stored = await store.load(id)
  if (stored === undefined) return undefined
  const snapshot = stored.snapshot && decodeSnapshot(stored.snapshot.state)
  const family = snapshot ?? { state: emptyFamily(id), handling: emptyHandling(), lastAt: 0 }
  let { lastAt } = family
  let tail = 0
  const take = (entry: Entry) => {
    evolve(family.state, entry)
    for (const event of entry.events) fold(family.handling, event, entry)
    tail += entry.events.length
    lastAt = entry.at
  }
  if (stored.snapshot && !snapshot) for await (const entry of allEntries(store, id)) take(entry)
  else stored.entries.forEach(take)
  return { ...family, tail, lastAt, ...(stored.quarantine && { quarantine: stored.quarantine }) }
}

/** A family's whole past, page by page. */
export async function* allEntries(store: Store, family: FamilyId): AsyncGenerator<RecordedEntry> {
  for (let position = 0; ; ) {
    const entries = await store.entriesAfter(position, page, family)
    yield* entries
    const last = entries.at(-1)
    if (last === undefined || entries.length < page) return
    position = last.position
  }
}

const page = 1000

/** What a family counts when it comes into memory; good enough, as most families stay small. */
const weights = new WeakMap<LoadedFamily, number>()
function weightOf(family: LoadedFamily): number {
  const known = weights.get(family)
  if (known !== undefined) return known
  const weight = 1 + sizeOf(family)
  weights.set(family, weight)
  return weight
}
