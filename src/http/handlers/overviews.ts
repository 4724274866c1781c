import type { Refusal } from "../../api/problems.ts"
import { calendarMonths, fixedMilliseconds, parseDuration } from "../../expressions/time.ts"
import type { HandlersOf } from "../handler.ts"
import { given, refused } from "./answers.ts"
import { countSteps } from "./count-steps.ts"
import { noMoment } from "./people.ts"
import { momentOf } from "./written-moment.ts"

const watching = ["see", "intervene"] as const

export const overviews: HandlersOf<"taskCounts" | "overview" | "exceptionTrend"> = {
  taskCounts: countSteps,

  async overview({ since: written = 0 }, { desk }) {
    const closed = desk.closed(["see"])
    if (closed) return refused(closed)
    const since = momentOf(written)
    if (since === undefined) return refused(noMoment("since", written))
    const rows = (await desk.engine.overview(since)).filter(({ process }) => desk.may("see", { process }))
    const all = { running: 0, held: 0, trouble: 0, ended: 0, completed: 0, interventions: 0, overdue: 0 }
    for (const row of rows) for (const name of Object.keys(all) as (keyof typeof all)[]) all[name] += row[name]
    return given({ since, ...all, rows })
  },

  async exceptionTrend({ from: begin, to: end, bucket: written = "P1D", process }, { desk }) {
    const closed = desk.closed(watching)
    if (closed) return refused(closed)
    const [from, to] = [momentOf(begin), momentOf(end)]
    if (from === undefined) return refused(noMoment("from", begin))
    if (to === undefined) return refused(noMoment("to", end))
    const bucket = lengthOf(written)
    if (bucket === undefined) return refused(noLength(written))
    if ((to - from) / bucket > mostBuckets) return refused(tooMany)
    const raised = await desk.engine.exceptionTrend(from, to, bucket)
    const rows = raised
      .filter((row) => (process ?? row.process) === row.process && desk.mayOne(watching, { process: row.process }))
      .map(({ stretch, ...row }) => ({ at: from + stretch * bucket, ...row }))
      .sort((one, other) => one.at - other.at || (nameOf(one) < nameOf(other) ? -1 : 1))
    return given({ from, to, bucket, rows })
  },
}

const mostBuckets = 400

const nameOf = (row: { readonly class: string; readonly process: string }): string => `${row.class} ${row.process}`

/** Months differ in length, so they are no bucket. */
function lengthOf(written: string): number | undefined {
  const duration = parseDuration(written)
  if (duration === undefined || calendarMonths(duration) !== 0) return undefined
  const length = fixedMilliseconds(duration)
  return length >= 1 ? length : undefined
}

const noLength = (written: string): Refusal => ({
  code: "REQUEST_INVALID",
  message: `\`bucket\` is not a length of time: ${written}`,
  remedy: "Write it as in PT1H or P1D; months and years differ in length",
  fields: [{ field: "bucket", code: "NO_DURATION", message: "not a length of time that is always the same" }],
})

const tooMany: Refusal = {
  code: "REQUEST_INVALID",
  message: `there would be more than ${mostBuckets} buckets`,
  remedy: "Ask for a shorter time, or for longer buckets",
  fields: [{ field: "bucket", code: "TOO_MANY", message: `more than ${mostBuckets}` }],
}
