import { randomUUID } from "node:crypto"
import rateLimit from "@fastify/rate-limit"
import Fastify, { type FastifyInstance, type FastifyRequest, LogController } from "fastify"
import { Admission } from "./admission.ts"
import { encodingUnsupported, readBody } from "./body.ts"
import { answerBroken } from "./broken-requests.ts"
import type { Door, DoorOptions } from "./door.ts"
import { EntryFeed } from "./entry-feed.ts"
import { EventStreams } from "./event-streams.ts"
import { allowOrigins } from "./foreign-origins.ts"
import { addHealth } from "./health.ts"
import { type Limits, limitsOf } from "./limits.ts"
import { addOperations } from "./operation-routes.ts"
import { addPages } from "./pages.ts"
import { addressTooLong, answerError, answerProblem } from "./problem-answers.ts"
import { Refused } from "./refused.ts"
import { logRequest } from "./request-log.ts"
import { secureAnswer } from "./security-headers.ts"
import { stopping } from "./stopping.ts"
import { answerUnknown } from "./unknown-routes.ts"
import { receive, visitOf } from "./visit.ts"
import { addWindow } from "./window.ts"

/**
 * The HTTP door to an engine: everything there is to ask it, with nobody listening yet. `serve` listens; `inject` asks without a
 * network. Closing it ends streams and waits for requests under way; the engine is left alone.
 */
export function openDoor(options: DoorOptions): FastifyInstance {
  const door = doorOf(options)
  const app = fastifyWith(door)
  receiveRequests(app, door)
  readBodies(app, door.limits)
  answerUnknown(app)
  app.setErrorHandler(answerError)
  app.addHook("preClose", async () => {
    door.isStopping = true
    door.stopping.abort()
    await door.streams.stop()
  })
  app.register(rateLimit, { global: false, cache: 10_000 })
  app.register(async (inside) => {
    addHealth(inside, door)
    addPages(inside, door)
    addWindow(inside)
    addOperations(inside, door)
  })
  return app
}

function doorOf(options: DoorOptions): Door {
  const isDevelopment = options.mode === "development"
  const limits = limitsOf({ ...(isDevelopment && { rate: 0 }), ...options.limits })
  return {
    ...options,
    limits,
    admission: new Admission(limits),
    streams: new EventStreams(limits),
    feed: new EntryFeed(options.engine),
    isStopping: false,
    stopping: new AbortController(),
  }
}

function fastifyWith({ limits, log, proxies = [] }: Door): FastifyInstance {
  const app = Fastify({
    ...(log ? { loggerInstance: log } : { logger: false }),
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: "request" }),
    genReqId: () => randomUUID(),
    trustProxy: proxies.length > 0 ? [...proxies] : false,
    bodyLimit: limits.body,
    requestTimeout: limits.requestWithin,
    keepAliveTimeout: limits.keepAlive,
    connectionTimeout: limits.silence,
    return503OnClosing: false,
    routerOptions: { maxParamLength: limits.address, ignoreTrailingSlash: false, caseSensitive: true },
    http: {
      maxHeaderSize: limits.headers,
      headersTimeout: limits.headersWithin,
      connectionsCheckingInterval: limits.lookEvery,
    },
    frameworkErrors: (error, request, reply) => {
      answerError(error, request, reply)
    },
    clientErrorHandler: answerBroken,
  })
  app.server.maxConnections = limits.connections
  app.decorateRequest("visit", null)
  return app
}

/** What happens to every request before anybody asks what it wants. */
function receiveRequests(app: FastifyInstance, door: Door): void {
  app.addHook("onRequest", (request, reply, done) => {
    const visit = receive(request, reply)
    if (door.log !== undefined) visit.onLeave(() => logRequest(request, reply, visit))
    secureAnswer(request, reply)
    if (request.url.length > door.limits.address) {
      answerProblem(request, reply, addressTooLong)
      return
    }
    if (door.isStopping && !isAboutHealth(request)) answerProblem(request, reply, stopping)
    else done()
  })
  allowOrigins(app, door.origins ?? [])
  admit(app, door)
}

/** Who asks is known by the time the body comes, and what is complete is answered soon: so nobody takes a place by being slow. */
function admit(app: FastifyInstance, { admission, limits }: Door): void {
  app.addHook("preParsing", (request, reply, body, done) => {
    const isRead = hasBody(request) && !isAboutHealth(request)
    // What has come already, as most bodies have, is not waited for.
    const refusal = isRead
      ? (encodingUnsupported(request.headers) ??
        (request.raw.complete ? undefined : admission.arrive(visitOf(request))))
      : undefined
    if (refusal) answerProblem(request, reply, refusal)
    else done(null, body)
  })
  app.addHook("preHandler", (request, reply, done) => {
    const refusal = isAboutHealth(request) ? undefined : admission.enter(visitOf(request))
    if (refusal) answerProblem(request, reply, refusal)
    else done()
  })
  app.addHook("onSend", (request, _, __, done) => {
    // Node closes the connection if nothing of the answer is taken for so long, and sets it back for the next request.
    request.raw.socket.setTimeout?.(limits.patience)
    done()
  })
}

const isAboutHealth = ({ url }: FastifyRequest): boolean => url.startsWith("/healthz") || url.startsWith("/readyz")

const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0

function readBodies(app: FastifyInstance, { depth }: Limits): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser("application/json", { parseAs: "buffer" }, (request, bytes, done) => {
    const read = readBody(bytes as Buffer, request.headers["content-type"] ?? "", depth)
    if (read.ok) done(null, read.value)
    else done(new Refused(read.rejection))
  })
}
