import { replaceEqualDeep } from "@tanstack/react-query"

interface Row {
  readonly id?: unknown
}
interface Rows {
  readonly rows: readonly Row[]
}
interface Pages {
  readonly pages: readonly Rows[]
}

/** The pages of a list with every row that is as it was before taken from there, wherever it stands now: so that it is not drawn again. */
export function sharedRows(before: unknown, after: unknown): unknown {
  if (!isPages(before) || !isPages(after)) return after
  const known = new Map(before.pages.flatMap(({ rows }) => rows.map((row) => [row.id, row] as const)))
  const shared = {
    ...after,
    pages: after.pages.map((page) => ({
      ...page,
      rows: page.rows.map((row) => (row.id === undefined ? row : replaceEqualDeep(known.get(row.id), row))),
    })),
  }
  // Where nothing has changed at all, nothing is to be another.
  const isSame = shared.pages.every(({ rows }, at) => isSameList(before.pages[at]?.rows, rows))
  return isSame && JSON.stringify(before) === JSON.stringify(after) ? before : shared
}

const isSameList = (one: readonly unknown[] | undefined, other: readonly unknown[]): boolean =>
  one?.length === other.length && other.every((row, at) => row === one[at])

function isPages(value: unknown): value is Pages {
  return Array.isArray((value as Partial<Pages> | undefined)?.pages)
}
