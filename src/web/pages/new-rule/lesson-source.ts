import type { Json } from "../../../messages/json.ts"

/** Where a rule is learnt: what it stands on, where, and from which case or decision. */
export interface LessonSource {
  readonly on: string
  readonly at: string
  readonly from: LearntFrom
  /** What the rule says, where that is known already. */
  readonly then?: Json
}

export type LearntFrom =
  | { readonly case: string; readonly item?: string }
  | { readonly family: string; readonly version: number }

interface Given {
  readonly on?: string | undefined
  readonly at?: string | undefined
  readonly case?: string | undefined
  readonly item?: string | undefined
  readonly family?: string | undefined
  readonly version?: string | undefined
  /** As JSON. */
  readonly then?: string | undefined
}

interface Asking {
  readonly case: string
  readonly process: string
  readonly at: string
  readonly class?: string
  readonly item?: string
}

/** From what stands in the address, and the question that is answered with a rule. Undefined: something is missing. */
export function lessonSource(given: Given, intervention?: Asking): LessonSource | undefined {
  const on = given.on ?? intervention?.class
  const at = given.at ?? (intervention && scopeOf(intervention))
  const from = fromOf({ ...given, case: given.case ?? intervention?.case, item: given.item ?? intervention?.item })
  const then = thenIn(given.then)
  return on && at && from ? { on, at, from, ...(then !== undefined && { then }) } : undefined
}

function thenIn(text: string | undefined): Json | undefined {
  try {
    return text === undefined ? undefined : (JSON.parse(text) as Json)
  } catch {
    return undefined
  }
}

function fromOf({ case: id, item, family, version }: Given): LearntFrom | undefined {
  if (family && Number(version) > 0) return { family, version: Number(version) }
  return id ? { case: id, ...(item && { item }) } : undefined
}

const scopeOf = ({ process, at }: Asking): string => (at === process ? process : `${process}/${at}`)
