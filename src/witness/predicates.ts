import { compileExpression, type Expression, isExpression } from "../expressions/expression.ts"
import { isFinding, parse } from "../expressions/parse.ts"
import { type Node, partsOf } from "../expressions/syntax.ts"
import type { Json, JsonObject } from "../messages/json.ts"
import { ruleVocabulary, systemNames } from "../model/vocabulary.ts"
import type { Looked } from "./expressions-in-force.ts"
import { namesIn } from "./names-in.ts"

/** The smallest parts of conditions that are true or false: what a value is, is what it makes of these. */
export interface Predicate {
  readonly names: ReadonlySet<string>
  /** The event its rule is on; absent: it is not about an event. */
  readonly on?: string
  /** The task or process whose result it looks at. */
  readonly resultOf?: string
  /** It looks at the data of a case and at nothing else. */
  readonly isOfData: boolean
  /** It stands in rules alone. */
  readonly isOfRules: boolean
  /** The texts it compares with. */
  readonly texts: readonly string[]
  readonly expression: Expression
}

export function predicatesIn(looked: readonly Looked[]): readonly Predicate[] {
  const found = new Map<string, Predicate>()
  for (const { source, on } of looked) {
    const node = parse(source)
    if (isFinding(node)) continue
    for (const part of atomsOf(node)) {
      const text = source.slice(part.start, part.end)
      const isAboutEvent = /\bevent\b/.test(text)
      const key = `${isAboutEvent ? (on ?? "") : ""} ${text}`
      const compiled = found.has(key) ? undefined : compileExpression(text, vocabulary)
      if (compiled === undefined || !isExpression(compiled)) continue
      const resultOf = resultIn(part) ?? (/\bevent\.result\b/.test(text) ? doneIn(on) : undefined)
      found.set(key, {
        names: namesIn(part),
        ...(isAboutEvent && on !== undefined && { on }),
        ...(resultOf !== undefined && { resultOf }),
        isOfRules: on !== undefined,
        texts: partsOf(part).flatMap((side) => textsOf(side)),
        isOfData: compiled.calls.size === 0 && ![...compiled.names].some((name) => systemNames.has(name)),
        expression: compiled,
      })
    }
  }
  return [...found.values()]
}

/**
 * What rules compare with several texts, and nothing else looks at, is taken to be one of these: the name of a variable, or whose
 * result it is.
 */
export function enumeratedBy(predicates: readonly Predicate[]): ReadonlySet<string> {
  const texts = new Map<string, Set<string>>()
  const others = new Set<string>()
  for (const predicate of predicates) {
    for (const name of subjectsOf(predicate)) {
      if (!predicate.isOfRules) others.add(name)
      texts.set(name, new Set([...(texts.get(name) ?? []), ...predicate.texts]))
    }
  }
  return new Set([...texts].flatMap(([name, all]) => (all.size > 1 && !others.has(name) ? [name] : [])))
}

export const resultName = (task: string): string => `result of ${task}`

const subjectsOf = ({ names, resultOf }: Predicate): Iterable<string> =>
  resultOf === undefined ? names : [resultName(resultOf)]

/** What data makes of predicates, as text. What they ask besides is left open. */
export function truthsOf(
  predicates: readonly Predicate[],
  data: JsonObject,
  event: JsonObject = {},
  result?: Json,
): string {
  let text = ""
  for (const { expression } of predicates) text += truthOf(expression, data, event, result)
  return text
}

function truthOf(expression: Expression, data: JsonObject, event: JsonObject, result: Json | undefined): string {
  const { names, calls } = expression
  // To fail takes long.
  for (const name of names) if (name !== "event" && (data[name] ?? null) === null) return "?"
  if (calls.size > 0 && result === undefined) return "?"
  const value = (name: string) => (name === "event" ? event : data[name])
  const outcome = expression.evaluate({ value, call: (name) => (name === "result" ? result : undefined) }, 1000)
  if (!outcome.ok) return "?"
  return outcome.value === true ? "1" : outcome.value === false ? "0" : JSON.stringify(outcome.value)
}

const vocabulary = ruleVocabulary({})

function atomsOf(node: Node): readonly Node[] {
  if (node.kind === "not" || node.kind === "and" || node.kind === "or") return partsOf(node).flatMap(atomsOf)
  if (node.kind === "choice") return partsOf(node).flatMap(atomsOf)
  return node.kind === "literal" ? [] : [node]
}

function textsOf(node: Node): readonly string[] {
  if (node.kind === "list") return node.elements.flatMap(textsOf)
  return node.kind === "literal" && typeof node.value === "string" ? [node.value] : []
}

function resultIn(node: Node): string | undefined {
  const [first] = node.kind === "call" && node.name === "result" ? node.arguments : []
  if (first?.kind === "literal") return String(first.value).replace(/^.*\//s, "")
  for (const part of partsOf(node)) {
    const found = resultIn(part)
    if (found !== undefined) return found
  }
  return undefined
}

const doneIn = (on: string | undefined): string | undefined =>
  /^(?:done|aborted)\((?:.*\/)?(.*)\)$/s.exec(on ?? "")?.[1]
