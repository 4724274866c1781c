import type { Desk } from "../../access/desk.ts"
import type { Input } from "../../api/operations.ts"
import type { Event } from "../../messages/events.ts"
import type { HoldTarget } from "../../messages/holds.ts"
import { asCaseId, asFamilyId, asItemId, familyOf, type ItemId } from "../../messages/ids.ts"
import type { Right } from "../../model/organisation.ts"
import type { Act, Answer } from "../../runtime/answer.ts"
import type { Engine } from "../../runtime/engine.ts"
import type { ItemRow } from "../../store/port.ts"
import type { Asking, Handled, HandlersOf } from "../handler.ts"
import { isText, listed } from "../listing.ts"
import { absentCase, absentItem } from "./absent.ts"
import { actOf, done, given, refused } from "./answers.ts"
import { boundsShown, itemShown, mayLookAt, processTitle } from "./item-rows.ts"

export const items: HandlersOf<
  | "items"
  | "item"
  | "acceptItem"
  | "declineItem"
  | "delegateItem"
  | "handBackItem"
  | "reassignItem"
  | "startItem"
  | "updateItem"
  | "completeItem"
  | "forceCompleteItem"
  | "failItem"
  | "skipItem"
  | "removeItem"
  | "restartItem"
  | "retryItem"
  | "amendItem"
  | "awaitAgent"
  | "addInstance"
  | "suspendItem"
  | "continueItem"
  | "recheckItem"
  | "suspend"
  | "continue"
  | "candidates"
> = {
  async items(asked, { desk, turn }) {
    const closed = desk.closed(["see"])
    if (closed) return refused(closed)
    const { case: of, family, process, task, live } = asked
    const query = {
      ...(of !== undefined && { case: asCaseId(of) }),
      ...(family !== undefined && { family: asFamilyId(family) }),
      ...(process !== undefined && { process }),
      ...(task !== undefined && { task }),
      ...(live !== undefined && { live }),
    }
    const page = await listed({
      turn,
      name: "items",
      asked,
      read: (after, limit) => desk.engine.items({ ...query, limit, ...(after && { after: asItemId(after) }) }),
      placeOf: ({ id }) => id as string,
      isPlace: isText,
      ...(!desk.may("see") && { isShown: (row: ItemRow) => mayLookAt(desk, row, ["see"]) }),
    })
    return page.ok ? given({ ...page.value, rows: page.value.rows.map((row) => itemShown(desk.engine, row)) }) : page
  },

  async item({ item: id }, { desk }) {
    const view = (await seesItem(desk, id)) ? await desk.engine.item(asItemId(id)) : undefined
    if (view === undefined) return refused(absentItem(id))
    const bounds = view.bounds && boundsShown(desk, view.process, view.bounds)
    return given({ ...view, ...(bounds && { bounds }), ...processTitle(desk.engine, view.process) }, view.revision)
  },

  acceptItem: onItem("do", (engine, id, _, act) => engine.acceptItem(id, act)),
  declineItem: onItem("do", (engine, id, _, act) => engine.declineItem(id, act)),
  delegateItem: onItem("do", (engine, id, { to }: Input<"delegateItem">, act) => engine.delegateItem(id, to, act)),
  handBackItem: onItem("do", (engine, id, _, act) => engine.handBackItem(id, act)),
  reassignItem: onItem("intervene", (engine, id, { to }: Input<"reassignItem">, act) =>
    engine.reassignItem(id, to, act),
  ),
  startItem: onItem("do", (engine, id, _, act) => engine.startItem(id, act)),
  updateItem: onItem("do", (engine, id, { data }: Input<"updateItem">, act) => engine.updateItem(id, data, act)),
  completeItem: onItem("do", (engine, id, { data }: Input<"completeItem">, act) => engine.completeItem(id, data, act)),
  forceCompleteItem: onItem("intervene", (engine, id, { data }: Input<"forceCompleteItem">, act) =>
    engine.forceCompleteItem(id, data, act),
  ),
  failItem: onItem("intervene", (engine, id, _, act) => engine.failItem(id, act)),
  skipItem: onItem("intervene", (engine, id, _, act) => engine.skipItem(id, act)),
  removeItem: onItem("intervene", (engine, id, _, act) => engine.removeItem(id, act)),
  restartItem: onItem("intervene", (engine, id, _, act) => engine.restartItem(id, act)),
  retryItem: onItem("intervene", (engine, id, { with: how }: Input<"retryItem">, act) =>
    engine.retryItem(id, { ...act, ...(how && { with: how }) }),
  ),
  amendItem: onItem("intervene", (engine, id, { needs }: Input<"amendItem">, act) => engine.amendItem(id, needs, act)),
  awaitAgent: onItem("intervene", (engine, id, _, act) => engine.awaitAgent(id, act)),
  addInstance: onItem("do", (engine, id, { element }: Input<"addInstance">, act) =>
    engine.addInstance(id, element, act),
  ),
  suspendItem: onItem("intervene", (engine, id, _, act) => engine.suspend({ kind: "item", item: id }, act)),
  continueItem: onItem("intervene", (engine, id, _, act) => engine.continue({ kind: "item", item: id }, act)),
  recheckItem: onItem("intervene", (engine, id, _, act) => engine.recheck({ item: id }, act)),

  suspend: (input, asking) =>
    onTarget(input.target, asking, (engine) => engine.suspend(input.target, actOf(input, asking))),
  continue: (input, asking) =>
    onTarget(input.target, asking, (engine) => engine.continue(input.target, actOf(input, asking))),

  async candidates({ item: id }, { desk }) {
    if (!(await desk.sees(id, ["see", "intervene"]))) return refused(absentItem(id))
    if ((await desk.engine.item(asItemId(id))) === undefined) return refused(absentItem(id))
    return given({ rows: await desk.engine.candidates(asItemId(id)) })
  },
}

/** A verb on an item. */
function onItem<Taken extends { readonly item: string; readonly reason?: string; readonly dryRun?: boolean }>(
  right: Right,
  verb: (engine: Engine, id: ItemId, input: Taken, act: Act) => Promise<Answer<readonly Event[]>>,
) {
  return async (input: Taken, asking: Asking) => {
    const refusal = await asking.desk.refuses(input.item, right, absentItem(input.item))
    if (refusal) return refused(refusal)
    const id = asItemId(input.item)
    return done(await verb(asking.desk.engine, id, input, actOf(input, asking)), familyOf(id), asking)
  }
}

async function onTarget(
  target: HoldTarget,
  asking: Asking,
  verb: (engine: Engine) => Promise<Answer<readonly Event[]>>,
): Promise<Handled<{ readonly events: readonly Event[] }>> {
  const id = target.kind === "item" ? target.item : target.kind === "after" ? target.frame : target.case
  const refusal = await asking.desk.refuses(id, "intervene", target.kind === "item" ? absentItem(id) : absentCase(id))
  return refusal ? refused(refusal) : done(await verb(asking.desk.engine), familyOf(id), asking)
}

/** Whoever may do it sees what he has or could have; whoever may see the place sees all that is there. */
async function seesItem(desk: Desk, id: string): Promise<boolean> {
  if (await desk.sees(id, ["see"])) return true
  if (!(await desk.sees(id, ["do"]))) return false
  const view = await desk.engine.item(asItemId(id))
  if (view === undefined || view.agent !== undefined) return view?.agent === desk.agent
  const candidates = await desk.engine.candidates(asItemId(id))
  return (
    candidates.length === 0 || candidates.some(({ agent, obstacle }) => agent === desk.agent && obstacle === undefined)
  )
}
