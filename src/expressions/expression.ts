import type { Json } from "../messages/json.ts"
import { type Compilation, compile } from "./compile.ts"
import { charge, type Evaluation, evaluateWith, type Trace } from "./evaluation.ts"
import { explanationOf, failedOutcome } from "./explanation.ts"
import { isFinding, parse } from "./parse.ts"
import { toJson } from "./value.ts"
import type { ValueType } from "./value-type.ts"

/** What an expression may speak of. */
export interface Vocabulary {
  readonly names: Readonly<Record<string, ValueType>>
  readonly functions?: Readonly<Record<string, FunctionType>>
  /** Unknown free names are of type any instead of findings. */
  readonly open?: boolean
}

export interface FunctionType {
  readonly arguments: readonly ValueType[]
  readonly returns: ValueType
  /** Checks a text written as an argument, as `"Order"` in `isA(class("buyer"), "Order")`; undefined: nothing is wrong with it. */
  readonly checkText?: (text: string, index: number) => WordProblem | undefined
  /** The source its value is fetched from before the expression is evaluated. Then its arguments are texts written out. */
  readonly source?: (texts: readonly string[]) => string
}

/** What is wrong with a text in a condition that is to name something. */
export interface WordProblem {
  readonly code: "UNKNOWN_CLASS" | "UNKNOWN_DATA_CLASS" | "UNKNOWN_VARIABLE" | "BAD_VALUE"
  readonly message: string
  readonly remedy: string
}

export type FindingCode =
  | "EXPRESSION_SYNTAX"
  | "EXPRESSION_TOO_LARGE"
  | "UNKNOWN_NAME"
  | "UNKNOWN_FIELD"
  | "UNKNOWN_FUNCTION"
  | "TYPE_MISMATCH"
  | "BAD_PATTERN"
  | WordProblem["code"]

/** What is wrong with an expression before it is evaluated. Places are offsets in the source. */
export interface ExpressionFinding {
  readonly code: FindingCode
  readonly message: string
  readonly remedy: string
  readonly start: number
  readonly end: number
}

export interface Expression {
  readonly source: string
  readonly type: ValueType
  /** The free names it reads. */
  readonly names: ReadonlySet<string>
  /** The functions of the vocabulary it calls. */
  readonly calls: ReadonlySet<string>
  /** The fields it reads of `external`, and what its functions ask of the past: values from outside, to be fetched before it is evaluated. */
  readonly sources: ReadonlySet<string>
  /** Pure and bounded: the same bindings give the same outcome, within `limit` steps. Throws only what they throw. */
  evaluate(bindings: Bindings, limit?: number): Outcome
  /** As `evaluate`, and how each part came out. */
  explain(bindings: Bindings, limit?: number): Explanation
}

export interface Bindings {
  /** Undefined and null both mean that the name has no value. */
  value(name: string): Json | undefined
  call?(name: string, args: readonly Json[]): Json | undefined
}

export type Outcome =
  | { readonly ok: true; readonly value: Json }
  | { readonly ok: false; readonly error: EvaluationError }

export type EvaluationCode =
  | "MISSING_VALUE"
  | "NO_SUCH_FIELD"
  | "NO_SUCH_ELEMENT"
  | "BAD_OPERANDS"
  | "BAD_CONVERSION"
  | "DIVIDE_BY_ZERO"
  | "OUT_OF_RANGE"
  | "COST_LIMIT"

export interface EvaluationError {
  readonly code: EvaluationCode
  readonly message: string
  readonly start: number
  readonly end: number
  /** The text of the part that failed. */
  readonly part: string
}

/** Literals, and what macros do with each element, are not among the parts. */
export interface Explanation {
  readonly text: string
  readonly outcome: Outcome | "not evaluated"
  readonly parts: readonly Explanation[]
}

/** How many steps an evaluation may take, unless it is told otherwise. */
export const DEFAULT_COST_LIMIT = 100_000

/**
 * Parses and checks. Gives all findings, never throws, whatever the text. The result must be of the type `expected`;
 * where that cannot be known yet, it is checked when evaluated.
 */
export function compileExpression(
  source: string,
  vocabulary: Vocabulary,
  expected: ValueType = "any",
): Expression | readonly ExpressionFinding[] {
  const node = parse(source)
  if (isFinding(node)) return [node]
  const compilation = compile(source, node, vocabulary, expected, false)
  const { part, findings, names, calls, sources } = compilation
  if (findings.length > 0) return findings.toSorted((a, b) => a.start - b.start || a.end - b.end)
  const evaluate = evaluator(source, compilation)
  let traced: Compilation | undefined
  return {
    source,
    type: part.type,
    names,
    calls,
    sources,
    evaluate,
    explain(bindings, limit = DEFAULT_COST_LIMIT) {
      // Most expressions are never explained, and tracing costs time.
      traced ??= compile(source, node, vocabulary, expected, true)
      const trace: Trace = new Map()
      const outcome = evaluator(source, traced, trace)(bindings, limit)
      return explanationOf(source, node, outcome, trace)
    },
  }
}

export function isExpression(result: Expression | readonly ExpressionFinding[]): result is Expression {
  return !Array.isArray(result)
}

// Most expressions are conditions.
const isTrue: Outcome = { ok: true, value: true }
const isFalse: Outcome = { ok: true, value: false }

function evaluator(source: string, { part, hasTimes }: Compilation, trace?: Trace): Expression["evaluate"] {
  const { node, run, cost } = part
  const succeed = (evaluation: Evaluation): Outcome => {
    evaluation.trace = trace
    charge(evaluation, node, cost)
    const value = run(evaluation)
    if (value === true) return isTrue
    if (value === false) return isFalse
    return { ok: true, value: hasTimes ? toJson(value) : (value as Json) }
  }
  const failed = ({ failure }: Evaluation) => failedOutcome(source, failure)
  return (bindings, limit = DEFAULT_COST_LIMIT) => evaluateWith(bindings, limit, succeed, failed)
}
