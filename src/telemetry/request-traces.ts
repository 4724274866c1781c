import { context, propagation, SpanKind, SpanStatusCode, trace } from "@opentelemetry/api"
import type { FastifyInstance } from "fastify"

/** Every request is a span, under the caller's if it says which; what is done because of it stands under this. */
export function traceRequests(app: FastifyInstance): void {
  const tracer = trace.getTracer("exlet")
  app.addHook("onRequest", (request, reply, done) => {
    const caller = propagation.extract(context.active(), request.headers)
    const route = request.routeOptions.url ?? "unknown"
    const span = tracer.startSpan(
      `${request.method} ${route}`,
      { kind: SpanKind.SERVER, attributes: { "http.request.method": request.method, "http.route": route } },
      caller,
    )
    reply.raw.once("close", () => {
      span.setAttribute("http.response.status_code", reply.statusCode)
      if (reply.statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
      span.end()
    })
    context.with(trace.setSpan(caller, span), done)
  })
}
