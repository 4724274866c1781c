import type { Entry } from "../messages/events.ts"
import type { FamilyId } from "../messages/ids.ts"
import type { NumberedFamily, StoredTreeChange } from "./port.ts"

/**
 * The families whose entries do not follow on from where they stand. `standing` is the version of a family's last event, 0
 * for none; an entry that follows moves it on by as many versions as it has events.
 */
export function conflictsOf(entries: readonly Entry[], standing: (family: FamilyId) => number): readonly FamilyId[] {
  const versions = new Map<FamilyId, number>()
  const conflicts = new Set<FamilyId>()
  for (const { family, version, events } of entries) {
    if (events.length === 0) throw new RangeError(`An entry of family ${family} has no events, so it has no version.`)
    const before = versions.get(family) ?? standing(family)
    if (version === before + 1) versions.set(family, before + events.length)
    else conflicts.add(family)
  }
  return [...conflicts]
}

/** The trees that have the version of one of the changes already, in the store or earlier in the batch. */
export function treeConflictsOf(
  changes: readonly StoredTreeChange[],
  has: (tree: string, version: number) => boolean,
): readonly string[] {
  const given = new Map<string, Set<number>>()
  const conflicts = new Set<string>()
  for (const { tree, version } of changes) {
    const versions = given.get(tree) ?? new Set()
    if (versions.has(version) || has(tree, version)) conflicts.add(tree)
    given.set(tree, versions.add(version))
  }
  return [...conflicts]
}

/** The families that begin with a case number another one has, in the store or earlier in the batch. */
export function numberConflictsOf(
  numbers: readonly NumberedFamily[],
  holder: (number: string) => FamilyId | undefined,
): readonly FamilyId[] {
  const given = new Map<string, FamilyId>()
  const conflicts = new Set<FamilyId>()
  for (const { number, family } of numbers) {
    const has = given.get(number) ?? holder(number)
    if (has !== undefined && has !== family) conflicts.add(family)
    else given.set(number, family)
  }
  return [...conflicts]
}
