import type { Desk } from "../../access/desk.ts"
import { notPermitted } from "../../access/desk.ts"
import type { Refusal } from "../../api/problems.ts"
import { asItemId, familyOf } from "../../messages/ids.ts"
import type { HandlersOf } from "../handler.ts"
import { absentItem } from "./absent.ts"
import { done, refused, told } from "./answers.ts"

/** Who comes for the items of a program must be that program, by name, or in charge of everything. */
export const programs: HandlersOf<"claim" | "heartbeat" | "reportOutput" | "reportFailure"> = {
  async claim({ worker, limit, lease, wait }, { desk, signal }) {
    if (worker !== desk.agent && !desk.may("administer")) return refused(notPermitted(desk.agent, ["administer"]))
    const closed = desk.closed(["do"])
    if (closed) return refused(closed)
    const claimed = await desk.engine.claim(worker, {
      by: desk.agent,
      signal,
      ...(limit !== undefined && { limit }),
      ...(lease !== undefined && { lease }),
      ...(wait !== undefined && { wait }),
      ...(!desk.may("do") && { mayHave: ({ process }: { readonly process: string }) => desk.may("do", { process }) }),
    })
    return told(claimed, (rows) => ({ rows }))
  },

  async heartbeat({ item, attempt, lease }, { desk }) {
    const refusal = await notHis(desk, item)
    if (refusal) return refused(refusal)
    return desk.engine.heartbeat(asItemId(item), attempt, { by: desk.agent, ...(lease !== undefined && { lease }) })
  },

  async reportOutput({ item, attempt, data = {} }, asking) {
    const { desk } = asking
    const refusal = await notHis(desk, item)
    if (refusal) return refused(refusal)
    return done(
      await desk.engine.reportOutput(asItemId(item), attempt, data, { by: desk.agent }),
      familyOf(asItemId(item)),
      asking,
    )
  },

  async reportFailure({ item, attempt, message }, asking) {
    const { desk } = asking
    const refusal = await notHis(desk, item)
    if (refusal) return refused(refusal)
    const reported = await desk.engine.reportFailure(asItemId(item), attempt, message, { by: desk.agent })
    return done(reported, familyOf(asItemId(item)), asking)
  },
}

async function notHis(desk: Desk, item: string): Promise<Refusal | undefined> {
  const refusal = await desk.refuses(item, "do", absentItem(item))
  if (refusal) return refusal
  const row = await desk.engine.itemRow(asItemId(item))
  return row?.worker === desk.agent || desk.may("administer") ? undefined : absentItem(item)
}
