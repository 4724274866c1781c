import type { FastifyInstance } from "fastify"
import type { Metrics } from "./metrics.ts"

/** Every request counts under the name of its route: what people make up must not become a name of its own. */
export function measureRequests(app: FastifyInstance, metrics: Metrics): void {
  app.addHook("onRequest", (request, reply, done) => {
    const operation = request.routeOptions.url ?? "unknown"
    reply.raw.once("close", () => {
      const status = reply.raw.writableEnded ? reply.statusCode : brokenOff
      metrics.request({ operation, status, seconds: reply.elapsedTime / 1000 })
    })
    done()
  })
}

/** As other servers count those who did not wait for the answer. */
const brokenOff = 499
