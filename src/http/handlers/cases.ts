import { type Desk, notPermitted } from "../../access/desk.ts"
import type { Input } from "../../api/operations.ts"
import type { Refusal } from "../../api/problems.ts"
import type { Event } from "../../messages/events.ts"
import { asCaseId, asFamilyId, asItemId, type CaseId, familyOf } from "../../messages/ids.ts"
import type { Rejection } from "../../messages/rejections.ts"
import type { Right } from "../../model/organisation.ts"
import type { Act, Answer } from "../../runtime/answer.ts"
import type { Engine } from "../../runtime/engine.ts"
import { isGrantingInPlace } from "../../runtime/granting.ts"
import { notExpected } from "../../runtime/refusals.ts"
import type { Started } from "../../runtime/verbs/asked.ts"
import type { CaseView } from "../../runtime/views.ts"
import type { Asking, Handled, HandlersOf } from "../handler.ts"
import { isText, listed } from "../listing.ts"
import { PageBudget } from "../page-budget.ts"
import { absentCase, absentItem, absentProcess } from "./absent.ts"
import { actOf, done, given, refused } from "./answers.ts"
import { listCases } from "./case-list.ts"
import { boundsShown } from "./item-rows.ts"
import { shownPatterns } from "./shown-patterns.ts"

export const cases: HandlersOf<
  | "start"
  | "cases"
  | "case"
  | "caseItems"
  | "removeCase"
  | "setData"
  | "suspendCase"
  | "continueCase"
  | "jump"
  | "recheckCase"
  | "rollback"
  | "run"
  | "message"
> = {
  async start(input, asking) {
    const { desk } = asking
    const { process, version, number, data } = input
    const closed = mayNotStart(desk, process)
    if (closed) return refused(closed)
    const options = {
      ...(version !== undefined && { version }),
      ...(number !== undefined && { number }),
      ...(data !== undefined && { data }),
    }
    return started(await desk.engine.start(process, { ...actOf(input, asking), ...options }), asking)
  },

  cases: listCases,

  async case({ case: id }, { desk }) {
    const view = (await desk.sees(id, ["see"])) ? await desk.engine.case(asCaseId(id)) : undefined
    if (view === undefined) return refused(absentCase(id))
    const { patterns, bounds: all, ...rest } = withinPage(view)
    const bounds = boundsShown(desk, view.process, all)
    return given({ ...rest, bounds, ...(patterns && { patterns: await shownPatterns(desk, patterns) }) }, view.revision)
  },

  async caseItems(asked, { desk, turn }) {
    const { case: id, task, live } = asked
    const isThere = (await desk.sees(id, ["see"])) && (await desk.engine.case(asCaseId(id), { most: 0 })) !== undefined
    if (!isThere) return refused(absentCase(id))
    const query = { ...(task !== undefined && { task }), ...(live !== undefined && { live }) }
    return listed({
      turn,
      name: "case-items",
      asked,
      read: (after, limit) =>
        desk.engine.caseItems(asCaseId(id), { ...query, limit, ...(after && { after: asItemId(after) }) }),
      placeOf: (item) => item.id as string,
      isPlace: isText,
    })
  },

  removeCase: onCase("intervene", (engine, id, _, act) => engine.removeCase(id, act)),
  setData: onCase("intervene", (engine, id, { data }: Input<"setData">, act) => engine.setData(id, data, act)),
  suspendCase: onCase("intervene", (engine, id, _, act) => engine.suspend({ kind: "case", case: id }, act)),
  continueCase: onCase("intervene", (engine, id, _, act) => engine.continue({ kind: "case", case: id }, act)),
  jump: onCase("intervene", (engine, id, { to, item }: Input<"jump">, act) =>
    engine.jump({ case: id, to, ...(item !== undefined && { item: asItemId(item) }) }, act),
  ),
  recheckCase: onCase("intervene", (engine, id, _, act) => engine.recheck({ case: id }, act)),
  rollback: onCase("intervene", (engine, id, { to, item }: Input<"rollback">, act) =>
    engine.rollback({ case: id, to, ...(item !== undefined && { item: asItemId(item) }) }, act),
  ),

  async run(input, asking) {
    const { case: id, item, exlet, steps, on, with: parameters } = input
    if ((exlet === undefined) === (steps === undefined)) return refused(eitherOr)
    if (steps && isGrantingInPlace(steps) && !asking.desk.may("administer"))
      return refused(
        (await refusalOn(asking.desk, "intervene", input)) ?? notPermitted(asking.desk.agent, ["administer"]),
      )
    const about = {
      ...(item !== undefined && { item: asItemId(item) }),
      ...(on !== undefined && { on }),
      ...(parameters && { with: parameters }),
    }
    const program = exlet === undefined ? { steps: steps ?? [] } : { exlet }
    return onCase("intervene", (engine, of, _, act) => engine.run({ case: of, ...about, ...program }, act))(
      { ...input, case: id },
      asking,
    )
  },

  async message(input, asking) {
    const { desk } = asking
    const { name, key = null, data = {}, start } = input
    const closed = desk.closed(["do"]) ?? (start === undefined ? undefined : mayNotStart(desk, start))
    if (closed) return refused(closed)
    const where = {
      ...(input.case !== undefined && { case: asCaseId(input.case) }),
      ...(input.family !== undefined && { family: asFamilyId(input.family) }),
    }
    const to = await desk.engine.expecting({ name, key, ...where })
    if (to !== undefined) {
      const refusal = await desk.refuses(to, "do", absentCase(to))
      if (refusal && input.case !== undefined) return refused(refusal)
      if (refusal) return refused(notExpected(name, key))
    }
    // Asked again under the same key, it must be the same message, wherever it would go by now.
    const message = { name, key, data, ...where, ...(start !== undefined && { start }) }
    return started(await desk.engine.message(message, actOf(input, asking)), asking)
  },
}

