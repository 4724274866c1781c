import {
  type Bindings,
  compileExpression,
  type Expression,
  isExpression,
  type Vocabulary,
} from "../expressions/expression.ts"
import { compileText, isText, type Text } from "../expressions/text.ts"
import { asAgentId, type CaseId } from "../messages/ids.ts"
import type { Json, JsonObject } from "../messages/json.ts"
import type { Expressions } from "../messages/steps.ts"
import { valueTypeOf } from "../model/data-types.ts"
import { ruleVocabulary } from "../model/vocabulary.ts"
import { eventOf, type Occasion } from "./asking.ts"
import { handlerBindings } from "./handler-bindings.ts"
import type { Looking } from "./port.ts"

/** Values of a step's expressions, or what cannot be evaluated, in words. They were checked when they were stored. */
export type Evaluated =
  | { readonly ok: true; readonly values: JsonObject }
  | { readonly ok: false; readonly message: string }

/** Where a run stands, as far as expressions are concerned. */
export type Standing = Pick<Occasion, "on" | "case" | "item" | "at" | "parameters" | "by" | "from" | "depth"> & {
  /** The bound handler it stands there for, and its parameters. */
  readonly handler?: string
  readonly with?: JsonObject
}

export function evaluateAll(port: Looking, at: Standing, expressions: Expressions): Evaluated {
  return evaluateWith(contextAt(port, at), expressions, (source) => expressionAt(port, at, source))
}

/** The same over the data of another case: what a worklet has come to. */
export function evaluateIn(port: Looking, id: CaseId, expressions: Expressions): Evaluated {
  const at = { case: id, on: "" }
  return evaluateWith(port.context({ case: id, event: {} }), expressions, (source) => expressionAt(port, at, source))
}

export function renderText(
  port: Looking,
  at: Standing,
  source: string,
): { ok: true; text: string } | { ok: false; message: string } {
  const text = textAt(port, at, source)
  if (text === undefined) return { ok: false, message: `the text "${source}" cannot be read` }
  const rendered = text.render(contextAt(port, at))
  if (rendered.ok) return { ok: true, text: rendered.value }
  return { ok: false, message: `the text "${source}": ${rendered.error.message}` }
}

function contextAt(port: Looking, at: Standing): Bindings {
  const bindings = port.context({ case: at.case, item: at.item, event: eventOf(at) })
  return at.with ? handlerBindings(bindings, at.with) : bindings
}

/** The name of an agent, role or unit, else an expression that gives one: a word that neither the handler nor the case has a value for is a name. */
export function nameOf(
  port: Looking,
  at: Standing,
  source: string,
): { ok: true; name: string } | { ok: false; message: string } {
  const isWord = /^[\p{L}\p{N}_-]+$/u.test(source)
  const isGiven = at.with !== undefined && Object.hasOwn(at.with, source)
  const known = isGiven ? at.with?.[source] : port.case(at.case)?.data[source]
  if (isWord && (typeof known !== "string" || (!isGiven && isSomebody(port, source)))) return { ok: true, name: source }
  const evaluated = evaluateAll(port, at, { name: source })
  if (!evaluated.ok) return evaluated
  const { name } = evaluated.values
  if (typeof name === "string" && name !== "") return { ok: true, name }
  return { ok: false, message: `"${source}" gave ${JSON.stringify(name)}, which is nobody's name` }
}

function isSomebody({ people }: Looking, name: string): boolean {
  return people !== undefined && (people.has(asAgentId(name)) || people.groupOf(name) !== undefined)
}

function evaluateWith(
  bindings: ReturnType<Looking["context"]>,
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
function vocabularyAt(port: Looking, { case: id, on, handler }: StepPlace): Vocabulary {
  const variables = port.case(id)?.variables
  const known = {
    ...(variables && { variables }),
    ...(handler !== undefined && { parameters: port.rules.parametersOf(handler), isOpen: true }),
  }
  const parameters = port.rules.classes.has(on) ? port.rules.classes.parameters(on) : undefined
  if (!parameters || parameters.size === 0) return ruleVocabulary(known)
  const own = Object.fromEntries([...parameters].map(([name, type]) => [name, valueTypeOf(type)]))
  const always = { class: "string", at: "string", by: "string", item: "string", case: "string" } as const
  return ruleVocabulary({ ...known, event: { object: { ...own, ...always } } })
}

/** What the meaning of a step's expressions depends on. */
type StepPlace = Pick<Standing, "case" | "on" | "handler">

/** Steps are few and come again and again: by the data they were written for, the event, and their text. */
const expressions = new WeakMap<object, Map<string, Expression>>()
const texts = new WeakMap<object, Map<string, Text>>()
const nowhere = {}
/** The data of a process and the parameters of a handler, as one key. */
const pairs = new WeakMap<object, WeakMap<object, object>>()

function together(variables: object, parameters: object): object {
  const ofVariables = pairs.get(variables) ?? new WeakMap<object, object>()
  pairs.set(variables, ofVariables)
  const pair = ofVariables.get(parameters) ?? {}
  ofVariables.set(parameters, pair)
  return pair
}

function expressionAt(port: Looking, at: StepPlace, source: string): Expression | undefined {
  return remembered(expressions, port, at, source, (vocabulary) => {
    const expression = compileExpression(source, vocabulary)
    return isExpression(expression) ? expression : undefined
  })
}

function textAt(port: Looking, at: StepPlace, source: string): Text | undefined {
  return remembered(texts, port, at, source, (vocabulary) => {
    const text = compileText(source, vocabulary)
    return isText(text) ? text : undefined
  })
}

/** What does not fit the types there may still make sense: it was stored for any case. */
function remembered<Value>(
  cache: WeakMap<object, Map<string, Value>>,
  port: Looking,
  at: StepPlace,
  source: string,
  compile: (vocabulary: Vocabulary) => Value | undefined,
): Value | undefined {
  const variables = port.case(at.case)?.variables ?? nowhere
  const data = at.handler === undefined ? variables : together(variables, port.rules.parametersOf(at.handler))
  const bySource = cache.get(data) ?? new Map<string, Value>()
  cache.set(data, bySource)
  const key = `${at.on} ${source}`
  const known = bySource.get(key)
  if (known !== undefined) return known
  const compiled = compile(vocabularyAt(port, at)) ?? compile(ruleVocabulary())
  if (compiled !== undefined) bySource.set(key, compiled)
  return compiled
}
