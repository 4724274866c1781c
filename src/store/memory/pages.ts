import { numberOf } from "../../messages/ids.ts"
import type { ExpectationChange } from "../port.ts"
import type { Cursor, Page, RowCounts, RowKind, RowOf } from "../whole-store.ts"
import type { MemoryDisk } from "./disk.ts"
import { compareText } from "./selection.ts"

/** The rows of a kind after a cursor, in the order of their keys. */
export function pageOf<Kind extends RowKind>(
  disk: MemoryDisk,
  kind: Kind,
  after: Cursor | undefined,
  limit: number,
): Page<RowOf[Kind]> {
  const keyed = keyedRows(disk, kind)
  const rest = after ? keyed.filter(({ key }) => compare(key, after) > 0) : keyed
  const page = rest.slice(0, limit)
  const next = rest.length > limit ? page.at(-1)?.key : undefined
  return { rows: page.map(({ row }) => row), ...(next && { next }) }
}

export function countRows(disk: MemoryDisk): RowCounts {
  return Object.fromEntries(
    Object.entries(sources)
      .filter(([kind]) => kind !== "histories")
      .map(([kind, { rows }]) => [kind, rows(disk).length]),
  ) as Record<Exclude<RowKind, "histories">, number>
}

interface Source<Row> {
  readonly rows: (disk: MemoryDisk) => readonly Row[]
  readonly key: (row: Row, number: number) => Cursor
}

const sources: { readonly [Kind in RowKind]: Source<RowOf[Kind]> } = {
  entries: { rows: ({ entries }) => entries, key: ({ position }) => [position] },
  histories: { rows: ({ entries }) => entries, key: ({ family, version }) => [family, version] },
  snapshots: { rows: ({ snapshots }) => [...snapshots.values()], key: ({ family }) => [family] },
  processes: { rows: ({ processes }) => [...processes.values()], key: ({ name, version }) => [name, version] },
  definitions: { rows: ({ definitions }) => [...definitions.values()], key: (_, number) => [number] },
  treeChanges: {
    rows: ({ treeChanges }) => [...treeChanges.values()].flatMap((changes) => [...changes.values()]),
    key: ({ tree, version }) => [tree, version],
  },
  decisions: {
    rows: ({ decisions }) =>
      [...decisions.values()].flatMap(({ families }) =>
        [...families.values()].flatMap((versions) => [...versions.values()]),
      ),
    key: ({ tree, family, version }) => [tree, family, version],
  },
  cases: { rows: ({ cases }) => [...cases.values()], key: ({ id }) => [id] },
  items: { rows: ({ items }) => [...items.values()], key: ({ id }) => [id] },
  alarms: {
    rows: ({ alarms }) =>
      [...alarms.values()].map(({ family, id, kind, dueAt, attempt }) =>
        kind === "timer" ? { family, id, kind, dueAt } : { family, id, kind, dueAt, attempt: attempt ?? 0 },
      ),
    key: ({ id }) => [id],
  },
  expectations: { rows: expectationsIn, key: (change) => [change.case] },
  exceptions: { rows: ({ exceptions }) => [...exceptions.values()], key: ({ family, id }) => [family, numberOf(id)] },
  interventions: { rows: ({ interventions }) => [...interventions.values()], key: ({ id }) => [id] },
  experience: { rows: ({ experience }) => [...experience.values()], key: ({ agent, task }) => [agent, task] },
  broadcasts: { rows: ({ broadcasts }) => [...broadcasts.values()], key: ({ family, version }) => [family, version] },
  quarantines: { rows: ({ quarantine }) => [...quarantine.values()], key: ({ family }) => [family] },
  requests: { rows: ({ requests }) => [...requests.values()], key: ({ agent, key }) => [agent, key] },
  credentials: { rows: ({ credentials }) => [...credentials.values()], key: ({ id }) => [id] },
  notifications: {
    rows: ({ outbox }) => [...outbox.notifications.values()],
    key: ({ agent }, number) => [agent, number],
  },
  deliveries: { rows: ({ outbox }) => [...outbox.deliveries.values()], key: (_, number) => [number] },
}

function keyedRows<Kind extends RowKind>(disk: MemoryDisk, kind: Kind) {
  const { rows, key }: Source<RowOf[Kind]> = sources[kind]
  return rows(disk)
    .map((row, number) => ({ row, key: key(row, number) }))
    .sort((one, other) => compare(one.key, other.key))
}

function expectationsIn({ expectations }: MemoryDisk): readonly ExpectationChange[] {
  return [...expectations].flatMap(([id, expected]) => {
    const [first] = expected
    return first ? [{ family: first.row.family, case: id, rows: expected.map(({ row }) => row) }] : []
  })
}

function compare(one: Cursor, other: Cursor): number {
  for (const [index, part] of one.entries()) {
    const against = other[index]
    if (against === undefined) return 1
    const order =
      typeof part === "number" && typeof against === "number"
        ? part - against
        : compareText(String(part), String(against))
    if (order !== 0) return order
  }
  return 0
}
