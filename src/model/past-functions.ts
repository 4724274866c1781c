import type { FunctionType, WordProblem } from "../expressions/expression.ts"
import type { ValueType } from "../expressions/value-type.ts"
import type { Json } from "../messages/json.ts"
import { isDuration } from "./moments.ts"
import { quoted } from "./names.ts"

/** What a condition asks about other cases of its process: cases, or exceptions of a class, not longer ago than a duration. */
export type PastQuestion =
  | { readonly about: "cases"; readonly within: string }
  | { readonly about: "exceptions"; readonly class: string; readonly within: string }

/**
 * The functions about the past of other cases. Their arguments are written out, so that what they ask is known before the condition is
 * evaluated: it is fetched first, as from a source outside, and recorded with the decision.
 */
export function pastFunctions(
  checkClass: (name: string) => WordProblem | undefined,
): Readonly<Record<PastFunction, FunctionType>> {
  return {
    pastCases: {
      arguments: ["string"],
      returns: { object: { ...counted, last: { list: { object: pastCase } } } },
      checkText: checkDuration,
      source: (texts) => pastSource("pastCases", texts),
    },
    pastExceptions: {
      arguments: ["string", "string"],
      returns: { object: { ...counted, answers: { map: "number" }, last: { list: { object: pastException } } } },
      checkText: (text, index) => (index === 0 ? checkClass(text) : checkDuration(text)),
      source: (texts) => pastSource("pastExceptions", texts),
    },
  }
}

export type PastFunction = "pastCases" | "pastExceptions"

/** The source that answers a call, as `pastExceptions(Timeout P7D)`: the name its value is recorded under. */
export function pastSource(name: PastFunction, texts: readonly Json[]): string {
  return `${name}(${texts.join(" ")})`
}

/** The question a source stands for; undefined: it is one outside. */
export function pastQuestion(source: string): PastQuestion | undefined {
  const [, cases] = /^pastCases\((\S*)\)$/.exec(source) ?? []
  if (cases !== undefined) return { about: "cases", within: cases }
  const [, name, within] = /^pastExceptions\((\S+) (\S*)\)$/.exec(source) ?? []
  return name === undefined || within === undefined ? undefined : { about: "exceptions", class: name, within }
}

/** How far those that are looked at go: the newest. */
export const MOST_LOOKED_AT = 200

const counted = { count: "number", more: "boolean", states: { map: "number" } } as const satisfies Record<
  string,
  ValueType
>
const pastCase = {
  case: "string",
  number: "string",
  state: "string",
  startedAt: "timestamp",
  endedAt: "timestamp",
} as const
const pastException = {
  case: "string",
  class: "string",
  at: "string",
  state: "string",
  raisedAt: "timestamp",
  answer: "string",
} as const

function checkDuration(text: string): WordProblem | undefined {
  if (isDuration(text)) return undefined
  return {
    code: "BAD_VALUE",
    message: `${quoted(text)} is no duration.`,
    remedy: "Write how long ago at most, as in P30D.",
  }
}
