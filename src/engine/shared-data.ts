import type { CaseId, RunId } from "../messages/ids.ts"
import type { Json, JsonObject } from "../messages/json.ts"
import type { FieldProblem } from "../messages/rejections.ts"
import type { Process } from "../model/net.ts"
import { disagreement, sharedNames } from "../model/shared-data.ts"
import type { Draft } from "./draft.ts"
import type { Case, Family, Mark, SharedValue } from "./family.ts"

type Shares = Pick<Family, "cases" | "shared">

/** Returns what a case works on: its own data, and what it shares with its family. The same object as long as nothing changes. */
export function dataOf({ shared }: Pick<Shares, "shared">, found: Case | undefined): JsonObject {
  if (found === undefined) return nothing
  if (found.shares === undefined) return found.own
  const rows = found.shares.map((name) => shared.get(name))
  const known = joined.get(found)
  if (known && rows.every((row, index) => row === known.rows[index])) return known.data
  const there = found.shares.flatMap((name, index) => {
    const row = rows[index]
    return row === undefined ? [] : [[name, row.value] as const]
  })
  const data = { ...found.own, ...Object.fromEntries(there) }
  joined.set(found, { rows, data })
  return data
}

export const dataOfCase = (family: Shares, id: CaseId): JsonObject => dataOf(family, family.cases.get(id))

/** Writes each value where it belongs, and takes away those that had none before. `runs`: on whose behalf, outer first. */
export function writeTo(
  draft: Draft,
  found: Case,
  values: JsonObject,
  { unset = [], runs = [] }: { readonly unset?: readonly string[]; readonly runs?: readonly RunId[] } = {},
): Case {
  const { shares = [] } = found
  const isShared = (name: string) => shares.includes(name)
  const own: Record<string, Json> = { ...found.own, ...values }
  for (const name of unset) delete own[name]
  for (const name of shares) {
    delete own[name]
    if (Object.hasOwn(values, name)) draft.shared.set(name, marked(draft.shared.get(name), values[name] ?? null, runs))
  }
  for (const name of unset) if (isShared(name)) draft.shared.delete(name)
  const written = { ...found, own }
  draft.cases.set(found.id, written)
  return written
}

/** Returns what a case begins with, but for what its family has already: that nobody has written. */
export function newIn({ shared }: Pick<Shares, "shared">, { shares = [] }: Case, data: JsonObject): JsonObject {
  const isThere = (name: string, value: Json) =>
    shares.includes(name) && JSON.stringify(shared.get(name)?.value) === JSON.stringify(value)
  return Object.fromEntries(Object.entries(data).filter(([name, value]) => !isThere(name, value)))
}

/** Returns the runs a case works for as a worklet, outer first, and last the one that writes there itself. */
export function runsBehind({ cases }: Pick<Shares, "cases">, { parent }: Case, own?: RunId): readonly RunId[] {
  const runs: RunId[] = own ? [own] : []
  for (let at = parent; at; at = cases.get(at.case)?.parent) if (at.run && !runs.includes(at.run)) runs.unshift(at.run)
  return runs
}

/** Returns what was there before of all that only this run and its worklets have written since. */
export function sharedBefore({ shared }: Pick<Shares, "shared">, run: RunId): JsonObject {
  const before: Record<string, Json> = {}
  for (const [name, { marks = [] }] of shared.entries()) {
    const mark = marks.find((each) => each.run === run)
    if (mark) before[name] = mark.before
  }
  return before
}

/** Returns the other running cases that share one of these variables with a case. */
export function sharers({ cases }: Pick<Shares, "cases">, id: CaseId, names: Iterable<string>): readonly CaseId[] {
  const { shares = [] } = cases.get(id) ?? {}
  const written = shares.length === 0 ? [] : [...names].filter((name) => shares.includes(name))
  if (written.length === 0) return []
  return [...cases.values()]
    .filter((each) => each.id !== id && each.state === "running" && each.shares?.some((name) => written.includes(name)))
    .map((each) => each.id)
}

/** Of what one case has written, what another one sees as its own. */
export function seenBy({ cases }: Pick<Shares, "cases">, other: CaseId, id: CaseId, written: JsonObject): JsonObject {
  const [here, there] = [cases.get(id)?.shares ?? [], cases.get(other)?.shares ?? []]
  const isSeen = (name: string) => here.includes(name) && there.includes(name)
  return Object.fromEntries(Object.entries(written).filter(([name]) => isSeen(name)))
}

/** Returns what the family has already of the variables a process shares. */
export function sharedBy({ shared }: Pick<Shares, "shared">, process: Process): JsonObject {
  const there: Record<string, Json> = {}
  for (const name of sharedNames(process)) {
    const value = shared.get(name)?.value ?? null
    if (value !== null) there[name] = value
  }
  return there
}

/** What keeps a case from joining: variables that have a value already and are given another, or are declared differently. */
export function cannotShare(
  { cases }: Shares,
  process: Process,
  given: { readonly there: JsonObject; readonly data: JsonObject },
  find: (name: string, version: number) => Process | undefined,
): readonly FieldProblem[] {
  const names = sharedNames(process)
  if (names.length === 0) return []
  const others = new Set([...cases.values()].map(({ process: name, version }) => find(name, version)))
  return names.flatMap((name): readonly FieldProblem[] => {
    for (const other of others) {
      const message = other && disagreement(name, process, other)
      if (message !== undefined) return [{ field: name, code: "SHARED_DIFFERENTLY", message }]
    }
    const isOther =
      Object.hasOwn(given.there, name) &&
      (given.data[name] ?? null) !== null &&
      JSON.stringify(given.data[name]) !== JSON.stringify(given.there[name])
    const message = "the family has a value for it already: leave it out, and change it once the case has started"
    return isOther ? [{ field: name, code: "ALREADY_GIVEN", message }] : []
  })
}

/** What others than a run's own have written is not the run's to put back. */
function marked(there: SharedValue | undefined, value: Json, runs: readonly RunId[]): SharedValue {
  if (runs.length === 0) return { value }
  const before = there?.value ?? null
  const marks = runs.map((run): Mark => there?.marks?.find((each) => each.run === run) ?? { run, before })
  return { value, marks }
}

const nothing: JsonObject = {}
const joined = new WeakMap<Case, { readonly rows: readonly (SharedValue | undefined)[]; readonly data: JsonObject }>()
