import { timingSafeEqual } from "node:crypto"
import { setTimeout as sleep } from "node:timers/promises"
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify"
import { foreignTo } from "../access/authenticate.ts"
import { Desk } from "../access/desk.ts"
import type { Refusal } from "../api/problems.ts"
import { StoreError, type StoreErrorCode } from "../store/error.ts"
import { shownBy } from "./asker.ts"
import type { Door } from "./door.ts"
import { answerProblem } from "./problem-answers.ts"
import { stopping } from "./stopping.ts"
import { visitOf } from "./visit.ts"

/** What machines ask about the server itself. */
export function addHealth(app: FastifyInstance, door: Door): void {
  app.get("/healthz", async () => ({ status: "alive" }))
  app.get("/readyz", async (request, reply) => {
    const trouble = await notReady(door)
    return trouble ? answerProblem(request, reply, trouble) : reply.send({ status: "ready" })
  })
  app.get("/metrics", async (request, reply) => {
    const refusal = await mayNotRead(door, request)
    if (refusal) return answerProblem(request, reply, refusal)
    return answerMetrics(door, request, reply)
  })
}

async function notReady({ engine, isStopping }: Door): Promise<Refusal | undefined> {
  if (isStopping) return stopping
  const late = new AbortController()
  try {
    const answered = engine.probe().then(() => true)
    const isThere = await Promise.race([answered, sleep(within, false, { signal: late.signal })])
    return isThere ? undefined : silent
  } catch (error) {
    return error instanceof StoreError ? (unkept[error.code] ?? silent) : silent
  } finally {
    late.abort()
  }
}

const within = 2000

const silent: Refusal = {
  code: "STORE_FAILED",
  message: "the store does not answer",
  remedy: "Ask again in a moment",
}

/** Anybody may ask, so nothing is said of where the store is. */
const unkept: { readonly [Code in StoreErrorCode]?: Refusal } = {
  STORE_LOST: {
    ...silent,
    message: "the store's file was deleted, moved or replaced",
    remedy: "Stop the server, put the file back or restore a backup, and start it again",
  },
  STORE_DAMAGED: { ...silent, message: "the store is damaged", remedy: "Stop the server and restore a backup" },
  STORE_FAILED: {
    ...silent,
    message: "the store cannot write",
    remedy: "See whether its disk is full or its database cannot be reached; it is ready again when it can write",
  },
}

async function answerMetrics(door: Door, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  if (door.metrics === undefined) {
    const remedy = "Run it with metrics"
    return answerProblem(request, reply, { code: "NOT_SUPPORTED", message: "this server measures nothing", remedy })
  }
  const { contentType, text } = await door.metrics()
  return reply.header("content-type", contentType).send(text)
}

/** How much is going on is nobody's business but the administrator's, or whoever was given the token. */
async function mayNotRead(door: Door, request: FastifyRequest): Promise<Refusal | undefined> {
  if (door.mode === "development") return foreignTo(shownBy(request), door)
  if (door.metricsToken !== undefined && isSame(request.headers.authorization, `Bearer ${door.metricsToken}`))
    return undefined
  const holder = await door.authenticate(shownBy(request))
  if (!holder.ok) return holder.rejection
  visitOf(request).principal = holder.value
  return new Desk(door.engine, holder.value).closedEverywhere(["administer"])
}

function isSame(given: string | undefined, expected: string): boolean {
  const [a, b] = [Buffer.from(given ?? ""), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}
