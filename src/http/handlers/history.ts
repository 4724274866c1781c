import type { RecordedEntry } from "../../messages/events.ts"
import { asFamilyId } from "../../messages/ids.ts"
import { causeLines, logLines } from "../../runtime/log.ts"
import type { HandlersOf } from "../handler.ts"
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
    for (let looked = 0; looked < mostLooked && rows.length < limit; ) {
      const read = await engine.entries({
        after: next,
        limit: Math.max(limit, 200),
        ...(family !== undefined && { family: asFamilyId(family) }),
      })
      for (const entry of read) {
        if (rows.length === limit) break
        next = entry.position
        const shown = await desk.history.entry(entry, filter)
        if (shown) rows.push(shown)
      }
      looked += read.length
      if (read.length < Math.max(limit, 200)) break
    }
    return given({ rows, next, last })
  },

  async log({ family: id, order = "time" }, { desk }) {
    const { engine } = desk
    const family = asFamilyId(id)
    if (!desk.somewhere(["see"])) return refused(absentFamily(id))
    const entries: RecordedEntry[] = []
    let revision = 0
    for (let after = 0; ; ) {
      const read = await engine.entries({ family, after, limit: 1000 })
      for (const entry of read) {
        revision = entry.version + entry.events.length - 1
        after = entry.position
        const shown = await desk.history.entry(entry)
        if (shown) entries.push(shown)
      }
      if (read.length < 1000) break
    }
    if (entries.length === 0) return refused(absentFamily(id))
    return given({ lines: order === "time" ? logLines(entries) : causeLines(entries), revision }, revision)
  },
}

/** How many entries one request looks through at most. */
const mostLooked = 20_000
