import "@fastify/rate-limit"
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify"
import type { OperationName } from "../api/routes.ts"
import { shownBy } from "./asker.ts"
import type { Door } from "./door.ts"
import { answerProblem } from "./problem-answers.ts"
import { visitOf } from "./visit.ts"

type Hook = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply | undefined>

/** Finds out who asks, before anything of the body is read, and whether he has asked too often. */
export function letIn(app: FastifyInstance, door: Door): (name?: OperationName) => Hook {
  const { rate } = door.limits
  const count =
    rate > 0
      ? app.createRateLimit({ max: rate, timeWindow: 1000, keyGenerator: (request) => visitOf(request).who })
      : undefined
  return (name) => async (request, reply) => {
    const visit = visitOf(request)
    visit.operation = name
    const holder = await door.authenticate(shownBy(request))
    if (holder.ok) visit.principal = holder.value
    const counted = await count?.(request)
    if (counted && !counted.isAllowed && counted.isExceeded) {
      reply.header("retry-after", String(Math.max(1, counted.ttlInSeconds)))
      return answerProblem(request, reply, {
        code: "TOO_MANY_REQUESTS",
        message: `more than ${rate} requests a second`,
        remedy: "Come back in a second, and slow down",
      })
    }
    return holder.ok ? undefined : answerProblem(request, reply, holder.rejection)
  }
}
