import type { Finding } from "./findings.ts"
import type { Json } from "./json.ts"

/** Why a command changed nothing. A value, never thrown; the code is stable, the message and remedy are for people. */
export interface Rejection {
  readonly code: RejectionCode
  readonly message: string
  readonly remedy: string
  /** What is wrong with each field of the data. */
  readonly fields?: readonly FieldProblem[]
  /** What is wrong with a definition. */
  readonly findings?: readonly Finding[]
  /** Where two contexts differ that a rule does not tell apart. */
  readonly differences?: readonly { readonly name: string; readonly here?: Json; readonly there?: Json }[]
  /** Who uses what was to be removed. */
  readonly usedBy?: readonly string[]
}

/** What is wrong with one value of some data: `field` leads to it, as in `lines[0].qty`. */
export interface FieldProblem {
  readonly field: string
  readonly code: string
  readonly message: string
}

/** Every code there is, with the HTTP status a door would answer. */
export const rejectionStatus = {
  PROCESS_NOT_FOUND: 404,
  CASE_NOT_FOUND: 404,
  ITEM_NOT_FOUND: 404,
  CASE_ALREADY_STARTED: 409,
  NUMBER_TAKEN: 409,
  CASE_NOT_LIVE: 409,
  ITEM_NOT_LIVE: 409,
  ITEM_HELD: 409,
  ITEM_NOT_STARTED: 409,
  ITEM_ALREADY_STARTED: 409,
  ITEM_NOT_YOURS: 403,
  ITEM_NOT_WORK: 409,
  AGENT_NOT_QUALIFIED: 403,
  AGENT_EXCLUDED: 403,
  AGENT_BUSY: 409,
  AGENT_NOT_FOUND: 404,
  NOT_PERMITTED: 403,
  NEEDS_INVALID: 422,
  NOT_HELD: 409,
  NOT_DYNAMIC: 409,
  TOO_MANY_INSTANCES: 409,
  NOT_RETRYABLE: 409,
  ATTEMPT_OVER: 409,
  TIMER_NOT_ARMED: 409,
  TASK_NOT_FOUND: 404,
  TASK_NOT_DONE: 409,
  STEP_IN_INSTANCE: 409,
  ROLLBACK_GOING_ON: 409,
  MESSAGE_NOT_EXPECTED: 404,
  EXCEPTION_NOT_FOUND: 404,
  EXCEPTION_NOT_OPEN: 409,
  EVENT_UNKNOWN: 404,
  EVENT_NEEDS_ITEM: 422,
  INTERVENTION_NOT_FOUND: 404,
  INTERVENTION_NOT_OPEN: 409,
  ANSWER_NOT_POSSIBLE: 422,
  ANSWER_NOT_RETRACTABLE: 409,
  RUN_NOT_FOUND: 404,
  EXLET_NOT_FOUND: 404,
  TREE_NOT_FOUND: 404,
  TREE_CHANGED: 409,
  DECISION_NOT_FOUND: 404,
  RULE_UNKNOWN: 404,
  ROOT_RULE: 409,
  RULE_NOT_TRUE: 422,
  RULE_DOES_NOT_SEPARATE: 409,
  RULE_REPEATED: 409,
  RULE_HAS_REFINEMENTS: 409,
  NOTHING_TO_UNDO: 409,
  IN_USE: 409,
  HANDLER_NOT_FOUND: 404,
  PATTERN_NOT_FOUND: 404,
  CONSTRAINT_NOT_FOUND: 404,
  NOT_BOUND: 409,
  RULE_BOUND: 409,
  BACKTEST_CANCELLED: 409,
  DATA_INVALID: 422,
  DEFINITION_INVALID: 422,
  NOT_SIGNED_IN: 401,
  SIGN_IN_UNAVAILABLE: 503,
  CSRF_MISSING: 403,
  ORIGIN_FOREIGN: 403,
  KEY_NOT_FOUND: 404,
  KEY_NOT_LIVE: 409,
  SCOPE_INVALID: 422,
  FAMILY_QUARANTINED: 423,
  FAMILY_NOT_QUARANTINED: 409,
  RECORD_INVALID: 422,
  RECORD_TAKEN: 409,
  VERSION_CHANGED: 412,
  KEY_REUSED: 422,
  BACKUP_NOT_POSSIBLE: 409,
  ENGINE_STOPPED: 503,
  STORE_FAILED: 503,
  OUTCOME_UNKNOWN: 503,
  PARTLY_DONE: 409,
  DECISION_FAILED: 500,
  CHANNEL_NOT_FOUND: 404,
} as const

export type RejectionCode = keyof typeof rejectionStatus
