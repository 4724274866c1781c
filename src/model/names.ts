import { nearest } from "../expressions/nearest.ts"

/** What the names of processes, tasks, blocks and conditions may look like, in words for messages. */
export const NAME_RULE = "A name starts with a letter and goes on with letters, digits, '_' and '-'."

/** What the names of variables may look like: they stand in expressions, where '-' is a minus. */
export const VARIABLE_RULE = "A variable's name starts with a letter a-z and goes on with letters a-z, digits and '_'."

const LONGEST_NAME = 200

// Starting with a letter also keeps '__proto__' and keys like '1', which JavaScript would reorder, out of all maps.
const NAME = /^\p{L}[\p{L}\p{M}\p{N}_-]*$/u
const VARIABLE = /^[A-Za-z][A-Za-z0-9_]*$/

export function isName(text: string): boolean {
  return text.length <= LONGEST_NAME && NAME.test(text)
}

export function isVariableName(text: string): boolean {
  return text.length <= LONGEST_NAME && VARIABLE.test(text)
}

/** Words that mean something in every expression, so that no variable may be called so. */
export function isReserved(name: string): boolean {
  return RESERVED.has(name)
}

/** A remedy: the candidate a person most likely meant if one is near, else what to do. */
export function meant(word: string, candidates: Iterable<string>, otherwise: string): string {
  const candidate = nearestName(word, candidates)
  return candidate === undefined ? otherwise : didYouMeanName(candidate)
}

export function nearestName(word: string, candidates: Iterable<string>): string | undefined {
  return word.length > LONGEST_NAME ? undefined : nearest(word, candidates)
}

export function didYouMeanName(name: string): string {
  return `Did you mean '${name}'?`
}

/** Whether there is time to compare one more word with all others, among so many that are wrong in the same thing. */
export function maySuggest(about: object): boolean {
  const left = suggestionsLeft.get(about) ?? MOST_SUGGESTIONS
  suggestionsLeft.set(about, left - 1)
  return left > 0
}

const MOST_SUGGESTIONS = 200
const suggestionsLeft = new WeakMap<object, number>()

/** A text of unknown length, fit to be quoted in a message. */
export function quoted(text: string): string {
  return `'${text.length > 60 ? `${text.slice(0, 57)}…` : text}'`
}

const RESERVED: ReadonlySet<string> = new Set(
  [
    "item items case family event agent org history external now",
    "notReady ready executing suspended done aborted",
    "result count round duringRound has",
    "true false null",
    "in as break const continue else for function if import let loop package namespace return var void while",
  ].flatMap((words) => words.split(" ")),
)
