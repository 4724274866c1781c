import type { CaseId } from "../messages/ids.ts"
import type { JsonObject } from "../messages/json.ts"
import type { CaseFacts, Looking } from "./port.ts"

export type Variables = Pick<CaseFacts, "variables">

/** Returns whether a variable of one case is the same as that of another: both share it with their family. */
export function isSharedBy(name: string, one: Variables | undefined, other: Variables | undefined): boolean {
  return one?.variables.get(name)?.shared === true && other?.variables.get(name)?.shared === true
}

/** Returns the other running cases that share something a case has written, and what of it each of them sees. */
export function seenByOthers(
  port: Looking,
  id: CaseId,
  written: JsonObject,
): readonly (readonly [CaseId, JsonObject])[] {
  const writer = port.case(id)
  const shared = Object.keys(written).filter((name) => writer?.variables.get(name)?.shared)
  if (shared.length === 0) return []
  const others = [...port.cases()].filter((each) => each.id !== id && each.isRunning)
  return others.flatMap((other): [CaseId, JsonObject][] => {
    const seen = shared.filter((name) => isSharedBy(name, writer, other))
    return seen.length === 0 ? [] : [[other.id, Object.fromEntries(seen.map((name) => [name, written[name] ?? null]))]]
  })
}

/** Returns a running case that shares a variable: this one if it does, else whichever does. */
export function sharerOf(port: Looking, name: string, first: CaseId): CaseId | undefined {
  const isSharer = (each: CaseFacts | undefined) =>
    each?.isRunning === true && each.variables.get(name)?.shared === true
  return isSharer(port.case(first)) ? first : [...port.cases()].find(isSharer)?.id
}
