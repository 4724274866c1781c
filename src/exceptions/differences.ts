import { areSame } from "../expressions/sameness.ts"
import type { Context } from "../messages/context.ts"
import type { Json, JsonObject } from "../messages/json.ts"

/** A value two contexts do not agree on, under the name a condition would use; absent where one has none. */
export interface Difference {
  readonly name: string
  readonly here?: Json
  readonly there?: Json
}

/**
 * All that a condition could tell two contexts apart by: names in alphabetical order, then results, counts, rounds and what was
 * in earlier rounds. The present moment, and ids and case numbers, which few contexts share, are left out.
 */
export function differences(here: Context, there: Context): readonly Difference[] {
  const found: Difference[] = []
  for (const { isDifferent, ...pair } of comparisons(here, there)) if (isDifferent) found.push(pair)
  return found
}

/** All that a condition could look at in either context, under the name it would use, in the same order. */
export function* comparisons(here: Context, there: Context): Iterable<Comparison> {
  const pairs = topPairs(here, there).toReversed()
  for (let pair = pairs.pop(); pair !== undefined; pair = pairs.pop()) {
    const isAlways = alwaysDiffers.test(pair.name)
    const inner = isAlways ? undefined : partsOf(pair)
    if (inner) for (const part of inner.toReversed()) pairs.push(part)
    else yield { ...difference(pair), isDifferent: !isAlways && !isAgreed(pair) }
  }
}

export interface Comparison extends Difference {
  readonly isDifferent: boolean
}

interface Pair {
  readonly name: string
  readonly here: Json | undefined
  readonly there: Json | undefined
}

const alwaysDiffers = /^(now|(item|case|family)\.id|family\.number|event\.(item|case)|items(\.\w+|\[[^\]]*\])\.id)$/
const sets = new Set(["notReady", "ready", "executing", "suspended", "done", "aborted"])

function topPairs(here: Context, there: Context): Pair[] {
  return [
    // A name whose value is null has none.
    ...paired(here.names, there.names, (name) => name).map((pair) => ({
      name: pair.name,
      here: pair.here ?? undefined,
      there: pair.there ?? undefined,
    })),
    ...paired(here.results, there.results, (task) => `result(${quoted(task)})`),
    ...paired(here.counts, there.counts, (task) => `count(${quoted(task)})`),
    ...paired(here.rounds, there.rounds, (loop) => `round(${quoted(loop)})`),
    ...paired(here.past, there.past, (task) => task).flatMap(({ name: task, here, there }) =>
      paired(rounds(here), rounds(there), (round) => `duringRound(${quoted(task)}, ${round})`),
    ),
  ]
}

/** What is inside of both; undefined if they are to be compared as wholes. */
function partsOf({ name, here, there }: Pair): readonly Pair[] | undefined {
  if (isList(here) && isList(there)) {
    if (![...here, ...there].some((element) => typeof element === "object" && element !== null)) return undefined
    return Array.from({ length: Math.max(here.length, there.length) }, (_, index) => ({
      name: `${name}[${index}]`,
      here: here[index],
      there: there[index],
    }))
  }
  if (!isObject(here) || !isObject(there)) return undefined
  return paired(here, there, (key) => (/^[A-Za-z_]\w*$/.test(key) ? `${name}.${key}` : `${name}[${quoted(key)}]`))
}

function isAgreed({ name, here, there }: Pair): boolean {
  if (here === undefined || there === undefined) return here === there
  if (sets.has(name) && isList(here) && isList(there)) return sameMembers(here, there)
  return areSame(here, there, () => {})
}

function sameMembers(here: readonly Json[], there: readonly Json[]): boolean {
  const members = new Set(here)
  return members.size === new Set(there).size && there.every((member) => members.has(member))
}

function difference({ name, here, there }: Pair): Difference {
  return { name, ...(here !== undefined && { here }), ...(there !== undefined && { there }) }
}

function paired(here: JsonObject, there: JsonObject, named: (key: string) => string): Pair[] {
  const keys = new Set([...Object.keys(here), ...Object.keys(there)])
  return [...keys].sort().map((key) => ({ name: named(key), here: own(here, key), there: own(there, key) }))
}

const own = (values: JsonObject, key: string) => (Object.hasOwn(values, key) ? values[key] : undefined)
const rounds = (value: Json | undefined) => (isObject(value) ? value : {})
const quoted = (text: string) => JSON.stringify(text)
const isList = (value: Json | undefined): value is readonly Json[] => Array.isArray(value)

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value)
}
