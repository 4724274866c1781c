import type { FastifyReply, FastifyRequest } from "fastify"
import type { Visit } from "./visit.ts"

/** One line when a request is over: what was asked, by whom, about which family, and what came of it. */
export function logRequest(request: FastifyRequest, reply: FastifyReply, visit: Visit): void {
  const { operation, principal, family, code, startedAt, hasGone } = visit
  const { statusCode: status } = reply
  const line = {
    ...(operation === undefined ? { path: request.url.split("?", 1)[0]?.slice(0, 200) } : { operation }),
    method: request.method,
    status,
    ms: Math.round((performance.now() - startedAt) * 10) / 10,
    ...(principal && { agent: principal.agent, by: principal.by }),
    ...(principal?.credential !== undefined && { credential: principal.credential }),
    ...(principal?.behind !== undefined && { behind: principal.behind }),
    ...(family !== undefined && { family }),
    ...(code !== undefined && { code }),
    ...(hasGone && { brokenOff: true }),
  }
  if (status >= 500) request.log.error(line, "request")
  else request.log.info(line, "request")
}
