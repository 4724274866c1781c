/** What rules may stand on besides exception classes: the questions the system asks by itself. */
export const CHECKPOINTS = ["casePre", "casePost", "itemPre", "itemPost", "select"] as const
export type Checkpoint = (typeof CHECKPOINTS)[number]

export function isCheckpoint(on: string): on is Checkpoint {
  return CHECKPOINTS.some((checkpoint) => checkpoint === on)
}

/** Rules speak of types and of classes; where both words mean the same, the class's name is the one that is kept. */
export function canonicalEvent(on: string): string {
  return SYNONYMS.get(on) ?? on
}

/** `done(B3)`, `every(PT1H)`: the word and what it is about. */
export function plainEvent(on: string): { readonly word: string; readonly about: string } | undefined {
  const [, word, about] = /^\s*([A-Za-z]+)\s*\((.*)\)\s*$/s.exec(on) ?? []
  return word === undefined || about === undefined ? undefined : { word, about: about.trim() }
}

export const PLAIN_EVENTS = ["started", "done", "aborted", "written", "message", "every", "at"] as const

const SYNONYMS: ReadonlyMap<string, string> = new Map([
  ["timeout", "Timeout"],
  ["itemAbort", "ItemAbort"],
  ["resourceUnavailable", "ResourceUnavailable"],
  ["constraintViolation", "ConstraintViolation"],
  ["caseTrigger", "CaseTrigger"],
  ["itemTrigger", "ItemTrigger"],
])
