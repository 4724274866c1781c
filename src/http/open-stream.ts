import type { FastifyReply } from "fastify"
import { EventWriter, streamHeaders } from "./event-writer.ts"

/** Begins to answer with events. From here on Fastify has nothing to do with it: it would wait for the end of the stream. */
export function openStream(reply: FastifyReply, patience: number): EventWriter {
  reply.hijack()
  reply.code(200)
  const headers = Object.entries({ ...reply.getHeaders(), ...streamHeaders })
  reply.raw.writeHead(
    200,
    Object.fromEntries(headers.filter(([, value]) => value !== undefined)) as Record<string, string>,
  )
  return new EventWriter(reply.raw, patience)
}
