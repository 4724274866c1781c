import { charge, chargeText, type Evaluation, fail } from "./evaluation.ts"
import type { EvaluationCode } from "./expression.ts"
import type { Node } from "./syntax.ts"
import type { Moment, Span } from "./time-value.ts"
import type { Value } from "./value.ts"
import type { ValueType } from "./value-type.ts"

/** Where a function is called: the way to fail, and to say what it costs. */
export class CallSite {
  readonly evaluation: Evaluation
  readonly node: Node

  constructor(evaluation: Evaluation, node: Node) {
    this.evaluation = evaluation
    this.node = node
  }

  fail(code: EvaluationCode, message: string): never {
    return fail(this.evaluation, this.node, code, message)
  }

  charge(elements: number): void {
    charge(this.evaluation, this.node, elements)
  }

  chargeText(length: number): void {
    chargeText(this.evaluation, this.node, length)
  }
}

/** One way to call a function. `f(x, y)` and `x.f(y)` are the same call. */
export interface Overload {
  readonly arguments: readonly ValueType[]
  /** The last argument may come any number of times. */
  readonly isRepeated: boolean
  readonly returns: (types: readonly ValueType[]) => ValueType
  readonly run: (values: readonly Value[], site: CallSite) => Value
}

export type FunctionTable = Readonly<Record<string, readonly Overload[]>>

/** The values are checked against the types before `run` sees them. */
export function overload<const Types extends readonly ParameterType[]>(
  types: Types,
  returns: ValueType | ((types: readonly ValueType[]) => ValueType),
  run: (values: ValuesOf<Types>, site: CallSite) => Value,
): Overload {
  return {
    arguments: types,
    isRepeated: false,
    returns: typeof returns === "function" ? returns : () => returns,
    run: (values, site) => run(values as ValuesOf<Types>, site),
  }
}

/** One or more values of a type. */
export function repeated(type: ValueType, run: (values: readonly Value[], site: CallSite) => Value): Overload {
  return { arguments: [type], isRepeated: true, returns: () => type, run }
}

type ParameterType =
  | "string"
  | "number"
  | "boolean"
  | "timestamp"
  | "duration"
  | "any"
  | { readonly list: "any" }
  | { readonly map: "any" }

type ValueOf<Type> = Type extends "string"
  ? string
  : Type extends "number"
    ? number
    : Type extends "boolean"
      ? boolean
      : Type extends "timestamp"
        ? Moment
        : Type extends "duration"
          ? Span
          : Type extends { readonly list: "any" }
            ? readonly Value[]
            : Type extends { readonly map: "any" }
              ? { readonly [key: string]: Value }
              : Value

type ValuesOf<Types extends readonly ParameterType[]> = { readonly [Index in keyof Types]: ValueOf<Types[Index]> }
