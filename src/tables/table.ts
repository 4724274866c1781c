/** Rows by key, to be looked at. */
export interface ReadonlyTable<Key, Value> {
  readonly size: number
  get(key: Key): Value | undefined
  has(key: Key): boolean
  values(): Iterable<Value>
  keys(): Iterable<Key>
  entries(): Iterable<[Key, Value]>
}

/** Rows by key, to be changed by whoever owns them. */
export interface Table<Key, Value> extends ReadonlyTable<Key, Value> {
  set(key: Key, value: Value): unknown
  delete(key: Key): boolean
}

/** A table laid over another: it sees that one, and what is changed in it leaves the other as it was. */
export class Overlay<Key, Value extends object | string | number | true> implements Table<Key, Value> {
  readonly #base: ReadonlyTable<Key, Value>
  #changes: Map<Key, Value | typeof gone> | undefined
  /** How many more rows there are than in the base. */
  #more = 0

  constructor(base: ReadonlyTable<Key, Value>) {
    this.#base = base
  }

  get size(): number {
    return this.#base.size + this.#more
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
    if (this.get(key) === undefined) this.#more++
    this.#changes ??= new Map()
    this.#changes.set(key, value)
  }

  delete(key: Key): boolean {
    if (this.get(key) === undefined) return false
    this.#more--
    this.#changes ??= new Map()
    this.#changes.set(key, gone)
    return true
  }

  /** The rows of the base that are no longer there. */
  *gone(): Iterable<Value> {
    for (const [key, value] of this.#changes ?? []) {
      const before = value === gone ? this.#base.get(key) : undefined
      if (before !== undefined) yield before
    }
  }

  into(table: Table<Key, Value>): void {
    if (this.#changes === undefined) return
    for (const [key, value] of this.#changes) {
      if (value === gone) table.delete(key)
      else table.set(key, value)
    }
  }

  keys(): Iterable<Key> {
    return this.#changes === undefined ? this.#base.keys() : this.#changedKeys(this.#changes)
  }

  values(): Iterable<Value> {
    return this.#changes === undefined ? this.#base.values() : this.#changedValues(this.#changes)
  }

  entries(): Iterable<[Key, Value]> {
    return this.#changes === undefined ? this.#base.entries() : this.#changedEntries(this.#changes)
  }

  *#changedKeys(changes: Changes<Key, Value>): Iterable<Key> {
    for (const [key] of this.#changedEntries(changes)) yield key
  }

  *#changedValues(changes: Changes<Key, Value>): Iterable<Value> {
    for (const [, value] of this.#changedEntries(changes)) yield value
  }

  /** What is changed keeps its place, what is new comes last. */
  *#changedEntries(changes: Changes<Key, Value>): Iterable<[Key, Value]> {
    for (const entry of this.#base.entries()) {
      const now = changes.get(entry[0])
      if (now === undefined) yield entry
      else if (now !== gone) yield [entry[0], now]
    }
    for (const [key, value] of changes) if (value !== gone && !this.#base.has(key)) yield [key, value]
  }
}

/** Marks what was deleted. */
const gone = Symbol("gone")

type Changes<Key, Value> = ReadonlyMap<Key, Value | typeof gone>
