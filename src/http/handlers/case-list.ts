import type { Desk } from "../../access/desk.ts"
import type { Input } from "../../api/operations.ts"
import type { Refusal } from "../../api/problems.ts"
import { asCaseId, asFamilyId, type CaseId } from "../../messages/ids.ts"
import type { CaseCondition } from "../../runtime/case-condition.ts"
import type { CasesAsked } from "../../runtime/verbs/looking.ts"
import type { ListedCase } from "../../store/port.ts"
import type { Asking } from "../handler.ts"
import { listed } from "../listing.ts"
import { given, refused } from "./answers.ts"
import { noMoment } from "./people.ts"
import { momentOf } from "./written-moment.ts"

/** A page of the cases somebody may see. */
export async function listCases(asked: Input<"cases">, { desk, turn }: Asking) {
  const closed = desk.closed(["see"])
  if (closed) return refused(closed)
  const selection = selectionOf(asked, desk)
  if ("code" in selection) return refused(selection)
  const { query, condition } = selection
  const { order } = asked
  const seesAll = desk.may("see")
  const isShown = async (row: ListedCase) =>
    (seesAll || desk.may("see", { process: row.process })) && (condition === undefined || (await condition.holds(row)))
  const page = await listed<ListedCase, Place>({
    turn,
    name: order === undefined || order === "id" ? "cases" : `cases ${order}`,
    asked,
    read: (after, limit) =>
      desk.engine.cases({ ...query, limit, ...(order !== undefined && { order }), ...(after && placeOf(after)) }),
    placeOf: ({ id, startedAt }) => (order === undefined || order === "id" ? id : [id, startedAt]),
    isPlace,
    ...((!seesAll || condition) && { isShown }),
    ...(condition && { mostLooked: mostEvaluated }),
  })
  if (!page.ok) return page
  return given({ ...page.value, rows: page.value.rows.map((row) => ({ ...row, ...titleOf(row) })) })

  function titleOf({ process: name, version: of }: ListedCase): { readonly title?: string } {
    const title = desk.engine.process(name, of)?.source.title
    return typeof title === "string" ? { title } : {}
  }
}

/** Which cases are meant, as both the list and the counts at its steps take it. */
export type CaseSelection = Omit<Input<"cases">, "order" | "limit" | "after">

interface Selection {
  readonly query: CasesAsked
  /** Asked of each case, and so only of so many. */
  readonly condition?: Extract<CaseCondition, { readonly ok: true }>
}

export function selectionOf(asked: CaseSelection, desk: Desk): Selection | Refusal {
  const { process, version, state, family, number, held, trouble, exception, where } = asked
  const moments: { [Name in (typeof bounds)[number]]?: number } = {}
  for (const name of bounds) {
    const written = asked[name]
    if (written === undefined) continue
    const moment = momentOf(written)
    if (moment === undefined) return noMoment(name, written)
    moments[name] = moment
  }
  const condition = where === undefined ? undefined : desk.engine.caseCondition(where, process, desk.act({}))
  if (condition?.ok === false) return wrongCondition(condition.message)
  return {
    query: {
      ...(process !== undefined && { process }),
      ...(version !== undefined && { version }),
      ...(state !== undefined && { state }),
      ...(family !== undefined && { family: asFamilyId(family) }),
      ...(number !== undefined && { number }),
      ...(held !== undefined && { held }),
      ...(trouble !== undefined && { trouble }),
      ...(exception !== undefined && { exception }),
      ...moments,
    },
    ...(condition && { condition }),
  }
}

const bounds = ["startedBefore", "startedAfter", "endedBefore", "endedAfter"] as const

/** How many cases are loaded for one page: each takes about as long as looking at it. */
export const mostEvaluated = 200

/** Of the order of time, with when it was started. */
type Place = string | readonly [id: string, startedAt: number]

function placeOf(place: Place): { readonly after: CaseId; readonly afterStartedAt?: number } {
  return typeof place === "string"
    ? { after: asCaseId(place) }
    : { after: asCaseId(place[0]), afterStartedAt: place[1] }
}

function isPlace(value: unknown): value is Place {
  if (typeof value === "string") return value.length > 0
  return Array.isArray(value) && value.length === 2 && typeof value[0] === "string" && Number.isSafeInteger(value[1])
}

const wrongCondition = (message: string): Refusal => ({
  code: "REQUEST_INVALID",
  message: `\`where\` cannot be read: ${message}`,
  remedy:
    "Write a condition over the data of the cases, as rules have them; name the process to have its names checked",
  fields: [{ field: "where", code: "BAD_EXPRESSION", message }],
})
