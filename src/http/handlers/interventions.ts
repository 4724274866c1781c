import { type Desk, notPermitted } from "../../access/desk.ts"
import type { Input } from "../../api/operations.ts"
import type { Event } from "../../messages/events.ts"
import { asCaseId, asInterventionId, familyOf, type InterventionId } from "../../messages/ids.ts"
import type { Json } from "../../messages/json.ts"
import type { Rejection } from "../../messages/rejections.ts"
import type { Act, Answer } from "../../runtime/answer.ts"
import type { AnswerAllOptions } from "../../runtime/answer-all.ts"
import type { Engine } from "../../runtime/engine.ts"
import { isGrantingInPlace } from "../../runtime/granting.ts"
import type { Selected } from "../../runtime/reevaluating.ts"
import { cursorInvalid, cursorOf, placeIn } from "../cursor.ts"
import type { Asking, Handled, HandlersOf } from "../handler.ts"
import { isText } from "../listing.ts"
import { absentIntervention } from "./absent.ts"
import { actOf, done, given, refused } from "./answers.ts"

const watching = ["see", "intervene"] as const

export const interventions: HandlersOf<
  "assignIntervention" | "postpone" | "takeBack" | "similar" | "answerAll" | "reevaluate"
> = {
  assignIntervention: (input, asking) =>
    onIntervention(input, asking, (engine, id, act) => engine.assignIntervention(id, input.to, act)),
  postpone: (input, asking) =>
    onIntervention(input, asking, (engine, id, act) => engine.postpone(id, input.dueAt, act)),
  async takeBack(input, asking) {
    const taken = await onIntervention(input, asking, (engine, id, act) => engine.takeBack(id, act))
    const isTold = taken.ok || taken.rejection.code !== "ANSWER_NOT_RETRACTABLE" || (await seesFamily(input, asking))
    return isTold ? taken : refused({ ...taken.rejection, message: notRetractable(input.intervention) })
  },

  async similar({ intervention: id }, { desk }) {
    const found = (await desk.sees(id, watching)) ? await desk.engine.similar(asInterventionId(id)) : undefined
    if (found === undefined) return refused(absentIntervention(id))
    const { process } = (await desk.engine.placeOf(id)) ?? {}
    const isWhole = desk.mayOne(watching, process === undefined ? {} : { process })
    return given(isWhole ? found : { cases: [], answers: [] })
  },

  async answerAll({ answer, ...input }, asking) {
    const { desk } = asking
    const isGranting = answer.steps !== undefined && isGrantingInPlace(answer.steps as Json)
    if (isGranting && !desk.may("administer")) return refused(notPermitted(desk.agent, ["administer"]))
    const { expected: _, ...act } = actOf(input, asking)
    return onMany(input, desk, (selected, only) => desk.engine.answerAll(selected, answer, { ...act, ...only }))
  },
  reevaluate(input, asking) {
    const { desk } = asking
    const { expected: _, ...act } = actOf(input, asking)
    return onMany(input, desk, (selected, only) => desk.engine.reevaluate(selected, { ...act, ...only }))
  },
}

const mostCases = 500

/** What stands in the way may be about a case of the family that is not for the caller. */
async function seesFamily({ intervention: id }: { readonly intervention: string }, { desk }: Asking): Promise<boolean> {
  if (desk.may("see")) return true
  const rows = await desk.engine.cases({ family: familyOf(asInterventionId(id)), limit: mostCases })
  return rows.length < mostCases && rows.every(({ process }) => desk.may("see", { process }))
}

const notRetractable = (id: string): string =>
  `the answer to ${id} cannot be taken back: nobody has answered it, or something has been done in its family since`

async function onIntervention(
  input: { readonly intervention: string; readonly reason?: string; readonly dryRun?: boolean },
  asking: Asking,
  execute: (engine: Engine, id: InterventionId, act: Act) => Promise<Answer<readonly Event[]>>,
) {
  const id = asInterventionId(input.intervention)
  const refusal = await asking.desk.refuses(id, "intervene", absentIntervention(id))
  if (refusal) return refused(refusal)
  return done(await execute(asking.desk.engine, id, actOf(input, asking)), familyOf(id), asking)
}

interface Row {
  readonly intervention: InterventionId
  readonly rejection?: Rejection
}

type Only = Required<Pick<AnswerAllOptions, "forbids" | "isShown">>

/** What the caller may not see is not selected, and neither counts nor ends a page. Interventions named by id are each reported. */
async function onMany<Found extends Row>(
  input: Input<"reevaluate">,
  desk: Desk,
  work: (
    selected: Selected,
    only: Only,
  ) => Promise<Answer<{ readonly rows: readonly Found[]; readonly next?: InterventionId }>>,
): Promise<Handled<{ readonly rows: readonly Found[]; readonly next?: string }>> {
  const closed = desk.closed(["intervene"])
  if (closed) return refused(closed)
  const after = input.after === undefined ? undefined : placeIn("selection", input.after)
  if (input.after !== undefined && !isText(after)) return refused(cursorInvalid)
  const forbids: Only["forbids"] = (id) => desk.refuses(id, "intervene", absentIntervention(id))
  const answer = await work(selectedBy(input, after as string | undefined), {
    forbids,
    isShown: async ({ id, process }) =>
      desk.mayOne(watching, { process }) || (await forbids(id))?.code !== "INTERVENTION_NOT_FOUND",
  })
  if (!answer.ok) return answer
  const { rows, next } = answer.value
  return given({
    rows,
    ...(next !== undefined && { next: cursorOf("selection", next) }),
  })
}

function selectedBy(input: Input<"reevaluate">, after: string | undefined): Selected {
  const { interventions: ids, case: of, process, class: name, to, overdue, limit } = input
  return {
    ...(ids && { interventions: ids.map(asInterventionId) }),
    ...(of !== undefined && { case: asCaseId(of) }),
    ...(process !== undefined && { process }),
    ...(name !== undefined && { class: name }),
    ...(to !== undefined && { to }),
    ...(overdue !== undefined && { overdue }),
    ...(limit !== undefined && { limit }),
    ...(after !== undefined && { after: asInterventionId(after) }),
  }
}
