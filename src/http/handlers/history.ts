import type { RecordedEntry } from "../../messages/events.ts"
import { asFamilyId } from "../../messages/ids.ts"
import { causeLines, logLines } from "../../runtime/log.ts"
import type { HandlersOf } from "../handler.ts"
import { PageBudget } from "../page-budget.ts"
import { beyondTheEnd } from "../refused.ts"
import { absentFamily } from "./absent.ts"
import { given, refused } from "./answers.ts"

export const history: HandlersOf<"entries" | "log"> = {
  async entries({ after = 0, family, process, agent, limit = 100 }, { desk }) {
    const closed = desk.closed(["see"])
    if (closed) return refused(closed)
    const { engine } = desk
    const filter = { ...(process !== undefined && { process }), ...(agent !== undefined && { agent }) }
    const rows: RecordedEntry[] = []
    const last = await engine.lastPosition()
    if (after > last) return refused(beyondTheEnd("`after`"))
    let next = after
    const budget = new PageBudget()
    reading: for (let looked = 0; looked < mostLooked && rows.length < limit; ) {
      const read = await engine.entries({
        after: next,
        limit: largestRead,
        ...(family !== undefined && { family: asFamilyId(family) }),
      })
      for (const entry of read) {
        if (rows.length === limit) break
        const shown = await desk.history.entry(entry, filter)
        if (shown && !budget.takes(shown)) break reading
        next = entry.position
        if (shown) rows.push(shown)
      }
      looked += read.length
      if (read.length < largestRead) break
    }
    return given({ rows, next, last })
  },

  async log({ family: id, order = "time" }, { desk }) {
    const { engine } = desk
    const family = asFamilyId(id)
    if (!desk.somewhere(["see"])) return refused(absentFamily(id))
    const entries: RecordedEntry[] = []
    let [revision, left] = [0, 0]
    const budget = new PageBudget()
    for (let after = 0; ; ) {
      const read = await engine.entries({ family, after, limit: largestRead })
      for (const entry of read) {
        revision = entry.version + entry.events.length - 1
        after = entry.position
        const shown = await desk.history.entry(entry)
        if (shown && left === 0 && budget.takes(shown)) entries.push(shown)
        else if (shown) left++
      }
      if (read.length < largestRead) break
    }
    const last = entries.at(-1)
    if (last === undefined) return refused(absentFamily(id))
    const lines = order === "time" ? logLines(entries) : causeLines(entries)
    return given({ lines: left === 0 ? lines : [...lines, tooLong(left, last)], revision }, revision)
  },
}

/** How many entries one request looks through at most, and how many it has in memory at a time. */
const mostLooked = 20_000
const largestRead = 100

const tooLong = (left: number, { family, position }: RecordedEntry): string =>
  `… ${left} more entries are not shown: read on with GET /api/v1/entries?family=${family}&after=${position}`
