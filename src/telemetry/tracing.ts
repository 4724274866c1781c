import { type Context, context, type Span, SpanStatusCode, trace } from "@opentelemetry/api"
import type { Event } from "../messages/events.ts"
import type { ItemId } from "../messages/ids.ts"
import type { Observer } from "../runtime/observer.ts"

/**
 * A trace from a command through what was decided because of it to what programs then did. Whoever runs an OpenTelemetry SDK in
 * the process gets the spans; without one this costs next to nothing.
 */
export function tracing(): Observer {
  const tracer = trace.getTracer("exlet")
  /** By which command an item came to where a program can take it up. */
  const origins = new Map<ItemId, Context>()

  function remember(item: ItemId, origin: Context): void {
    const [oldest] = origins.keys()
    if (oldest !== undefined && origins.size >= mostOrigins) origins.delete(oldest)
    origins.set(item, origin)
  }

  return {
    asked({ family, command, by, reason }) {
      const span = tracer.startSpan(`command ${command}`, {
        attributes: {
          "exlet.family": family,
          "exlet.command": command,
          "exlet.by": by,
          ...(reason !== undefined && { "exlet.reason": reason }),
        },
      })
      const within = trace.setSpan(context.active(), span)
      return {
        decided({ version, events, milliseconds }) {
          decision(within, { version, events, milliseconds })
          for (const event of events) if (event.type === "ItemEnabled") remember(event.item, within)
        },
        refused({ code, message }) {
          span.setAttribute("exlet.code", code)
          span.setStatus({ code: SpanStatusCode.ERROR, message })
          span.end()
        },
        committed({ batch, milliseconds }) {
          const now = Date.now()
          const attributes = { "exlet.batch": batch }
          tracer.startSpan("commit", { startTime: now - milliseconds, attributes }, within).end(now)
          span.end()
        },
      }
    },

    program({ id, case: of, process, task, worker, attempt }) {
      const attributes = {
        "exlet.item": id,
        "exlet.case": of,
        "exlet.process": process,
        "exlet.task": task,
        "exlet.worker": worker,
        "exlet.attempt": attempt,
      }
      const span = tracer.startSpan(`program ${task}`, { attributes }, origins.get(id))
      const within = trace.setSpan(origins.get(id) ?? context.active(), span)
      origins.delete(id)
      return {
        run: (program) => context.with(within, program),
        done: () => span.end(),
        failed(message) {
          span.setStatus({ code: SpanStatusCode.ERROR, message })
          span.end()
        },
      }
    },
  }

  function decision(
    within: Context,
    {
      version,
      events,
      milliseconds,
    }: { readonly version: number; readonly events: readonly Event[]; readonly milliseconds: number },
  ): void {
    const now = Date.now()
    const attributes = { "exlet.version": version, "exlet.events": events.length }
    const span = tracer.startSpan("decide", { startTime: now - milliseconds, attributes }, within)
    for (const [index, event] of events.entries()) tell(span, event, version + index)
    span.end(now)
  }
}

/** What went wrong, what rules said about it, and what is done. */
function tell(span: Span, event: Event, version: number): void {
  const cause = event.causedBy === undefined ? {} : { "exlet.cause": event.causedBy }
  const where = { "exlet.version": version, ...cause }
  if (event.type === "ExceptionRaised")
    span.addEvent("exception raised", { ...where, "exlet.class": event.class, "exlet.at": event.at })
  if (event.type === "DecisionMade" && event.conclusion)
    span.addEvent("rule concluded", {
      ...where,
      "exlet.on": event.on,
      "exlet.at": event.at,
      "exlet.says": event.conclusion.says,
    })
  if (event.type === "RunStarted") span.addEvent("exlet started", { ...where, "exlet.exlet": event.exlet })
  if (event.type === "InterventionOpened") span.addEvent("person asked", { ...where, "exlet.text": event.text })
}

const mostOrigins = 10_000
