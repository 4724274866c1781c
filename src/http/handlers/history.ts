import type { Desk } from "../../access/desk.ts"
import type { Input } from "../../api/operations.ts"
import type { Refusal } from "../../api/problems.ts"
import type { RecordedEntry } from "../../messages/events.ts"
import { asFamilyId } from "../../messages/ids.ts"
import { causeLines, logLines } from "../../runtime/log.ts"
import { isBeyond } from "../beyond-the-end.ts"
import type { Asking, HandlersOf } from "../handler.ts"
import { PageBudget, pageSize, ReadAhead } from "../page-budget.ts"
import { beyondTheEnd } from "../refused.ts"
import { absentFamily } from "./absent.ts"
import { given, refused } from "./answers.ts"

export const history: HandlersOf<"entries" | "log"> = {
  async entries(asked, { desk, turn }) {
    const { after = 0, family, process, agent, limit = 100, order = "oldest" } = asked
    const closed = desk.closed(["see"])
    if (closed) return refused(closed)
    const wrong = order === "newest" ? asked.after : asked.before
    if (wrong !== undefined) return refused(otherWay(order === "newest" ? "after" : "before"))
    if (order === "newest") return newestEntries(asked, desk, turn)
    const { engine } = desk
    const filter = { ...(process !== undefined && { process }), ...(agent !== undefined && { agent }) }
    const rows: RecordedEntry[] = []
    const last = await engine.lastPosition()
    if (after > last && (await isBeyond(engine, after))) return refused(beyondTheEnd("`after`"))
    let upTo = after
    let isEnd = false
    const budget = new PageBudget()
    const ahead = new ReadAhead()
    reading: for (let looked = 0; looked < mostLooked && rows.length < limit; ) {
      const most = ahead.rows(largestRead)
      const read = await engine.entries({
        after: upTo,
        limit: most,
        ...(family !== undefined && { family: asFamilyId(family) }),
      })
      for (const entry of read) {
        if (rows.length === limit) break reading
        const shown = await desk.history.entry(entry, filter)
        if (shown && !budget.takes(shown)) break reading
        ahead.note(shown ? budget.last : usualEntry)
        upTo = entry.position
        if (shown) rows.push(shown)
      }
      await turn()
      looked += read.length
      isEnd = read.length < most
      if (isEnd) break
    }
    return given({ rows, ...(!isEnd && upTo < last && { next: upTo }), upTo, last })
  },

  async log({ family: id, order = "time" }, { desk, turn }) {
    const { engine } = desk
    const family = asFamilyId(id)
    if (!desk.somewhere(["see"])) return refused(absentFamily(id))
    const entries: RecordedEntry[] = []
    let [revision, left] = [0, 0]
    const budget = new PageBudget(8 * pageSize)
    const ahead = new ReadAhead()
    for (let after = 0; ; ) {
      const most = ahead.rows(largestRead)
      const read = await engine.entries({ family, after, limit: most })
      for (const entry of read) {
        revision = entry.version + entry.events.length - 1
        after = entry.position
        const shown = await desk.history.entry(entry)
        ahead.note(left === 0 ? budget.last : usualEntry)
        if (shown && left === 0 && budget.takes(shown)) entries.push(shown)
        else if (shown) left++
      }
      await turn()
      if (read.length < most) break
    }
    const last = entries.at(-1)
    if (last === undefined) return refused(absentFamily(id))
    const lines = order === "time" ? logLines(entries) : causeLines(entries)
    return given({ lines: left === 0 ? lines : [...lines, tooLong(left, last)], revision }, revision)
  },
}

/** A page from the end, or from before a position, backwards. */
async function newestEntries(
  { before, family, process, agent, limit = 100 }: Input<"entries">,
  desk: Desk,
  turn: Asking["turn"],
) {
  const filter = { ...(process !== undefined && { process }), ...(agent !== undefined && { agent }) }
  const last = await desk.engine.lastPosition()
  const rows: RecordedEntry[] = []
  const budget = new PageBudget()
  const ahead = new ReadAhead()
  let upTo = before ?? last + 1
  const more = () => given({ rows, next: upTo, upTo, last })
  for (let looked = 0; looked < mostLooked; ) {
    const of = family !== undefined && { family: asFamilyId(family) }
    const most = ahead.rows(largestRead)
    const read = await desk.engine.entries({ before: upTo, limit: most, ...of })
    for (const entry of read) {
      if (rows.length === limit) return more()
      const shown = await desk.history.entry(entry, filter)
      if (shown && !budget.takes(shown)) return more()
      ahead.note(shown ? budget.last : usualEntry)
      upTo = entry.position
      if (shown) rows.push(shown)
    }
    await turn()
    looked += read.length
    if (read.length < most) return given({ rows, upTo: 0, last })
  }
  return more()
}

const otherWay = (field: "after" | "before"): Refusal => ({
  code: "REQUEST_INVALID",
  message: `\`${field}\` does not go with that order`,
  remedy: "Give `after` where the oldest come first, and `before` with `order=newest`",
  fields: [{ field, code: "WRONG_ORDER", message: "goes with the other order" }],
})

/** How many entries one request looks through at most, and how many it has in memory at a time. */
const mostLooked = 20_000
const largestRead = 100
/** Characters of an entry that nobody has written out. */
const usualEntry = 1000

const tooLong = (left: number, { family, position }: RecordedEntry): string =>
  `… ${left} more entries are not shown: read on with GET /api/v1/entries?family=${family}&after=${position}`
