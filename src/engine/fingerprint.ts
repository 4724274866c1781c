import type { Json, JsonObject } from "../messages/json.ts"
import type { Reads } from "../model/net.ts"

/** The same for the same values under the same names, whatever their order; `words` are told apart too. */
export function fingerprintOf(
  data: JsonObject,
  reads: Reads | undefined,
  locals: readonly JsonObject[],
  words: string,
): string {
  const sum = new Sum()
  if (words !== "") sum.add(textHash(words, 0))
  if (reads === undefined) addAll(sum, data)
  else for (const name of namesIn(reads)) if (Object.hasOwn(data, name)) addOne(sum, name, data[name])
  for (const values of locals) addAll(sum, values)
  return sum.text
}

/** What expressions read besides data changes with every look at it, and is no input of the task's own. */
function namesIn(reads: Reads): Iterable<string> {
  if (reads.form === "names") return reads.names
  return new Set(reads.entries.flatMap(([, { names }]) => [...names]))
}

function addAll(sum: Sum, values: JsonObject): void {
  for (const name in values) addOne(sum, name, values[name])
}

function addOne(sum: Sum, name: string, value: Json | undefined): void {
  sum.add(textHash(name, valueHash(value ?? null)))
}

/** Two numbers of 32 bits, each added up: what comes first does not matter. */
class Sum {
  #low = 0
  #high = 0

  add(hash: number): void {
    this.#low = (this.#low + hash) | 0
    this.#high = (this.#high + Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)) | 0
  }

  get text(): string {
    return (this.#low >>> 0).toString(36) + (this.#high >>> 0).toString(36)
  }
}

function valueHash(value: Json): number {
  if (typeof value === "string") return textHash(value, 1)
  if (typeof value !== "object" || value === null) return textHash(String(value), 2)
  const known = hashes.get(value)
  if (known !== undefined) return known
  const hash = textHash(JSON.stringify(value), 3)
  hashes.set(value, hash)
  return hash
}

/** Lists and objects stay the same ones while nobody writes them, and may be large. */
const hashes = new WeakMap<object, number>()

/** FNV-1a. Of long text only some: it is read at every turn of a loop. */
function textHash(text: string, seed: number): number {
  let hash = 0x811c9dc5 ^ Math.imul(text.length + seed, 0x9e3779b1)
  const step = text.length > most ? Math.ceil(text.length / most) : 1
  for (let index = 0; index < text.length; index += step) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  return hash ^ (hash >>> 13)
}

const most = 4096
