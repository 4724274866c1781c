/** A set of agents by their numbers. */
export interface ReadonlyAgentSet {
  readonly size: number
  has(number: number): boolean
  /** In rising order. */
  numbers(): number[]
  copy(): AgentSet
}

/** One bit an agent: quick to copy and combine, however many there are. Changed by its maker alone. */
export class AgentSet implements ReadonlyAgentSet {
  #words: Uint32Array

  constructor(numbers: Iterable<number> = []) {
    this.#words = new Uint32Array(0)
    for (const number of numbers) this.add(number)
  }

  get size(): number {
    let size = 0
    for (let word of this.#words) for (; word !== 0; word &= word - 1) size++
    return size
  }

  has(number: number): boolean {
    return (((this.#words[number >>> 5] ?? 0) >>> (number & 31)) & 1) === 1
  }

  numbers(): number[] {
    const numbers: number[] = []
    for (let at = 0; at < this.#words.length; at++)
      for (let word = this.#words[at] as number; word !== 0; word &= word - 1)
        numbers.push(at * 32 + 31 - Math.clz32(word & -word))
    return numbers
  }

  copy(): AgentSet {
    const copy = new AgentSet()
    copy.#words = this.#words.slice()
    return copy
  }

  add(number: number): void {
    const at = number >>> 5
    if (at >= this.#words.length) this.#grow(Math.max(at + 1, this.#words.length * 2))
    this.#words[at] = (this.#words[at] as number) | (1 << (number & 31))
  }

  delete(number: number): void {
    const at = number >>> 5
    if (at < this.#words.length) this.#words[at] = (this.#words[at] as number) & ~(1 << (number & 31))
  }

  addAll(other: ReadonlyAgentSet): void {
    const words = wordsOf(other)
    if (words.length > this.#words.length) this.#grow(words.length)
    for (let at = 0; at < words.length; at++) this.#words[at] = (this.#words[at] as number) | (words[at] as number)
  }

  deleteAll(other: ReadonlyAgentSet): void {
    const words = wordsOf(other)
    const length = Math.min(words.length, this.#words.length)
    for (let at = 0; at < length; at++) this.#words[at] = (this.#words[at] as number) & ~(words[at] as number)
  }

  keepAll(other: ReadonlyAgentSet): void {
    const words = wordsOf(other)
    for (let at = 0; at < this.#words.length; at++)
      this.#words[at] = (this.#words[at] as number) & (at < words.length ? (words[at] as number) : 0)
  }

  static wordsOf(set: AgentSet): Uint32Array {
    return set.#words
  }

  #grow(length: number): void {
    const words = new Uint32Array(length)
    words.set(this.#words)
    this.#words = words
  }
}

export const nobodyAtAll: ReadonlyAgentSet = new AgentSet()

export function unionOf(sets: Iterable<ReadonlyAgentSet>): ReadonlyAgentSet {
  const union = new AgentSet()
  for (const set of sets) union.addAll(set)
  return union
}

// There is no other kind of set; the readonly face only hides how to change it.
const wordsOf = (set: ReadonlyAgentSet): Uint32Array => AgentSet.wordsOf(set as AgentSet)
