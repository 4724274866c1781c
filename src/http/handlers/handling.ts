import { notPermitted } from "../../access/desk.ts"
import type { Input } from "../../api/operations.ts"
import {
  asCaseId,
  asExceptionId,
  asFamilyId,
  asInterventionId,
  asItemId,
  asRunId,
  type ExceptionId,
  familyOf,
  rootCase,
} from "../../messages/ids.ts"
import { isGrantingInPlace } from "../../runtime/granting.ts"
import type { HandlersOf } from "../handler.ts"
import { isText, listed } from "../listing.ts"
import { absentCase, absentException, absentFamily, absentIntervention, absentItem, absentRun } from "./absent.ts"
import { actOf, done, given, refused } from "./answers.ts"
import { onCase } from "./cases.ts"
import { mayLookAt } from "./item-rows.ts"
import { whereOf } from "./rules.ts"
import { shownPatterns } from "./shown-patterns.ts"

const watching = ["see", "intervene"] as const
const raising = ["see", "raise"] as const

export const handling: HandlersOf<
  | "raise"
  | "report"
  | "caseTriggers"
  | "itemTriggers"
  | "patternProgress"
  | "runs"
  | "ladder"
  | "exceptions"
  | "openGroups"
  | "interventions"
  | "intervention"
  | "answer"
  | "replaceRun"
