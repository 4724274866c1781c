import type { Rejection } from "../messages/rejections.ts"
import { type Answer, refuse } from "./answer.ts"
import type { Learnt } from "./teaching.ts"

/** What an answer of several commits has done, and what it was still to do. */
export interface Part {
  readonly done: string
  readonly left: string
}

/** Says what was written when a rule was learnt. */
export const learntAs = ({ tree, version, node }: Learnt): string =>
  `the rule was learnt (rule ${node} of "${tree}", version ${version})`

/** The answer to the rest of something. If that failed, it says what was done before: who repeats all of it would do that twice. */
export function afterPart<Value>({ done, left }: Part, rest: Answer<Value>): Answer<Value> {
  if (rest.ok) return rest
  const { code, message, remedy: _, ...more } = rest.rejection
  const outcome = code === "OUTCOME_UNKNOWN" ? "it is not known whether the rest was done" : "the rest was not done"
  const rejection: Rejection = {
    ...more,
    code: "PARTLY_DONE",
    message: `${done}; ${outcome} (${left}): ${code}, ${message}`,
    remedy:
      "Repeat it with the same idempotency key to do the rest; without one, do only the rest, and look first whether it was done",
  }
  return refuse(rejection)
}
