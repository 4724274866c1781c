import type { Refusal } from "../api/problems.ts"

/** A refusal on its way to the error handler, from where Fastify leaves no other way. */
export class Refused extends Error {
  override readonly name = "Refused"
  readonly refusal: Refusal

  constructor(refusal: Refusal) {
    super(refusal.message)
    this.refusal = refusal
  }
}

/** Waiting there would miss whatever happens until history is that long. */
export function beyondTheEnd(what: string): Refusal {
  return invalidRequest(
    `${what} is beyond the end of history: it is from elsewhere, or an older backup was restored`,
    "Begin with 0, or with `live`",
  )
}

export function invalidRequest(message: string, remedy: string): Refusal {
  return { code: "REQUEST_INVALID", message, remedy }
}
