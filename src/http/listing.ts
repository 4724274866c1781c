import { cursorInvalid, cursorOf, placeIn } from "./cursor.ts"
import type { Handled } from "./handler.ts"
import { PageBudget, ReadAhead } from "./page-budget.ts"

export interface Listing<Row, Place> {
  /** Cursors are good for one list only. */
  readonly name: string
  readonly asked: { readonly after?: string; readonly limit?: number }
  /** Lets others do something; asked between reads. */
  readonly turn: () => Promise<void>
  /** Rows after a place, in order. */
  read(after: Place | undefined, limit: number): Promise<readonly Row[]>
  placeOf(row: Row): Place
  /** Whether a cursor's place has the form of one. */
  isPlace(value: unknown): value is Place
  /** Whether a row is to be shown; all are unless said. */
  readonly isShown?: (row: Row) => boolean | Promise<boolean>
  /** How many rows one request looks through at most, where each takes long. */
  readonly mostLooked?: number
}

export interface Page<Row> {
  readonly rows: readonly Row[]
  readonly next?: string
}

/** A page of what may be seen. Where little may be, or rows are large, it can be short or empty and still have a next. */
export async function listed<Row extends object, Place>(listing: Listing<Row, Place>): Promise<Handled<Page<Row>>> {
  const { name, asked, isShown, turn } = listing
  const { limit = 100 } = asked
  let after: Place | undefined
  if (asked.after !== undefined) {
    const place = placeIn(name, asked.after)
    if (!listing.isPlace(place)) return { ok: false, rejection: cursorInvalid }
    after = place
  }
  const rows: Row[] = []
  const budget = new PageBudget()
  const { mostLooked = mostRows } = listing
  const ahead = new ReadAhead()
  const largest = Math.min(isShown ? largestRead : Math.min(limit, largestRead), mostLooked)
  for (let looked = 0; looked < mostLooked; ) {
    const most = ahead.rows(largest)
    const read = await listing.read(after, most)
    for (const row of read) {
      if (rows.length === limit) return page(name, rows, after)
      const isIn = isShown === undefined || (await isShown(row))
      if (isShown) await turn()
      if (isIn && !budget.takes(row)) return page(name, rows, after)
      ahead.note(isIn ? budget.last : usualRow)
      after = listing.placeOf(row)
      if (isIn) rows.push(row)
    }
    await turn()
    looked += read.length
    if (read.length < most) return { ok: true, value: { rows } }
    if (rows.length === limit) break
  }
  return page(name, rows, after)
}

function page<Row>(name: string, rows: readonly Row[], after: unknown): Handled<Page<Row>> {
  return { ok: true, value: { rows, ...(after !== undefined && { next: cursorOf(name, after) }) } }
}

/** Characters of a row that nobody has written out. */
const usualRow = 400

/** How many rows one request looks through at most. */
const mostRows = 20_000
/** How many are read at a time: all of them are in memory, however little of them is shown. */
const largestRead = 200

export const isText = (value: unknown): value is string => typeof value === "string" && value.length > 0
