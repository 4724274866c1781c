import { type Desk, notPermitted } from "../../access/desk.ts"
import type { Input } from "../../api/operations.ts"
import type { Event } from "../../messages/events.ts"
import { asCaseId, asInterventionId, familyOf, type InterventionId } from "../../messages/ids.ts"
import type { Json } from "../../messages/json.ts"
import type { Rejection } from "../../messages/rejections.ts"
import type { Act, Answer } from "../../runtime/answer.ts"
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
  takeBack: (input, asking) => onIntervention(input, asking, (engine, id, act) => engine.takeBack(id, act)),

  async similar({ intervention: id }, { desk }) {
    const found = (await desk.sees(id, watching)) ? await desk.engine.similar(asInterventionId(id)) : undefined
    if (found === undefined) return refused(absentIntervention(id))
    return given(found)
  },

  async answerAll({ answer, ...input }, asking) {
    const { desk } = asking
    const isGranting = answer.steps !== undefined && isGrantingInPlace(answer.steps as Json)
    if (isGranting && !desk.may("administer")) return refused(notPermitted(desk.agent, ["administer"]))
    const { expected: _, ...act } = actOf(input, asking)
    return onMany(input, desk, (selected, forbids) => desk.engine.answerAll(selected, answer, { ...act, forbids }))
  },
  reevaluate(input, asking) {
    const { desk } = asking
    const { expected: _, ...act } = actOf(input, asking)
    return onMany(input, desk, (selected, forbids) => desk.engine.reevaluate(selected, { ...act, forbids }))
  },
}

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

type Forbids = (id: InterventionId) => Promise<Rejection | undefined>

/** What he may not see is not among what he selects; what he names he is told of. */
async function onMany<Found extends Row>(
  input: Input<"reevaluate">,
  desk: Desk,
  work: (
    selected: Selected,
    forbids: Forbids,
  ) => Promise<Answer<{ readonly rows: readonly Found[]; readonly next?: InterventionId }>>,
): Promise<Handled<{ readonly rows: readonly Found[]; readonly next?: string }>> {
  const closed = desk.closed(["intervene"])
  if (closed) return refused(closed)
  const after = input.after === undefined ? undefined : placeIn("selection", input.after)
  if (input.after !== undefined && !isText(after)) return refused(cursorInvalid)
  const answer = await work(selectedBy(input, after as string | undefined), (id) =>
    desk.refuses(id, "intervene", absentIntervention(id)),
  )
  if (!answer.ok) return answer
  const { rows, next } = answer.value
  const isHidden = ({ rejection }: Row) => !input.interventions && rejection?.code === "INTERVENTION_NOT_FOUND"
  return given({
    rows: rows.filter((row) => !isHidden(row)),
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
