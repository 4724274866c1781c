import type { FastifyInstance } from "fastify"

/** Pages of these sites may call; of others a browser keeps the answers to itself, as nobody tells it otherwise. */
export function allowOrigins(app: FastifyInstance, origins: readonly string[]): void {
  if (origins.length === 0) return
  app.addHook("onRequest", (request, reply, done) => {
    const { origin } = request.headers
    reply.header("vary", "Origin")
    if (origin === undefined || !origins.includes(origin)) return done()
    reply.headers({
      "access-control-allow-origin": origin,
      "access-control-expose-headers": "ETag, X-Request-Id, Retry-After",
      "cross-origin-resource-policy": "cross-origin",
    })
    if (request.method !== "OPTIONS" || request.headers["access-control-request-method"] === undefined) return done()
    reply
      .headers({
        "access-control-allow-methods": "GET, POST",
        "access-control-allow-headers": allowedHeaders,
        "access-control-max-age": "600",
      })
      .code(204)
      .send()
  })
}

const allowedHeaders = [
  ...["Authorization", "Content-Type", "Exlet-As", "Idempotency-Key", "If-Match", "If-None-Match"],
  ...["Last-Event-ID", "X-Api-Key", "X-CSRF-Token"],
].join(", ")
