import type { Refusal } from "../../api/problems.ts"
import { asNotificationId } from "../../messages/ids.ts"
import type { HandlersOf } from "../handler.ts"
import { isText, listed } from "../listing.ts"
import { given, refused, told } from "./answers.ts"

export const notifications: HandlersOf<"notifications" | "markRead" | "deliveries" | "resend"> = {
  async notifications(asked, { desk, turn }) {
    const closed = desk.closedToOthers(asked.agent)
    if (closed) return refused(closed)
    const unread = asked.unread === undefined ? {} : { unread: asked.unread }
    return listed({
      turn,
      name: "notifications",
      asked,
      read: (after, limit) =>
        desk.engine.notifications(asked.agent, { ...unread, limit, ...(after && { after: asNotificationId(after) }) }),
      placeOf: ({ id }) => id as string,
      isPlace: isText,
      isShown: ({ process }) => desk.reaches(process),
    })
  },

  async markRead({ agent, notifications: ids }, { desk }) {
    const closed = desk.closedToOthers(agent)
    if (closed) return refused(closed)
    const which = ids === undefined ? "all" : ids.map(asNotificationId)
    return told(await desk.engine.markRead(agent, which, desk.act({})), (value) => value)
  },

  async deliveries(asked, { desk, turn }) {
    const closed = desk.closedEverywhere(["administer"])
    if (closed) return refused(closed)
    const { channel, givenUp } = asked
    const query = { ...(channel !== undefined && { channel }), ...(givenUp !== undefined && { givenUp }) }
    const page = await listed({
      turn,
      name: "deliveries",
      asked,
      read: (after: string | undefined, limit) =>
        desk.engine.deliveries({ ...query, limit, ...(after !== undefined && { after }) }),
      placeOf: ({ id }) => id,
      isPlace: isText,
    })
    if (!page.ok) return page
    const rows = page.value.rows.map(({ like: _, isGathered: __, ...row }) => row)
    return given({ ...page.value, rows })
  },

  async resend({ channel, deliveries }, { desk }) {
    const closed = desk.closedEverywhere(["administer"])
    if (closed) return refused(closed)
    if (channel === undefined && deliveries === undefined) return refused(nothingNamed)
    const which = channel === undefined ? { ids: deliveries ?? [] } : { channel }
    return told(await desk.engine.resend(which, desk.act({})), (value) => value)
  },
}

const nothingNamed: Refusal = {
  code: "REQUEST_INVALID",
  message: "neither a channel nor deliveries are named",
  remedy: "Name a `channel` for all that was given up there, or ids under `deliveries`",
  fields: [{ field: "channel", code: "REQUIRED", message: "it, or `deliveries`, must be said" }],
}
