import type { FastifyReply, FastifyRequest } from "fastify"
import { problemOf } from "../api/problems.ts"
import type { Asked, Handle } from "./asked.ts"
import { eventText, heartbeatText } from "./event-writer.ts"
import { openStream } from "./open-stream.ts"
import { visitOf } from "./visit.ts"

export const wantsProgress = ({ headers }: FastifyRequest): boolean =>
  headers.accept?.includes("text/event-stream") ?? false

/** Tells how far something has come, and then what came of it, as events. */
export async function answerWatched(
  { door, request, reply, input, asking }: Asked,
  handle: Handle,
): Promise<FastifyReply> {
  const writer = openStream(reply, door.limits.patience)
  const alive = setInterval(() => {
    if (writer.isFree) void writer.write(heartbeatText)
  }, door.limits.heartbeat)
  // What a slow reader did not hear of is out of date anyway.
  const onProgress = (progress: object) => {
    if (writer.isFree) void writer.write(eventText("progress", JSON.stringify(progress)))
  }
  try {
    const told = await handle(input, { ...asking, onProgress })
    if (told.ok) writer.end(eventText("result", JSON.stringify(told.value)))
    else {
      visitOf(request).code = told.rejection.code
      writer.end(eventText("problem", JSON.stringify(problemOf(told.rejection, request.id))))
    }
  } catch (error) {
    request.log.error({ err: error }, "the door failed")
    const { code, message, remedy } = failed
    writer.end(eventText("problem", JSON.stringify(problemOf({ code, message, remedy }, request.id))))
  } finally {
    clearInterval(alive)
  }
  return reply
}

const failed = {
  code: "DOOR_FAILED",
  message: "something is wrong with the server itself",
  remedy: "Try again; if it lasts, tell whoever runs the server the number of the request",
} as const
