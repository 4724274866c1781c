import { compileExpression, type Expression, isExpression, type Vocabulary } from "../expressions/expression.ts"
import { compileText, isText, type Text } from "../expressions/text.ts"
import type { CaseId } from "../messages/ids.ts"
import type { Json, JsonObject } from "../messages/json.ts"
import type { Expressions } from "../messages/steps.ts"
import { eventOf, type Occasion } from "./asking.ts"
import type { Port } from "./port.ts"

/** Values of a step's expressions, or what cannot be evaluated, in words. They were checked when they were stored. */
export type Evaluated =
  | { readonly ok: true; readonly values: JsonObject }
  | { readonly ok: false; readonly message: string }

/** Where a run stands, as far as expressions are concerned. */
export type Standing = Pick<Occasion, "on" | "case" | "item" | "at" | "parameters" | "by" | "depth">

export function evaluateAll(port: Port, at: Standing, expressions: Expressions): Evaluated {
  return evaluateWith(port.context({ case: at.case, item: at.item, event: eventOf(at) }), expressions)
}

/** The same over the data of another case: what a worklet has come to. */
export function evaluateIn(port: Port, id: CaseId, expressions: Expressions): Evaluated {
  return evaluateWith(port.context({ case: id, event: {} }), expressions)
}

export function renderText(
  port: Port,
  at: Standing,
  source: string,
): { ok: true; text: string } | { ok: false; message: string } {
  const text = texts.get(source) ?? compileText(source, anything)
  if (!isText(text)) return { ok: false, message: text.map(({ message }) => message).join(" ") }
  remember(texts, source, text)
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

function evaluateWith(bindings: ReturnType<Port["context"]>, expressions: Expressions): Evaluated {
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

const anything: Vocabulary = {
  names: {},
  functions: {
    result: { arguments: ["string"], returns: "any" },
    count: { arguments: ["string"], returns: "number" },
    round: { arguments: ["string"], returns: "number" },
    duringRound: { arguments: ["string", "number"], returns: "string" },
  },
  open: true,
}

/** Steps are few and come again and again. */
const expressions = new Map<string, Expression>()
const texts = new Map<string, Text>()
const most = 10_000

function compiled(source: string): Expression | undefined {
  const known = expressions.get(source)
  if (known) return known
  const expression = compileExpression(source, anything)
  if (!isExpression(expression)) return undefined
  remember(expressions, source, expression)
  return expression
}

function remember<Value>(cache: Map<string, Value>, source: string, value: Value): void {
  if (cache.size >= most) cache.clear()
  cache.set(source, value)
}
