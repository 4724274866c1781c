import { isDeepStrictEqual } from "node:util"
import { type Draft, emptyFamily } from "../engine/draft.ts"
import { evolve } from "../engine/evolve.ts"
import { fold } from "../exceptions/fold.ts"
import { emptyHandling, type HandlingDraft } from "../exceptions/handling.ts"
import type { RecordedEntry } from "../messages/events.ts"
import type { FamilyId } from "../messages/ids.ts"
import type { Store } from "../store/port.ts"
import { type CopiedKind, type Cursor, copiedKinds, pageSize, type RowKind, type RowOf } from "../store/whole-store.ts"
import { encodeSnapshot } from "./snapshots.ts"

export interface ComparingOptions {
  /** Of how many families the state is compared as well; of all unless set. */
  readonly sample?: number
  readonly onProgress?: (progress: CopyProgress) => void
  readonly signal?: AbortSignal
}

/** How many rows are there, or have been compared, of all. */
export interface CopyProgress {
  readonly stage: "copied" | "compared"
  readonly done: number
  readonly of: number
}

/** Where two stores are not alike: `what` is a kind of rows, or a name of something else; `at` the row or the family. */
export interface Difference {
  readonly ok: false
  readonly what: string
  readonly at?: string
  readonly there: unknown
  readonly here: unknown
}

/** All rows of both, and what the machines make of the entries of each; `families`: how many there are. */
export async function comparing(
  from: Store,
  to: Store,
  { families, sample = families, onProgress, signal }: ComparingOptions & { readonly families: number },
): Promise<Difference | { readonly ok: true; readonly replayed: number }> {
  const [there, here] = [await standingOf(from), await standingOf(to)]
  for (const [what, value] of Object.entries(there))
    if (here[what] !== value) return { ok: false, what, there: value, here: here[what] }
  const of = copiedKinds.reduce((rows, kind) => rows + (there[kind] ?? 0), 0)
  let done = 0
  const told = (rows: number) => {
    signal?.throwIfAborted()
    done += rows
    onProgress?.({ stage: "compared", done, of })
  }
  const replay = new Replay(sample <= 0 ? Number.POSITIVE_INFINITY : Math.max(1, Math.floor(families / sample)))
  for (const kind of comparedKinds)
    for await (const [one, other] of pairs(from, to, kind)) {
      const difference = firstDifference(kind, one, other) ?? (kind === "histories" && replay.take(one, other))
      if (difference) return difference
      told(one.length)
    }
  return replay.end() ?? { ok: true, replayed: replay.families }
}

/** Entries come family by family, so that each can be replayed. */
const comparedKinds: readonly RowKind[] = [...copiedKinds.filter((kind) => kind !== "entries"), "histories"]

/** How much there is of everything, and what is no row. */
async function standingOf(
  store: Store,
): Promise<Readonly<Partial<Record<string, unknown>> & Record<CopiedKind, number>>> {
  return {
    ...(await store.whole.count()),
    lastPosition: await store.lastPosition(),
    decisionsUpTo: await store.decisionsUpTo(),
    needsRebuild: await store.needsRebuild(),
  }
}

type Rows = readonly RowOf[RowKind][]

/** As many rows of both, whatever their pages; at the end what one has more. */
async function* pairs(from: Store, to: Store, kind: RowKind): AsyncGenerator<readonly [Rows, Rows]> {
  const [one, other] = [new Unread(from, kind), new Unread(to, kind)]
  for (;;) {
    await Promise.all([one.fill(), other.fill()])
    const many = Math.min(one.rows.length, other.rows.length)
    if (many === 0) return yield [one.rows, other.rows]
    yield [one.take(many), other.take(many)]
  }
}

/** Rows of a kind, some of them read and not yet taken. */
class Unread {
  rows: Rows = []
  readonly #store: Store
  readonly #kind: RowKind
  #after: Cursor | undefined
  #isOver = false

  constructor(store: Store, kind: RowKind) {
    this.#store = store
    this.#kind = kind
  }

  async fill(): Promise<void> {
    while (this.rows.length === 0 && !this.#isOver) {
      const { rows, next } = await this.#store.whole.page(this.#kind, this.#after, pageSize(this.#kind))
      this.rows = rows
      this.#after = next
      this.#isOver = next === undefined
    }
  }

  take(many: number): Rows {
    const taken = this.rows.slice(0, many)
    this.rows = this.rows.slice(many)
    return taken
  }
}

function firstDifference(what: RowKind, there: Rows, here: Rows): Difference | undefined {
  for (const [index, row] of there.entries()) {
    const other = here[index]
    // Most are written alike to the letter, which is told sooner.
    if (JSON.stringify(row) === JSON.stringify(other) || isDeepStrictEqual(row, other)) continue
    return { ok: false, what, there: row, here: other }
  }
  return here.length > there.length ? { ok: false, what, there: undefined, here: here[there.length] } : undefined
}

/** Both machines take the entries of every so manieth family, as they are in both stores. */
class Replay {
  families = 0
  readonly #every: number
  #seen = 0
  #there: Replayed | undefined
  #here: Replayed | undefined

  constructor(every: number) {
    this.#every = every
  }

  take(there: Rows, here: Rows): Difference | undefined {
    for (const [index, entry] of (there as readonly RecordedEntry[]).entries()) {
      const other = (here as readonly RecordedEntry[])[index]
      if (entry.version === 1) {
        const difference = this.end()
        if (difference) return difference
        if (this.#seen++ % this.#every === 0) this.#begin(entry.family)
      }
      if (this.#there) this.#there.take(entry)
      if (other) this.#here?.take(other)
    }
    return undefined
  }

  /** Of the family at hand. */
  end(): Difference | undefined {
    const [there, here] = [this.#there, this.#here]
    this.#there = undefined
    this.#here = undefined
    if (there === undefined || here === undefined || there.text() === here.text()) return undefined
    return { ok: false, what: "state", at: there.family, there: there.text(), here: here.text() }
  }

  #begin(family: FamilyId): void {
    this.families++
    this.#there = new Replayed(family)
    this.#here = new Replayed(family)
  }
}

class Replayed {
  readonly family: FamilyId
  readonly #state: Draft
  readonly #handling: HandlingDraft = emptyHandling()
  /** Why it cannot be replayed; that is the same everywhere, too. */
  #trouble: string | undefined

  constructor(family: FamilyId) {
    this.family = family
    this.#state = emptyFamily(family)
  }

  take(entry: RecordedEntry): void {
    if (this.#trouble !== undefined) return
    try {
      evolve(this.#state, entry)
      for (const event of entry.events) fold(this.#handling, event, entry)
    } catch (error) {
      this.#trouble = String(error)
    }
  }

  text(): string {
    return this.#trouble ?? encodeSnapshot({ state: this.#state, handling: this.#handling })
  }
}
