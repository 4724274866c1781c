import type { Json } from "../messages/json.ts"
import type { ConclusionSource, DocumentSource, ScopeSource } from "./builder-bundle.ts"
import type { FieldMap } from "./builder-data.ts"
import type { ExpressionSource } from "./builder-options.ts"
import { plainly } from "./builder-plain.ts"

/** A rule by name, to be bound; its parameters go by their names in its condition and steps. */
export interface HandlerSource {
  /** A checkpoint, class, event or pattern, or several of them. */
  readonly on: string | readonly string[]
  readonly parameters?: FieldMap
  /** Unless said: always. */
  readonly if?: ExpressionSource
  readonly then: ConclusionSource
  /** Unless said: told by its steps. */
  readonly solves?: boolean
  readonly title?: string
}

/** A handler that is bound nowhere yet. */
export function handler(name: string, source: HandlerSource & { readonly mandatory?: boolean }): DocumentSource {
  return { handlers: { [name]: plainly(source) } }
}

/** Where a handler holds, and the values of its parameters there. */
export interface BoundSource {
  readonly at: ScopeSource | readonly ScopeSource[]
  readonly with?: Readonly<Record<string, Json>>
}

/** A handler at one scope, or at several. */
export function bind(handler: string, source: BoundSource): DocumentSource {
  return { bind: [plainly({ handler, ...source })] }
}

/** A handler that runs whatever else is done, bound where it says. */
export function mandatory(name: string, source: HandlerSource & BoundSource): DocumentSource {
  return { mandatory: { [name]: plainly(source) } }
}

/** An event, a pattern by name, or a pattern within the pattern. */
export type PatternMember =
  | string
  | Omit<PatternSource, "by" | "title">
  | { readonly event: string; readonly within?: string }

/** One of `all`, `any` and `sequence`. */
export interface PatternSource {
  readonly all?: readonly PatternMember[]
  readonly any?: readonly PatternMember[]
  readonly sequence?: readonly PatternMember[]
  /** From the first event to the last. */
  readonly within?: string
  /** Only events for which this gives the same belong together. */
  readonly by?: ExpressionSource
  readonly title?: string
}

/** Several events that mean something together. */
export function pattern(name: string, source: PatternSource): DocumentSource {
  return { patterns: { [name]: plainly(source) } }
}

/** What must hold at one scope, or at several. */
export interface ConstraintSource {
  readonly name?: string
  readonly budget?: number | string
  readonly deadline?: string | { readonly value: ExpressionSource }
  readonly invariant?: ExpressionSource
  /** Over `agent`. */
  readonly qualification?: ExpressionSource
}

export function constraint(at: BoundSource["at"], source: ConstraintSource): DocumentSource {
  return { constraints: [plainly({ at, ...source })] }
}