> = {
  raise: onCase("raise", (engine, id, input: Input<"raise">, act) =>
    engine.raise(
      {
        class: input.class,
        case: id,
        ...(input.item !== undefined && { item: asItemId(input.item) }),
        ...(input.with && { with: input.with }),
      },
      act,
    ),
  ),
  report: onCase("raise", (engine, id, { title, text, item }: Input<"report">, act) =>
    engine.report(
      { case: id, title, ...(text !== undefined && { text }), ...(item !== undefined && { item: asItemId(item) }) },
      act,
    ),
  ),

  async caseTriggers({ case: id }, { desk }) {
    const isThere = (await desk.sees(id, raising)) && (await desk.engine.case(asCaseId(id), { most: 0 })) !== undefined
    if (!isThere) return refused(absentCase(id))
    return given({ rows: await desk.engine.triggers({ case: asCaseId(id) }) })
  },
  async itemTriggers({ item: id }, { desk }) {
    const isThere = (await desk.sees(id, raising)) && (await desk.engine.item(asItemId(id))) !== undefined
    if (!isThere) return refused(absentItem(id))
    return given({ rows: await desk.engine.triggers({ item: asItemId(id) }) })
  },

  async patternProgress({ family: id }, { desk }) {
    const root = rootCase(asFamilyId(id))
    if (!(await desk.sees(root, ["see"])) || !(await desk.engine.case(root, { most: 0 })))
      return refused(absentFamily(id))
    return given({ rows: await shownPatterns(desk, await desk.engine.patternProgress(asFamilyId(id))) })
  },

  async runs({ family: id }, { desk }) {
    const root = rootCase(asFamilyId(id))
    if (!(await desk.sees(root, ["see"])) || !(await desk.engine.case(root, { most: 0 })))
      return refused(absentFamily(id))
    const all = await desk.engine.runs(asFamilyId(id))
    const seen = await Promise.all(all.map((run) => desk.sees(run.case, ["see"])))
    return given({ rows: all.filter((_, index) => seen[index]) })
  },

  async ladder({ exception: id }, { desk }) {
    const found = await desk.engine.ladder(asExceptionId(id))
    const isSeen = found && ((await desk.sees(found.case, watching)) || (await desk.sees(id, watching)))
    return isSeen ? given(found) : refused(absentException(id))
  },

  async exceptions(asked, { desk, turn }) {
    const closed = desk.closed(watching)
    if (closed) return refused(closed)
    const query = { ...queryOf(asked), ...(asked.class !== undefined && { class: asked.class }) }
    return listed({
      turn,
      name: "exceptions",
      asked,
      read: (after, limit) =>
        desk.engine.exceptions({ ...query, limit, ...(after && { after: after as ExceptionId }) }),
      placeOf: ({ id }) => id as string,
      isPlace: isText,
      ...(!desk.mayOne(watching) && {
        isShown: ({ id, process, endedAt }) => mayLookAt(desk, { id, process, live: endedAt === undefined }, watching),
      }),
    })
  },

  async openGroups(asked, { desk }) {
    const closed = desk.closed(watching)
    if (closed) return refused(closed)
    const rows = await desk.engine.openGroups(asked)
    return given({ rows: rows.filter(({ process }) => desk.mayOne(watching, { process })) })
  },

  async interventions(asked, { desk, turn }) {
    const closed = desk.closed(watching)
    if (closed) return refused(closed)
    const { class: name, to, overdue, order } = asked
    const query = {
      ...queryOf(asked),
      ...(name !== undefined && { class: name }),
      ...(to !== undefined && { to }),
      ...(overdue !== undefined && { overdue }),
      ...(order !== undefined && { order }),
    }
    return listed({
      turn,
      name: "interventions",
      asked,
      read: (after, limit) =>
        desk.engine.interventions({ ...query, limit, ...(after && { after: asInterventionId(after) }) }),
      placeOf: ({ id }) => id as string,
      isPlace: isText,
      ...(!desk.mayOne(watching) && {
        isShown: ({ id, process, open }) => mayLookAt(desk, { id, process, live: open }, watching),
      }),
    })
  },

  async intervention({ intervention: id }, { desk }) {
    const found = await desk.engine.intervention(asInterventionId(id), desk.act({}))
    const isSeen = found !== undefined && (await mayLookAt(desk, { id, process: found.process, live: true }, watching))
    if (!isSeen) return refused(absentIntervention(id))
    const { similar, ...own } = found
    // What was done in other cases is for those who may see the process, and not one unit alone.
    const isWhole = similar !== undefined && desk.mayOne(watching, { process: found.process })
    return given(isWhole ? { ...own, similar } : own)
  },

  async answer(input, asking) {
    const { desk } = asking
    const { intervention: id, reason: _, dryRun: __, ...answer } = input
    const refusal = await desk.refuses(id, "intervene", absentIntervention(id))
    if (refusal) return refused(refusal)
    if (answer.do === "teach") {
      const { at } = answer
      const where = at === undefined ? await desk.engine.placeOf(id) : typeof at === "string" ? whereOf(at) : {}
      if (!desk.may("teach", where)) return refused(notPermitted(desk.agent, ["teach"]))
    }
    const isGranting = [answer.steps, answer.then].some((steps) => steps !== undefined && isGrantingInPlace(steps))
    if (isGranting && !desk.may("administer")) return refused(notPermitted(desk.agent, ["administer"]))
    const answered = await desk.engine.answer(asInterventionId(id), answer, actOf(input, asking))
    return done(answered, familyOf(asInterventionId(id)), asking)
  },

  async replaceRun(input, asking) {
    const { run: id, undo = false } = input
    // One that has ended stands where its family does: under its key it may be asked again.
    const place = (await asking.desk.engine.placeOf(id)) === undefined ? familyOf(asRunId(id)) : id
    const refusal = await asking.desk.refuses(place, "intervene", absentRun(id))
    if (refusal) return refused(refusal)
    const replaced = await asking.desk.engine.replace(asRunId(id), { ...actOf(input, asking), undo })
    return done(replaced, familyOf(asRunId(id)), asking)
  },
}

function queryOf({ family, case: of, process, open }: Input<"interventions">) {
  return {
    ...(family !== undefined && { family: asFamilyId(family) }),
    ...(of !== undefined && { case: asCaseId(of) }),
    ...(process !== undefined && { process }),
    ...(open !== undefined && { open }),
  }
}
