import type { Desk } from "../../access/desk.ts"
import type { CaseView } from "../../runtime/views.ts"

type Patterns = NonNullable<CaseView["patterns"]>

/** What happened in cases that whoever asks may not see is left out, and patterns nothing else has been seen of with it. */
export async function shownPatterns(desk: Desk, patterns: Patterns): Promise<Patterns> {
  const rows: Patterns[number][] = []
  for (const row of patterns) {
    const seen = []
    for (const event of row.seen) if (await desk.sees(event.case, ["see"])) seen.push(event)
    if (seen.length > 0 || row.seen.length === 0) rows.push({ ...row, seen })
  }
  return rows
}
