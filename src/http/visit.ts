import type { FastifyReply, FastifyRequest } from "fastify"
import type { Principal } from "../access/principal.ts"
import type { OperationName } from "../api/routes.ts"

declare module "fastify" {
  interface FastifyRequest {
    visit: Visit | null
  }
}

/** What the door knows of one request while it is being answered. */
export class Visit {
  readonly startedAt = performance.now()
  operation: OperationName | undefined
  principal: Principal | undefined
  /** Which family it was about, where that is known. */
  family: string | undefined
  /** Of the refusal. */
  code: string | undefined
  readonly #gone = new AbortController()
  readonly #leaving: (() => void)[] = []

  /** Aborted when whoever asked has gone before the answer was through. */
  get signal(): AbortSignal {
    return this.#gone.signal
  }

  /** To be done when it is over, however it ends. */
  onLeave(work: () => void): void {
    this.#leaving.push(work)
  }

  leave(isAnswered: boolean): void {
    if (!isAnswered) this.#gone.abort()
    for (const work of this.#leaving.splice(0)) work()
  }
}

export function visitOf(request: FastifyRequest): Visit {
  if (request.visit === null) throw new Error("a request came in without being received")
  return request.visit
}

/** Begins the visit of a request; it ends when the answer is through or the connection is. */
export function receive(request: FastifyRequest, reply: FastifyReply): Visit {
  const visit = new Visit()
  request.visit = visit
  reply.raw.once("close", () => visit.leave(reply.raw.writableEnded))
  return visit
}
