import type { FastifyInstance } from "fastify"
import type { Metrics } from "./metrics.ts"

/** Every request counts under the name of its route: what people make up must not become a name of its own. */
export function measureRequests(app: FastifyInstance, metrics: Metrics): void {
  app.addHook("onResponse", (request, reply, done) => {
    const operation = request.routeOptions.url ?? "unknown"
    metrics.request({ operation, status: reply.statusCode, seconds: reply.elapsedTime / 1000 })
    done()
  })
}
