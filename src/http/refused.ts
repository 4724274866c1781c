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

export function invalidRequest(message: string, remedy: string): Refusal {
  return { code: "REQUEST_INVALID", message, remedy }
}
