import { type FamilyId, familyOf, numberOf, rootCase } from "../../messages/ids.ts"
import type { EndedFamily, EndedQuery, Forgetting, KeptFamily } from "../records.ts"
import { forgetDecisions } from "./decisions.ts"
import { type MemoryDisk, standingOf } from "./disk.ts"
import { byId, compareText } from "./selection.ts"

export function endedOf(disk: MemoryDisk, { endedBefore, process, after, limit }: EndedQuery): readonly EndedFamily[] {
  const families = Map.groupBy(disk.cases.values(), ({ family }) => family)
  const ended = [...families].flatMap(([family, cases]): readonly EndedFamily[] => {
    if (process !== undefined && disk.cases.get(rootCase(family))?.process !== process) return []
    const places = cases.flatMap(({ id, endedAt }) => (endedAt === undefined ? [] : { family, endedAt, last: id }))
    const last = places.sort(byEnd).at(-1)
    return last && places.length === cases.length && last.endedAt < endedBefore ? [last] : []
  })
  return ended
    .sort(byEnd)
    .filter((place) => after === undefined || byEnd(place, after) > 0)
    .slice(0, limit)
}

type Place = Pick<EndedFamily, "endedAt" | "last">
const byEnd = (one: Place, other: Place): number => one.endedAt - other.endedAt || compareText(one.last, other.last)

export function keptOf(disk: MemoryDisk, family: FamilyId): readonly KeptFamily[] {
  const entries = disk.families.get(family)
  if (entries === undefined) return []
  const own = <Row extends { readonly family: FamilyId }>(rows: Iterable<Row>): Row[] =>
    [...rows].filter((row) => row.family === family)
  const expected = [...disk.expectations].some(([id, rows]) => familyOf(id) === family && rows.length > 0)
  return [
    {
      family,
      entries,
      cases: own(disk.cases.values()).sort(byId),
      items: own(disk.items.values()).sort(byId),
      exceptions: own(disk.exceptions.values()).sort((one, other) => numberOf(one.id) - numberOf(other.id)),
      interventions: own(disk.interventions.values()).sort(byId),
      notifications: own(disk.outbox.notifications.values()),
      isWaiting:
        expected ||
        disk.quarantine.has(family) ||
        own(disk.alarms.values()).length > 0 ||
        own(disk.broadcasts.values()).length > 0,
    },
  ]
}

export function forget(disk: MemoryDisk, families: readonly Forgetting[]): readonly FamilyId[] {
  const gone = families.filter(
    ({ family, version }) => version > 0 && standingOf(disk, family) === version && !disk.quarantine.has(family),
  )
  const names = new Set(gone.map(({ family }) => family))
  const kept = disk.entries.filter(({ family }) => !names.has(family))
  disk.entries.length = 0
  for (const entry of kept) disk.entries.push(entry)
  for (const table of [
    disk.cases,
    disk.items,
    disk.alarms,
    disk.exceptions,
    disk.interventions,
    disk.broadcasts,
    disk.outbox.notifications,
  ] as readonly Map<string, { readonly family: FamilyId }>[])
    for (const [key, row] of table) if (names.has(row.family)) table.delete(key)
  for (const [number, family] of disk.numbers) if (names.has(family)) disk.numbers.delete(number)
  for (const id of disk.expectations.keys()) if (names.has(familyOf(id))) disk.expectations.delete(id)
  for (const family of names) {
    disk.families.delete(family)
    disk.snapshots.delete(family)
  }
  for (const { family, trees } of gone) forgetDecisions(disk.decisions, family, trees)
  return [...names]
}
