import type { Observer } from "../runtime/observer.ts"

/** The part of a logger that is needed; pino is one. */
export interface Logger {
  debug(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

/** What the engine does, as structured lines: commands when somebody looks closely, what goes wrong always, each with its cause. */
export function commandLog(logger: Logger): Observer {
  return {
    asked({ family, command, by, reason }) {
      const asked = { family, command, by, ...(reason !== undefined && { reason }) }
      return {
        decided({ version, events, milliseconds }) {
          logger.debug({ ...asked, version, events: events.length, milliseconds }, `${command} decided`)
          for (const [index, event] of events.entries()) {
            const cause = event.causedBy ?? `${command} by ${by}`
            const where = { family, version: version + index, cause }
            if (event.type === "ExceptionRaised")
              logger.warn(
                { ...where, case: event.case, class: event.class, at: event.at },
                `${event.class} at ${event.at}`,
              )
            if (event.type === "InterventionOpened")
              logger.warn({ ...where, case: event.case, intervention: event.intervention }, "somebody is asked")
            if (event.type === "RunEnded" && event.as === "failed")
              logger.warn({ ...where, run: event.run, message: event.message }, "an exlet failed")
          }
        },
        refused: ({ code, message }) => logger.debug({ ...asked, code }, `${command} refused: ${message}`),
      }
    },
    quarantined: ({ family, command, error }) =>
      logger.error({ family, command, error }, "a family was set aside because of a bug"),
    storeFailed: (error) => logger.error({ error: String(error) }, "the store failed"),
    carried({ outcome, ...carried }) {
      if (outcome === "failed" || outcome === "given up") logger.warn(carried, `a letter has not arrived: ${outcome}`)
      else logger.debug(carried, `a letter was ${outcome}`)
    },
  }
}
