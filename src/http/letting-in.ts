import "@fastify/rate-limit"
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify"
import { onceKnown } from "../access/soon.ts"
import type { Refusal } from "../api/problems.ts"
import type { OperationName } from "../api/routes.ts"
import { shownBy } from "./asker.ts"
import type { Door } from "./door.ts"
import { answerProblem } from "./problem-answers.ts"
import { visitOf } from "./visit.ts"

type Hook = (request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void) => void

/** Finds out who asks, before anything of the body is read, and whether he has asked too often. */
export function letIn(app: FastifyInstance, door: Door): (name?: OperationName) => Hook {
  const { rate } = door.limits
  const count =
    rate > 0
      ? app.createRateLimit({ max: rate, timeWindow: 1000, keyGenerator: (request) => visitOf(request).who })
      : undefined
  const tooOften = async (request: FastifyRequest, reply: FastifyReply): Promise<Refusal | undefined> => {
    const counted = await count?.(request)
    if (counted === undefined || counted.isAllowed || !counted.isExceeded) return undefined
    reply.header("retry-after", String(Math.max(1, counted.ttlInSeconds)))
    return {
      code: "TOO_MANY_REQUESTS",
      message: `more than ${rate} requests a second`,
      remedy: "Come back in a second, and slow down",
    }
  }
  return (name) => (request, reply, done) => {
    const visit = visitOf(request)
    visit.operation = name
    // Whatever is answered is answered with what is in force at all nodes; where that cannot be known, the verb says so.
    const abreast = door.engine.isNode ? door.engine.abreast().catch(() => undefined) : undefined
    const shown = shownBy(request)
    const asker = abreast ? abreast.then(() => door.authenticate(shown)) : door.authenticate(shown)
    const refused = onceKnown(asker, (holder) => {
      if (holder.ok) visit.principal = holder.value
      const unknown = holder.ok ? undefined : holder.rejection
      return count === undefined ? unknown : tooOften(request, reply).then((often) => often ?? unknown)
    })
    const settle = (refusal: Refusal | undefined) => {
      if (refusal === undefined) done()
      else answerProblem(request, reply, refusal)
    }
    if (refused instanceof Promise) refused.then(settle).catch(done)
    else settle(refused)
  }
}
