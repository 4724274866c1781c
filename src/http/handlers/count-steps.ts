import type { Input } from "../../api/operations.ts"
import type { CaseId } from "../../messages/ids.ts"
import type { ListedCase } from "../../store/port.ts"
import type { Asking } from "../handler.ts"
import { absentProcess } from "./absent.ts"
import { given, refused } from "./answers.ts"
import { mostEvaluated, selectionOf } from "./case-list.ts"

/** What there is at the steps of a process, in exactly the cases that a list with the same filters has. */
export async function countSteps(asked: Input<"taskCounts">, { desk }: Asking) {
  const { process, version } = asked
  const isThere = desk.may("see", { process }) && desk.engine.process(process, version) !== undefined
  if (!isThere) return refused(absentProcess(process))
  const selection = selectionOf(asked, desk)
  if ("code" in selection) return refused(selection)
  const { query, condition } = selection
  const filters = Object.keys(query).filter((name) => name !== "process" && name !== "version")
  if (filters.length === 0 && condition === undefined) return given(await desk.engine.taskCounts(process, version))
  const most = condition ? mostEvaluated * pages : mostCounted
  const cases: CaseId[] = []
  let looked = 0
  for (let after: ListedCase | undefined; ; ) {
    const place = after && { after: after.id, afterStartedAt: after.startedAt }
    const limit = Math.min(mostEvaluated, most - looked)
    const rows = await desk.engine.cases({ ...query, order: "newest", limit, ...place })
    for (const row of rows) if (condition === undefined || (await condition.holds(row))) cases.push(row.id)
    looked += rows.length
    after = rows.at(-1)
    if (rows.length < limit || after === undefined) return given(await desk.engine.taskCounts(process, cases))
    if (looked >= most) return given({ ...(await desk.engine.taskCounts(process, cases)), looked })
  }
}

/** Beyond so many cases a picture of them takes too long: the newest are counted. */
const mostCounted = 10_000
/** With a condition each case is loaded. */
const pages = 5
