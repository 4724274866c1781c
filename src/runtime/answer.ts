import { type AgentId, administrator, asAgentId } from "../messages/ids.ts"
import type { Rejection } from "../messages/rejections.ts"
import type { Right } from "../model/organisation.ts"

/** What came of asking for something: a refusal is a value, with a code, a reason and a remedy. */
export type Answer<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly rejection: Rejection }

/** Who asks, why and how. Without a name it is the administrator. */
export interface Act {
  readonly by?: string
  readonly reason?: string
  /**
   * The same key again from the same agent within a day is answered as before, and nothing is done again; a refusal is not
   * remembered. With something else it is refused (`KEY_REUSED`).
   */
  readonly key?: string
  /**
   * The version it was thought out for: the revision of the family, or of what is edited (a tree, an exlet, a process). Where it
   * is another by now, nothing is done (`VERSION_CHANGED`). Deployments and grants, which are of no one thing, take no notice of it.
   */
  readonly expected?: number
  /** Answers what would happen, or why nothing would, as things stand; nothing is done, kept or remembered. */
  readonly dryRun?: boolean
  /** What the way they came leaves of their rights, where that is less than the organisation allows them. */
  readonly within?: (right: Right, where: { readonly process?: string }) => boolean
}

/** The value, or a thrown error for those who would rather not look: for scripts, examples and tests. */
export function accepted<Value>(answer: Answer<Value>): Value {
  if (answer.ok) return answer.value
  const { code, message, remedy } = answer.rejection
  throw new Error(`${code}: ${message}. ${remedy}`)
}

export const accept = <Value>(value: Value): Answer<Value> => ({ ok: true, value })
export const refuse = (rejection: Rejection): { readonly ok: false; readonly rejection: Rejection } => ({
  ok: false,
  rejection,
})
export const actor = (act: Act): AgentId => (act.by === undefined ? administrator : asAgentId(act.by))
