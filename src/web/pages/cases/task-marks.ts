import type { Output } from "../../../client.ts"
import type { Marks } from "../../net/marks.ts"
import { lookOf } from "../../words/states.ts"

/** How many items and exceptions there are in all, as in `3 items, 1 exception`. */
export function itemsIn(rows: Output<"taskCounts">["rows"]): string {
  const items = rows.flatMap((row) => Object.values(row.items)).reduce((sum, count) => sum + count, 0)
  const exceptions = rows.reduce((sum, row) => sum + row.exceptions, 0)
  return [counted(items, "item"), ...(exceptions > 0 ? [counted(exceptions, "exception")] : [])].join(", ")
}

const counted = (count: number, noun: string): string =>
  `${count.toLocaleString("en")} ${noun}${count === 1 ? "" : "s"}`

/** How many items and exceptions there are at each step, for the net of a process. */
export function taskMarks(rows: Output<"taskCounts">["rows"]): Marks {
  return new Map(
    rows.map(({ task, items, held, exceptions }) => {
      const counts = Object.entries(items)
        .filter(([, count]) => count > 0)
        .map(([status, count]) => ({ tone: lookOf(status).tone, count, word: lookOf(status).word }))
      const all = held > 0 ? [...counts, { tone: "held" as const, count: held, word: "held" }] : counts
      const tone = exceptions > 0 ? "trouble" : held > 0 ? "held" : counts.length > 0 ? "busy" : "idle"
      return [task, { tone, counts: all, ...(exceptions > 0 && { trouble: exceptions }) }] as const
    }),
  )
}
