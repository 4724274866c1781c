/** Properties that hold for everything inside: they may stand on a task, an activity or the process. */
export const SCOPED_KEYS = [
  "pattern",
  "attempts",
  "backoff",
  "alternatives",
  "involvement",
  "loopLimit",
  "cascadeLimit",
  "invariant",
  "undo",
  "irreversible",
  "owner",
  "answerWithin",
] as const
