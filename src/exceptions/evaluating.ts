import { compileExpression, type Expression, isExpression, type Vocabulary } from "../expressions/expression.ts"
import { compileText, isText, type Text } from "../expressions/text.ts"
import type { CaseId } from "../messages/ids.ts"
import type { Json, JsonObject } from "../messages/json.ts"
import type { Expressions } from "../messages/steps.ts"
import { valueTypeOf } from "../model/data-types.ts"
import { ruleVocabulary } from "../model/vocabulary.ts"
import { eventOf, type Occasion } from "./asking.ts"
import type { Port } from "./port.ts"

/** Values of a step's expressions, or what cannot be evaluated, in words. They were checked when they were stored. */
export type Evaluated =
  | { readonly ok: true; readonly values: JsonObject }
  | { readonly ok: false; readonly message: string }

/** Where a run stands, as far as expressions are concerned. */
export type Standing = Pick<Occasion, "on" | "case" | "item" | "at" | "parameters" | "by" | "depth">

export function evaluateAll(port: Port, at: Standing, expressions: Expressions): Evaluated {
  const bindings = port.context({ case: at.case, item: at.item, event: eventOf(at) })
  return evaluateWith(bindings, expressions, (source) => expressionAt(port, at, source))
}

/** The same over the data of another case: what a worklet has come to. */
export function evaluateIn(port: Port, id: CaseId, expressions: Expressions): Evaluated {
  const at = { case: id, on: "" }
  return evaluateWith(port.context({ case: id, event: {} }), expressions, (source) => expressionAt(port, at, source))
}

export function renderText(
  port: Port,
  at: Standing,
  source: string,
): { ok: true; text: string } | { ok: false; message: string } {
  const text = textAt(port, at, source)
  if (text === undefined) return { ok: false, message: `the text "${source}" cannot be read` }
  const rendered = text.render(port.context({ case: at.case, item: at.item, event: eventOf(at) }))
  if (rendered.ok) return { ok: true, text: rendered.value }
  return { ok: false, message: `the text "${source}": ${rendered.error.message}` }
}

/** The name of an agent, role or unit, else an expression that gives one: a word the case has no value for is a name. */
export function nameOf(
  port: Port,
  at: Standing,
  source: string,
): { ok: true; name: string } | { ok: false; message: string } {
  const isWord = /^[\p{L}\p{N}_-]+$/u.test(source)
  if (isWord && typeof port.case(at.case)?.data[source] !== "string") return { ok: true, name: source }
  const evaluated = evaluateAll(port, at, { name: source })
  if (!evaluated.ok) return evaluated
  const { name } = evaluated.values
  if (typeof name === "string" && name !== "") return { ok: true, name }
  return { ok: false, message: `"${source}" gave ${JSON.stringify(name)}, which is nobody's name` }
}

function evaluateWith(
  bindings: ReturnType<Port["context"]>,
  expressions: Expressions,
  compiled: (source: string) => Expression | undefined,
): Evaluated {
  const values: Record<string, Json> = {}
  for (const [name, source] of Object.entries(expressions)) {
    const expression = compiled(source)
    if (expression === undefined) return { ok: false, message: `"${source}" (${name}) is not an expression` }
    const outcome = expression.evaluate(bindings)
    if (!outcome.ok)
      return { ok: false, message: `"${source}" (${name}) cannot be evaluated: ${outcome.error.message}` }
    values[name] = outcome.value
  }
  return { ok: true, values }
}

/** What a step sees is typed like what a rule sees there: dates are dates. */
function vocabularyAt(port: Port, { case: id, on }: Pick<Standing, "case" | "on">): Vocabulary {
  const variables = port.case(id)?.variables
  const parameters = port.rules.classes.has(on) ? port.rules.classes.parameters(on) : undefined
  if (!parameters || parameters.size === 0) return ruleVocabulary(variables ? { variables } : {})
  const own = Object.fromEntries([...parameters].map(([name, type]) => [name, valueTypeOf(type)]))
  const always = { class: "string", at: "string", by: "string", item: "string", case: "string" } as const
  return ruleVocabulary({ ...(variables && { variables }), event: { object: { ...own, ...always } } })
}

/** Steps are few and come again and again: by the data they were written for, the event, and their text. */
const expressions = new WeakMap<object, Map<string, Expression>>()
const texts = new WeakMap<object, Map<string, Text>>()
const nowhere = {}

function expressionAt(port: Port, at: Pick<Standing, "case" | "on">, source: string): Expression | undefined {
  return remembered(expressions, port, at, source, (vocabulary) => {
    const expression = compileExpression(source, vocabulary)
    return isExpression(expression) ? expression : undefined
  })
}

function textAt(port: Port, at: Pick<Standing, "case" | "on">, source: string): Text | undefined {
  return remembered(texts, port, at, source, (vocabulary) => {
    const text = compileText(source, vocabulary)
    return isText(text) ? text : undefined
  })
}

/** What does not fit the types there may still make sense: it was stored for any case. */
function remembered<Value>(
  cache: WeakMap<object, Map<string, Value>>,
  port: Port,
  at: Pick<Standing, "case" | "on">,
  source: string,
  compile: (vocabulary: Vocabulary) => Value | undefined,
): Value | undefined {
  const data = port.case(at.case)?.variables ?? nowhere
  const bySource = cache.get(data) ?? new Map<string, Value>()
  cache.set(data, bySource)
  const key = `${at.on} ${source}`
  const known = bySource.get(key)
  if (known !== undefined) return known
  const compiled = compile(vocabularyAt(port, at)) ?? compile(ruleVocabulary())
  if (compiled !== undefined) bySource.set(key, compiled)
  return compiled
}
