import type { Bindings, EvaluationCode } from "./expression.ts"
import type { Node, Place } from "./syntax.ts"
import type { Value } from "./value.ts"

/** A part of an expression, ready to run. Throws only `FAILED`, and what the bindings throw. */
export type Run = (evaluation: Evaluation) => Value

export interface Failure extends Place {
  readonly code: EvaluationCode
  readonly message: string
}

/** What one evaluation carries along. It is reused for the next one. */
export interface Evaluation {
  bindings: Bindings
  cost: number
  limit: number
  /** The variables of macros, by nesting. */
  readonly slots: Value[]
  /** Why `FAILED` was thrown. */
  failure: Failure
  /** How each part came out, when an explanation is wanted. */
  trace: Trace | undefined
}

export type Trace = Map<Node, Traced>

export type Traced = { readonly value: Value } | { readonly failure: Failure }

/** The one thing thrown on failure, made beforehand: what went wrong is in the evaluation. */
export const FAILED = new Error("An expression failed; the evaluation knows why.")

export function fail(evaluation: Evaluation, place: Place, code: EvaluationCode, message: string): never {
  evaluation.failure = { code, message, start: place.start, end: place.end }
  throw FAILED
}

export function charge(evaluation: Evaluation, place: Place, cost: number): void {
  evaluation.cost += cost
  if (evaluation.cost > evaluation.limit) {
    fail(evaluation, place, "COST_LIMIT", `The evaluation was stopped after ${evaluation.limit} steps.`)
  }
}

/** Strings cost a step for every ten characters that are read or made. */
export function chargeText(evaluation: Evaluation, place: Place, length: number): void {
  charge(evaluation, place, Math.ceil(length / 10))
}

/** The value, or undefined if there was a failure that something else may still make irrelevant. */
export function attempt(evaluation: Evaluation, run: Run): Value | undefined {
  try {
    return run(evaluation)
  } catch (error) {
    if (error !== FAILED || evaluation.failure.code === "COST_LIMIT") throw error
    return undefined
  }
}

/** Runs with a fresh evaluation, and hands it to `failed` if that fails. */
export function evaluateWith<Result>(
  bindings: Bindings,
  limit: number,
  run: (evaluation: Evaluation) => Result,
  failed: (evaluation: Evaluation) => Result,
): Result {
  // Bindings may evaluate other expressions meanwhile, hence not simply one for all.
  const evaluation = spare ?? newEvaluation()
  spare = undefined
  evaluation.bindings = bindings
  evaluation.cost = 0
  evaluation.limit = limit
  try {
    return run(evaluation)
  } catch (error) {
    if (error !== FAILED) throw error
    return failed(evaluation)
  } finally {
    evaluation.bindings = NO_BINDINGS
    if (evaluation.slots.length > 0) evaluation.slots.length = 0
    evaluation.trace = undefined
    spare = evaluation
  }
}

const NO_BINDINGS: Bindings = { value: () => undefined }
const NO_FAILURE: Failure = { code: "BAD_OPERANDS", message: "", start: 0, end: 0 }

let spare: Evaluation | undefined

function newEvaluation(): Evaluation {
  return { bindings: NO_BINDINGS, cost: 0, limit: 0, slots: [], failure: NO_FAILURE, trace: undefined }
}
