/** What rules may stand on besides exception classes: the questions the system asks by itself. */
export const CHECKPOINTS = ["casePre", "casePost", "itemPre", "itemPost", "select", "compensating"] as const
export type Checkpoint = (typeof CHECKPOINTS)[number]

export function isCheckpoint(on: string): on is Checkpoint {
  return CHECKPOINTS.some((checkpoint) => checkpoint === on)
}

/** Rules speak of types and of classes; where both words mean the same, the class's name is the one that is kept. Plain events have no spaces. */
export function canonicalEvent(on: string): string {
  const plain = plainEvent(on)
  return plain ? `${plain.word}(${plain.about})` : (SYNONYMS.get(on) ?? on)
}

/** `done(B3)`, `every(PT1H)`: the word and what it is about. */
export function plainEvent(on: string): { readonly word: string; readonly about: string } | undefined {
  const [, word, about] = /^\s*([A-Za-z]+)\s*\((.*)\)\s*$/s.exec(on) ?? []
  if (word === undefined || about === undefined) return undefined
  // `data(budget)` is said too.
  return { word: word === "data" ? "written" : word, about: about.trim() }
}

/** Whether rules on it say how something is undone: `compensating`, or `compensating(SupplierFailed)`. */
export function isCompensating(on: string): boolean {
  return on === COMPENSATING || compensatedClass(on) !== undefined
}

/** The class in `compensating(SupplierFailed)`. */
export function compensatedClass(on: string): string | undefined {
  const plain = plainEvent(on)
  return plain?.word === COMPENSATING ? plain.about : undefined
}

/** What a rollback asks that answers an exception: about its class, about those above it, and then whatever is answered. */
export function compensatingNames(lineage: readonly string[]): readonly string[] {
  return [...lineage.map((name) => `${COMPENSATING}(${name})`), COMPENSATING]
}

const COMPENSATING = "compensating"

export const PLAIN_EVENTS = [
  "started",
  "done",
  "aborted",
  "written",
  "message",
  "every",
  "at",
  "after",
  "compensating",
] as const

/** `every(PT1H)`, `after(P2D)`, `at(2026-02-01)`: what only the clock brings about. */
export function isClockEvent(on: string): boolean {
  const word = plainEvent(on)?.word
  return word === "every" || word === "after" || word === "at"
}

const SYNONYMS: ReadonlyMap<string, string> = new Map([
  ["timeout", "Timeout"],
  ["itemAbort", "ItemAbort"],
  ["resourceUnavailable", "ResourceUnavailable"],
  ["constraintViolation", "ConstraintViolation"],
  ["caseTrigger", "CaseTrigger"],
  ["itemTrigger", "ItemTrigger"],
])
