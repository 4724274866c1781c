import type { Refusal } from "../api/problems.ts"

/** A stream was refused, and asking again would not help. */
export class RefusedError extends Error {
  override readonly name = "RefusedError"
  readonly rejection: Refusal
  readonly status: number

  constructor(rejection: Refusal, status: number) {
    super(`${rejection.code}: ${rejection.message}. ${rejection.remedy}`)
    this.rejection = rejection
    this.status = status
  }
}
