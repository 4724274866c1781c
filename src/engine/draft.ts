import type { FamilyId } from "../messages/ids.ts"
import type { Family, ReadonlyTable } from "./family.ts"

/** A family that its one owner may change, through `apply`. */
export type Draft = {
  -readonly [Key in keyof Family]: Family[Key] extends ReadonlyTable<infer Id, infer Value>
    ? Table<Id, Value>
    : Family[Key]
}

export interface Table<Key, Value> extends ReadonlyTable<Key, Value> {
  set(key: Key, value: Value): unknown
  delete(key: Key): boolean
}

export function emptyFamily(id: FamilyId): Draft {
  return {
    id,
    version: 0,
    lastId: 0,
    cases: new Map(),
    frames: new Map(),
    items: new Map(),
    traces: new Map(),
    counts: new Map(),
    rounds: new Map(),
    holds: new Map(),
    timers: new Map(),
    exceptions: new Map(),
    messages: new Map(),
  }
}

/** A draft laid over a family: it sees the family, and what is changed in it leaves the family as it was. */
export function draftOver(family: Family): Draft {
  return {
    id: family.id,
    version: family.version,
    lastId: family.lastId,
    cases: new Overlay(family.cases),
    frames: new Overlay(family.frames),
    items: new Overlay(family.items),
    traces: new Overlay(family.traces),
    counts: new Overlay(family.counts),
    rounds: new Overlay(family.rounds),
    holds: new Overlay(family.holds),
    timers: new Overlay(family.timers),
    exceptions: new Overlay(family.exceptions),
    messages: new Overlay(family.messages),
  }
}

/** Makes what was changed in a draft true of the family it was laid over. */
export function absorb(family: Draft, draft: Draft): void {
  family.version = draft.version
  family.lastId = draft.lastId
  for (const name of tables) (draft[name] as Overlay<never, never>).into(family[name] as Table<never, never>)
}

const tables = [
  "cases",
  "frames",
  "items",
  "traces",
  "counts",
  "rounds",
  "holds",
  "timers",
  "exceptions",
  "messages",
] as const satisfies readonly (keyof Family)[]

class Overlay<Key, Value extends object | string | number> implements Table<Key, Value> {
  readonly #base: ReadonlyTable<Key, Value>
  #changes: Map<Key, Value | typeof gone> | undefined
  size: number

  constructor(base: ReadonlyTable<Key, Value>) {
    this.#base = base
    this.size = base.size
  }

  get(key: Key): Value | undefined {
    const changed = this.#changes?.get(key)
    if (changed === undefined) return this.#base.get(key)
    return changed === gone ? undefined : changed
  }

  has(key: Key): boolean {
    return this.get(key) !== undefined
  }

  set(key: Key, value: Value): void {
    if (this.get(key) === undefined) this.size++
    this.#changes ??= new Map()
    this.#changes.set(key, value)
  }

  delete(key: Key): boolean {
    if (this.get(key) === undefined) return false
    this.size--
    this.#changes ??= new Map()
    this.#changes.set(key, gone)
    return true
  }

  into(table: Table<Key, Value>): void {
    if (this.#changes === undefined) return
    for (const [key, value] of this.#changes) {
      if (value === gone) table.delete(key)
      else table.set(key, value)
    }
  }

  *values(): Iterable<Value> {
    const changes = this.#changes
    if (changes === undefined) {
      yield* this.#base.values()
      return
    }
    for (const [key, value] of entriesOf(this.#base)) {
      const now = changes.get(key) ?? value
      if (now !== gone) yield now
    }
    for (const [key, value] of changes) if (value !== gone && !this.#base.has(key)) yield value
  }
}

/** Marks what was deleted. */
const gone = Symbol("gone")

function entriesOf<Key, Value>(table: ReadonlyTable<Key, Value>): Iterable<[Key, Value]> {
  if (table instanceof Map) return table.entries()
  throw new Error("a draft lies over a family's own tables, not over another draft")
}
