import type { Input } from "../../../client.ts"
import type { Json, JsonObject } from "../../../messages/json.ts"
import type { PossibleAnswer } from "./answer-words.ts"

/** An answer while somebody writes it: choices by what the answer takes, texts as they stand in their fields. */
export interface Draft {
  readonly do: string
  readonly chosen: Readonly<Record<string, string>>
  /** Changed before anything else. */
  readonly data: JsonObject
}

export type AnswerGiven = Omit<Input<"answer">, "intervention" | "reason" | "dryRun">

export type Read =
  | { readonly ok: true; readonly answer: AnswerGiven }
  /** Not complete, or what is wrong with a field. */
  | { readonly ok: false; readonly problems: Readonly<Record<string, string>> }

export const emptyDraft = (verb: string): Draft => ({ do: verb, chosen: {}, data: {} })

/** What stands in the form as an answer, if all it takes is there. */
export function readDraft({ do: verb, chosen, data }: Draft, { takes = [] }: PossibleAnswer): Read {
  const problems: Record<string, string> = {}
  const parts: Record<string, Json> = {}
  for (const { name, isRequired } of takes) {
    const text = chosen[name]?.trim() ?? ""
    if (name === "data") {
      if (isRequired && Object.keys(data).length === 0) problems.data = ""
    } else if (text === "") {
      if (isRequired) problems[name] = ""
    } else if (written.has(name)) {
      const value = parsed(text)
      const isFit = name === "steps" ? Array.isArray(value) : isObject(value)
      if (isFit) parts[name] = value as Json
      else
        problems[name] = name === "steps" ? "A list of steps, as JSON" : 'An object as JSON, as in { "role": "clerk" }'
    } else parts[name] = text
  }
  if (verb === "run") {
    if (parts.exlet !== undefined) delete parts.steps
    else if (parts.steps === undefined && problems.steps === undefined) problems.exlet = ""
  }
  if (Object.keys(problems).length > 0) return { ok: false, problems }
  return { ok: true, answer: { do: verb, ...parts, ...(Object.keys(data).length > 0 && { data }) } as AnswerGiven }
}

/** What is written as JSON. */
const written: ReadonlySet<string> = new Set(["steps", "needs"])

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const isObject = (value: unknown): boolean => typeof value === "object" && value !== null && !Array.isArray(value)

/** What was done about the like before, as a draft for now; undefined: it cannot be done here. */
export function theSame(says: string, answers: readonly PossibleAnswer[]): Draft | undefined {
  const possible = (verb: string) => answers.find((each) => each.do === verb && each.isPossible)
  const choosing = (verb: string, name: string, choice: string): Draft | undefined => {
    const taken = possible(verb)?.takes?.find((each) => each.name === name)
    const isChoice = taken?.choices === undefined || taken.choices.includes(choice)
    return taken && isChoice ? { do: verb, chosen: { [name]: choice }, data: {} } : undefined
  }
  for (const [pattern, verb, name] of sayings) {
    const [, object] = pattern.exec(says) ?? []
    if (object !== undefined && name) return choosing(verb, name, object)
    if (pattern.test(says)) return possible(verb) && emptyDraft(verb)
  }
  return choosing("run", "exlet", says)
}

/** The words lists of answers use, and what one does to do the same. */
const sayings: readonly (readonly [RegExp, verb: string, takes?: string])[] = [
  [/^do it again$/, "retry"],
  [/^wait until somebody is free$/, "wait"],
  [/^go on at (.+)$/, "jump", "to"],
  [/^jump (.+)$/, "jump", "to"],
  [/^rollback (.+)$/, "rollback", "to"],
  [/^reassign (.+)$/, "reassign", "to"],
  [/^remove (item|case)$/, "remove", "target"],
  [/^retry$/, "retry"],
  [/^restart$/, "restart"],
  [/^skip$/, "skip"],
  [/^wait$/, "wait"],
  [/^propagate$/, "propagate"],
  [/^dismiss$/, "dismiss"],
  [/^confirm$/, "confirm"],
]
