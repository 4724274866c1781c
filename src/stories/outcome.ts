import type { Rejection, RejectionCode } from "../messages/rejections.ts"

/** What became of a step. `mistaken`: the story speaks of something that cannot be. */
export type Outcome =
  | { readonly kind: "accepted" }
  | { readonly kind: "refused"; readonly rejection: Rejection }
  | { readonly kind: "mistaken"; readonly message: string }

export const accepted: Outcome = { kind: "accepted" }

export function refused(code: RejectionCode, message: string, remedy: string): Outcome {
  return { kind: "refused", rejection: { code, message, remedy } }
}

export function mistaken(message: string): Outcome {
  return { kind: "mistaken", message }
}
