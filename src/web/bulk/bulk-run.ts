/** The same thing done to many, a few at a time: how far it has come, and what came of each. Values only; `use-bulk-run.ts` does it. */
export interface BulkRun {
  readonly rows: readonly BulkRow[]
  readonly isCancelled: boolean
}

export interface BulkRow {
  readonly id: string
  readonly state: "waiting" | "underWay" | "done" | "refused" | "cancelled"
  /** What would happen, what has happened, or why not. */
  readonly text?: string
  /** Goes with every attempt, so that one that was lost on the way is not done twice. */
  readonly key: string
}

export interface Outcome {
  readonly ok: boolean
  readonly text: string
}

export function planned(ids: readonly string[], keyOf: (id: string) => string): BulkRun {
  return {
    rows: [...new Set(ids)].map((id) => ({ id, state: "waiting", key: keyOf(id) })),
    isCancelled: false,
  }
}

/** The next to begin with, at most so many; none once it is cancelled. */
export function nextOf({ rows, isCancelled }: BulkRun, most: number): readonly BulkRow[] {
  if (isCancelled || most <= 0) return []
  return rows.filter(({ state }) => state === "waiting").slice(0, most)
}

export function begun(run: BulkRun, ids: readonly string[]): BulkRun {
  return changed(run, new Set(ids), ({ id, key }) => ({ id, key, state: "underWay" }))
}

export function ended(run: BulkRun, outcomes: ReadonlyMap<string, Outcome>): BulkRun {
  return changed(run, new Set(outcomes.keys()), ({ id, key }) => {
    const { ok = false, text = "" } = outcomes.get(id) ?? {}
    return { id, key, state: ok ? "done" : "refused", text }
  })
}

/** What has not begun is left; what is under way ends. */
export function cancelled({ rows }: BulkRun): BulkRun {
  return {
    isCancelled: true,
    rows: rows.map((row) => (row.state === "waiting" ? { ...row, state: "cancelled" } : row)),
  }
}

/** Those that were refused or left, once more; what is done stays done. */
export function again({ rows }: BulkRun): BulkRun {
  return {
    isCancelled: false,
    rows: rows.map((row) =>
      row.state === "refused" || row.state === "cancelled" ? { id: row.id, key: row.key, state: "waiting" } : row,
    ),
  }
}

export interface Progress {
  readonly total: number
  readonly done: number
  readonly refused: number
  readonly cancelled: number
  /** Neither waiting nor under way. */
  readonly settled: number
  readonly isOver: boolean
}

export function progressOf({ rows }: BulkRun): Progress {
  const count = (wanted: BulkRow["state"]) => rows.filter(({ state }) => state === wanted).length
  const [done, refused, left] = [count("done"), count("refused"), count("cancelled")]
  const settled = done + refused + left
  return { total: rows.length, done, refused, cancelled: left, settled, isOver: settled === rows.length }
}

function changed({ rows, isCancelled }: BulkRun, ids: ReadonlySet<string>, to: (row: BulkRow) => BulkRow): BulkRun {
  return { isCancelled, rows: rows.map((row) => (ids.has(row.id) ? to(row) : row)) }
}
