import type { Rejection, RejectionCode } from "../messages/rejections.ts"
import type { Answer } from "../runtime/answer.ts"

/** What became of a step. `mistaken`: the story speaks of something that cannot be. */
export type Outcome =
  | { readonly kind: "accepted" }
  | { readonly kind: "refused"; readonly rejection: Rejection }
  | { readonly kind: "mistaken"; readonly message: string }

export const accepted: Outcome = { kind: "accepted" }

export function outcomeOf(answer: Answer<unknown>): Outcome {
  return answer.ok ? accepted : { kind: "refused", rejection: answer.rejection }
}

export function refused(code: RejectionCode, message: string, remedy: string): Outcome {
  return { kind: "refused", rejection: { code, message, remedy } }
}

export function mistaken(message: string): Outcome {
  return { kind: "mistaken", message }
}
