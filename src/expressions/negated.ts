import type { ComparisonOperator } from "./syntax.ts"

/** What holds where a comparison does not. */
export const NEGATED: Readonly<Record<ComparisonOperator, ComparisonOperator>> = {
  "<": ">=",
  "<=": ">",
  ">": "<=",
  ">=": "<",
  "==": "!=",
  "!=": "==",
}
