import type { ReadonlyTable, Table } from "./table.ts"

/** What a row is to become; null: there is to be none. Plain data, so that it can be written down. */
export interface ChangedRow {
  readonly key: string
  readonly row: unknown
}

/** Something of which these parts are tables, whatever their keys and rows. */
export type Tables<Name extends string> = { readonly [Each in Name]: { readonly size: number } }

/** The same, whatever becomes of these: rows are values, so copies of the tables are enough. */
export function copiedTables<Name extends string, Of extends Tables<Name>>(names: readonly Name[], of: Of): Of {
  const copies = names.map((name) => {
    const table = tableIn(of, name)
    return [name, new Map([...table.keys()].map((key) => [key, table.get(key)]))] as const
  })
  return { ...of, ...Object.fromEntries(copies) }
}

/** By the names of the tables, what has to be changed in `from` for it to be as `to`. */
export function changedTables<Name extends string>(
  names: readonly Name[],
  from: Tables<Name>,
  to: Tables<Name>,
): { readonly [table: string]: readonly ChangedRow[] } {
  const changed = names.map((name) => [name, changedRows(tableIn(from, name), tableIn(to, name))] as const)
  return Object.fromEntries(changed.filter(([, rows]) => rows.length > 0))
}

export function changeTables<Name extends string>(
  names: readonly Name[],
  tables: Tables<Name>,
  changed: { readonly [table: string]: readonly ChangedRow[] },
): void {
  for (const name of names) {
    const table = tables[name] as unknown as Table<string, unknown>
    for (const { key, row } of changed[name] ?? [])
      if (row === null) table.delete(key)
      else table.set(key, row)
  }
}

const tableIn = <Name extends string>(tables: Tables<Name>, name: Name) =>
  tables[name] as unknown as ReadonlyTable<string, unknown>

function changedRows(from: ReadonlyTable<string, unknown>, to: ReadonlyTable<string, unknown>): readonly ChangedRow[] {
  const changed: ChangedRow[] = []
  for (const key of from.keys()) if (!to.has(key)) changed.push({ key, row: null })
  for (const key of to.keys()) {
    const text = JSON.stringify(to.get(key))
    if (JSON.stringify(from.get(key)) !== text) changed.push({ key, row: JSON.parse(text) as unknown })
  }
  return changed
}
