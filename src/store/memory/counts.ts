import { isOpen } from "../open-exceptions.ts"
import { openGroups } from "../open-groups.ts"
import type { Counted, Counts, OpenGroup } from "../port.ts"
import type { MemoryDisk } from "./disk.ts"
import { isReady } from "./selection.ts"

export function countsOf(disk: MemoryDisk, now: number): Counts {
  const cases = [...disk.cases.values()].filter(({ state }) => state === "running")
  const items = [...disk.items.values()].filter(({ live }) => live)
  const ready = items.flatMap((row) => (row.worker !== undefined && isReady(row.worker, row) ? row.worker : []))
  return {
    casesByState: counted(cases.map(({ process, state, held }) => ({ process, state, held }))),
    itemsByStatus: counted(items.map(({ process, kind, status, held }) => ({ process, kind, status, held }))),
    exceptions: counted(
      [...disk.exceptions.values()].flatMap(({ process, at, class: name, state }) =>
        isOpen(state) ? { process, at, class: name } : [],
      ),
    ),
    interventions: [...disk.interventions.values()].filter(({ open }) => open).length,
    readyItems: counted(ready.map((worker) => ({ worker }))),
    alarmsDue: [...disk.alarms.values()].filter(({ dueAt }) => dueAt <= now).length,
    broadcasts: disk.broadcasts.size,
    quarantined: disk.quarantine.size,
    deliveries: counted(
      [...disk.outbox.deliveries.values()].map(({ channel, dueAt }) => ({ channel, givenUp: dueAt === undefined })),
    ),
  }
}

export function openGroupsOf({ exceptions, interventions }: MemoryDisk): readonly OpenGroup[] {
  return openGroups(
    [...exceptions.values()].flatMap(({ process, at, class: name, state, raisedAt }) =>
      isOpen(state) ? { process, at, class: name, count: 1, since: raisedAt } : [],
    ),
    [...interventions.values()].flatMap(({ process, at, class: name, open, openedAt, dueAt }) =>
      open
        ? {
            process,
            at,
            count: 1,
            since: openedAt,
            ...(name !== undefined && { class: name }),
            ...(dueAt !== undefined && { dueAt }),
          }
        : [],
    ),
  )
}

export function counted<Kind extends object>(each: readonly Kind[]): readonly (Kind & Counted)[] {
  const counts = new Map<string, Kind & Counted>()
  for (const kind of each) {
    const name = JSON.stringify(kind)
    counts.set(name, { ...kind, count: (counts.get(name)?.count ?? 0) + 1 })
  }
  return [...counts.values()]
}
