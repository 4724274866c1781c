import type { Desk } from "../../access/desk.ts"
import type { CaseView } from "../../runtime/views.ts"

type Patterns = NonNullable<CaseView["patterns"]>

/**
 * Returns the patterns the caller may look at, without events of cases they may not see. Patterns with no other event are left out.
 */
export async function shownPatterns(desk: Desk, patterns: Patterns): Promise<Patterns> {
  const shown = new Set(desk.engine.patterns(desk.act({})).map(({ name }) => name))
  const rows: Patterns[number][] = []
  for (const row of patterns) {
    if (!shown.has(row.pattern)) continue
    const seen = []
    for (const event of row.seen) if (await desk.sees(event.case, ["see"])) seen.push(event)
    if (seen.length > 0 || row.seen.length === 0) rows.push({ ...row, seen })
  }
  return rows
}
