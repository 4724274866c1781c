import type { Desk } from "../../access/desk.ts"
import type { Refusal } from "../../api/problems.ts"
import { asItemId, familyOf } from "../../messages/ids.ts"
import type { HandlersOf } from "../handler.ts"
import { absentItem } from "./absent.ts"
import { actOf, done, given, refused } from "./answers.ts"

/** Whoever may do the work of a process may do it as a program. */
export const programs: HandlersOf<"claim" | "heartbeat" | "reportOutput" | "reportFailure"> = {
  async claim({ worker, limit, lease, wait }, { desk, over, ifLost, turnedAway }) {
    const closed = desk.closed(["do"])
    if (closed) return refused(closed)
    const claimed = await desk.engine.claim(worker, {
      by: desk.agent,
      signal: over,
      ...(limit !== undefined && { limit }),
      ...(lease !== undefined && { lease }),
      ...(wait !== undefined && { wait }),
      mayHave: ({ process }) => desk.may("do", { process }),
      isWelcome: async () => (await turnedAway()) === undefined,
    })
    if (!claimed.ok) return claimed
    const { rows } = claimed.value
    if (rows.length > 0) ifLost(() => void desk.engine.returnItems(rows))
    else if (wait !== undefined && wait > 0) {
      const refusal = await turnedAway()
      if (refusal) return refused(refusal)
    }
    return given({ rows })
  },

  async heartbeat({ item, attempt, lease }, { desk }) {
    const refusal = await notHis(desk, item)
    if (refusal) return refused(refusal)
    return desk.engine.heartbeat(asItemId(item), attempt, { by: desk.agent, ...(lease !== undefined && { lease }) })
  },

  async reportOutput(input, asking) {
    const { desk } = asking
    const { item, attempt, data = {} } = input
    const refusal = await notHis(desk, item)
    if (refusal) return refused(refusal)
    return done(
      await desk.engine.reportOutput(asItemId(item), attempt, data, actOf(input, asking)),
      familyOf(asItemId(item)),
      asking,
    )
  },

  async reportFailure(input, asking) {
    const { desk } = asking
    const { item, attempt, message } = input
    const refusal = await notHis(desk, item)
    if (refusal) return refused(refusal)
    const reported = await desk.engine.reportFailure(asItemId(item), attempt, message, actOf(input, asking))
    return done(reported, familyOf(asItemId(item)), asking)
  },
}

const notHis = (desk: Desk, item: string): Promise<Refusal | undefined> => desk.refuses(item, "do", absentItem(item))
