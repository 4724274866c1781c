import type { FastifyReply } from "fastify"
import type { Input } from "../api/operations.ts"
import type { Asked } from "./asked.ts"
import { isBeyond } from "./beyond-the-end.ts"
import { followHistory } from "./follow-history.ts"
import { openStream } from "./open-stream.ts"
import { answerProblem } from "./problem-answers.ts"
import { beyondTheEnd, invalidRequest } from "./refused.ts"
import { visitOf } from "./visit.ts"

/** The history as server-sent events, from where the reader left off. */
export async function answerEvents({ door, request, reply, input, asking }: Asked): Promise<FastifyReply> {
  const { desk, signal: gone } = asking
  const visit = visitOf(request)
  const last = request.headers["last-event-id"]
  if (last !== undefined && (typeof last !== "string" || !/^\d{1,15}$/.test(last))) {
    const remedy = "Send the id of the last event you have read, or none"
    return answerProblem(request, reply, invalidRequest("the Last-Event-ID is no position", remedy))
  }
  const { after, live, family, ...filter } = input as Input<"events">
  const closed = desk.closed(["see"])
  if (closed) return answerProblem(request, reply, closed)
  const end = await door.feed.end()
  const from = last !== undefined ? Number(last) : (after ?? (live ? end : 0))
  // The feed may be a moment behind the store.
  if (from > end && (await isBeyond(door.engine, from)))
    return answerProblem(request, reply, beyondTheEnd(last === undefined ? "`after`" : "the Last-Event-ID"))
  const stream = door.streams.enter(desk.principal.agent, { cut: () => reply.raw.destroy() })
  if ("code" in stream) return answerProblem(request, reply, stream)
  // It may be open for days; the place of a request is for those who are answered soon.
  door.admission.leave(visit)
  door.onStream?.(1)
  visit.onLeave(() => {
    stream.leave()
    door.onStream?.(-1)
  })
  const writer = openStream(reply, door.limits.patience)
  await followHistory(
    { feed: door.feed, heartbeat: door.limits.heartbeat },
    {
      ...{ desk, filter, after: from, writer, gone, stopping: stream.stopping },
      ...(family !== undefined && { family }),
      turnedAway: asking.turnedAway,
    },
  )
  return reply
}
