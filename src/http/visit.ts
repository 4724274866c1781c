import { setImmediate as nextTurn } from "node:timers/promises"
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
  readonly #address: string
  operation: OperationName | undefined
  principal: Principal | undefined
  /** Which family it was about, where that is known. */
  family: string | undefined
  /** Of the refusal. */
  code: string | undefined
  /** Made when somebody wants to know: most are answered before anybody could go. */
  #gone: AbortController | undefined
  #hasGone = false
  readonly #leaving: (() => void)[] = []
  #isOwed = false

  constructor(address: string) {
    this.#address = address
  }

  /** Whom it is put down to. Who is not known is counted by where he comes from. */
  get who(): string {
    const { agent, behind = agent } = this.principal ?? {}
    return behind === undefined ? `address ${this.#address}` : `agent ${behind}`
  }

  /** Aborted when whoever asked has gone before the answer was through. */
  get signal(): AbortSignal {
    this.#gone ??= new AbortController()
    if (this.#hasGone) this.#gone.abort()
    return this.#gone.signal
  }

  /** Whether he has. */
  get hasGone(): boolean {
    return this.#hasGone
  }

  /** To be done when it is over, however it ends. */
  onLeave(work: () => void): void {
    this.#leaving.push(work)
  }

  /** To be done if the answer does not get as far as the connection: what was given with it is nobody's. */
  ifLost(work: () => void): void {
    this.#isOwed = true
    if (this.signal.aborted) work()
    else this.signal.addEventListener("abort", work, { once: true })
  }

  /** Whether something would be lost with the answer. */
  get isOwed(): boolean {
    return this.#isOwed
  }

  leave(isAnswered: boolean): void {
    if (!isAnswered) {
      this.#hasGone = true
      this.#gone?.abort()
    }
    for (const work of this.#leaving.splice(0)) work()
  }
}

export function visitOf(request: FastifyRequest): Visit {
  if (request.visit === null) throw new Error("a request came in without being received")
  return request.visit
}

/** Begins the visit of a request; it ends when the answer is through or the connection is. */
export function receive(request: FastifyRequest, reply: FastifyReply): Visit {
  const visit = new Visit(request.ip)
  request.visit = visit
  const { socket } = request.raw
  let isThrough = false
  // Node also says so when the connection broke while the last of it was being written.
  reply.raw.once("finish", () => {
    isThrough = !socket.destroyed
  })
  reply.raw.once("close", () => visit.leave(isThrough))
  return visit
}

/** Whether whoever asked has hung up. What he sent last is only known after a turn, so it takes one. */
export async function hasHungUp({ raw }: FastifyRequest): Promise<boolean> {
  await nextTurn()
  const { socket } = raw
  return socket.destroyed || socket.readableEnded
}