/** Items may have large results: no more of them than fit on a page. */
function withinPage(view: CaseView): CaseView {
  const budget = new PageBudget()
  const fitting = view.items.findIndex((item) => !budget.takes(item))
  if (fitting < 0) return view
  const items = view.items.slice(0, fitting)
  const more = { ...view.more, items: (view.more?.items ?? 0) + view.items.length - items.length }
  return { ...view, items, more }
}

function mayNotStart(desk: Desk, process: string): Rejection | undefined {
  if (desk.may("do", { process })) return undefined
  return desk.may("see", { process }) ? notPermitted(desk.agent, ["do"]) : absentProcess(process)
}

/** In a dry run there is no case to look at: what would happen is told. */
async function started(answer: Answer<Started>, { desk }: Asking): Promise<Handled<Started>> {
  if (!answer.ok || answer.value.events === undefined) return answer
  const { case: id, events } = answer.value
  return given({ case: id, events: await desk.history.events(familyOf(id), events) })
}

interface OnCase {
  readonly case: string
  readonly item?: string
  readonly reason?: string
  readonly dryRun?: boolean
}

/** A verb on a case, or on an item of it. */
export function onCase<Taken extends OnCase>(
  right: Right,
  verb: (engine: Engine, id: CaseId, input: Taken, act: Act) => Promise<Answer<readonly Event[]>>,
) {
  return async (input: Taken, asking: Asking) => {
    const refusal = await refusalOn(asking.desk, right, input)
    if (refusal) return refused(refusal)
    const id = asCaseId(input.case)
    return done(await verb(asking.desk.engine, id, input, actOf(input, asking)), familyOf(id), asking)
  }
}

const eitherOr: Refusal = {
  code: "REQUEST_INVALID",
  message: "what is to be run is an exlet by its name, or steps",
  remedy: "Say one of `exlet` and `steps`",
}

/** What is about an item stands where the item does, if it is one of the case. */
async function refusalOn(desk: Desk, right: Right, { case: id, item }: OnCase): Promise<Rejection | undefined> {
  if (item === undefined) return desk.refuses(id, right, absentCase(id))
  const refusal = await desk.refuses(item, right, absentItem(item))
  if (refusal || (await desk.engine.itemRow(asItemId(item)))?.case === id) return refusal
  return desk.refuses(id, right, absentCase(id))
}
