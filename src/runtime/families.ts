import { type Draft, emptyFamily } from "../engine/draft.ts"
import { evolve } from "../engine/evolve.ts"
import type { Family } from "../engine/family.ts"
import { fold } from "../exceptions/fold.ts"
import { emptyHandling, type Handling, type HandlingDraft } from "../exceptions/handling.ts"
import type { Entry, RecordedEntry } from "../messages/events.ts"
import type { FamilyId } from "../messages/ids.ts"
import type { Quarantine, Store } from "../store/port.ts"
import { PendingFamily } from "./pending-family.ts"
import { Shelf } from "./shelf.ts"
import { decodeSnapshot } from "./snapshots.ts"

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

/**
 * Families that were needed lately. Those that are worked on and those that somebody only looked at have places of their own: who
 * looks through everything crowds out nobody's work. What left comes back from the store.
 */
export class Families {
  readonly #store: Store
  readonly #worked: Shelf<OwnFamily>
  readonly #looked: Shelf<OwnFamily>
  /** What is being read, the last of each: whoever else wants it meanwhile gets the same. */
  readonly #reading = new Map<FamilyId, Promise<OwnFamily | undefined>>()

  constructor(store: Store, capacity: number) {
    this.#store = store
    this.#worked = new Shelf(capacity)
    this.#looked = new Shelf(capacity / 8)
  }

  /** For those who are about to work on it. */
  get(id: FamilyId): LoadedFamily | undefined {
    const looked = this.#looked.get(id)
    if (looked) {
      this.#looked.drop(id)
      this.#worked.put(looked)
    }
    return this.#worked.get(id)
  }

  has(id: FamilyId): boolean {
    return this.#worked.has(id) || this.#looked.has(id)
  }

  /** From memory or from the store; undefined for a family nobody started. */
  async load(id: FamilyId): Promise<LoadedFamily | undefined> {
    const known = this.#store.nodes ? undefined : this.get(id)
    if (known) return known
    const read = await this.#read(id)
    if (read === undefined || !this.#store.nodes) return this.get(id) ?? read
    // What another reader has put there meanwhile may be older.
    this.#looked.drop(id)
    this.#worked.put(read)
    return read
  }

  /** Forgets those that another node has changed since, where there are other nodes; says whether there was one. */
  async validate(ids: readonly FamilyId[]): Promise<boolean> {
    const { nodes } = this.#store
    const known = nodes ? ids.flatMap((id) => this.#known(id) ?? []) : []
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
    const known = this.#store.nodes && this.#known(id)
    if (known) await this.validate([id])
    // What another reader has put there meanwhile may have been read before this was asked.
    if (this.#store.nodes) return known && this.#known(id) === known ? known : this.#read(id)
    return this.lookAfterCommit(id)
  }

  /** For those who have just committed to it here: what memory holds is no older than that, so other nodes are not asked. */
  async lookAfterCommit(id: FamilyId): Promise<LoadedFamily | undefined> {
    return this.#known(id) ?? (await this.#read(id))
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
    const family = isNew ? begun(id, durable.rulesSince) : this.#known(id)
    if (isOver(pending) || family === undefined || (!isNew && family !== durable)) {
      this.forget(id)
      return
    }
    pending.into(family)
    family.tail = hasSnapshot ? 0 : tail
    family.lastAt = lastAt
    this.forget(id)
    this.#worked.put(family)
  }

  forget(id: FamilyId): void {
    this.#reading.delete(id)
    this.#worked.drop(id)
    this.#looked.drop(id)
  }

  #known(id: FamilyId): OwnFamily | undefined {
    return this.#worked.get(id) ?? this.#looked.get(id)
  }

  #read(id: FamilyId): Promise<OwnFamily | undefined> {
    // Where there are other nodes, what began to be read before may be outdated by now.
    const under = this.#store.nodes ? undefined : this.#reading.get(id)
    if (under) return under
    const reading = readFamily(this.#store, id)
      .then((family) => {
        // What was written or forgotten meanwhile is not what was read.
        if (family && this.#reading.get(id) === reading) this.#looked.put(family)
        return family
      })
      .finally(() => {
        if (this.#reading.get(id) === reading) this.#reading.delete(id)
      })
    this.#reading.set(id, reading)
    return reading
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
