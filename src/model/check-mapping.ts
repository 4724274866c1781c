import type { Vocabulary } from "../expressions/expression.ts"
import type { Report } from "../messages/findings.ts"
import type { Expressions } from "../messages/steps.ts"
import { checkExpression, isCompatible } from "./check-expressions.ts"
import type { DataType } from "./definition.ts"
import { meant, quoted } from "./names.ts"
import type { Process } from "./net.ts"
import { partAt, type Written } from "./step-paths.ts"

/** What a map of expressions fills: variables of the case, of a worklet, parameters of a class. */
export interface Receiver {
  /** In words, for messages: `the process 'p'`. */
  readonly what: string
  readonly types: ReadonlyMap<string, DataType>
  readonly code: "UNKNOWN_FIELD" | "UNKNOWN_VARIABLE"
  readonly severity?: "warning"
}

/** Every name is there and every expression fits it; without a receiver, that the expressions are well formed. */
export function checkMapping(
  values: Expressions,
  written: Written,
  vocabulary: Vocabulary,
  receiver: Receiver | undefined,
  report: Report,
): void {
  for (const [name, source] of Object.entries(values)) {
    const { path } = partAt(written, name)
    const type = receiver?.types.get(name)
    if (receiver !== undefined && type === undefined) {
      const { code, severity = "error", what, types } = receiver
      const message = `There is no ${quoted(name)} among the data of ${what}.`
      const remedy = meant(name, types.keys(), `It has ${[...types.keys()].slice(0, 12).join(", ") || "none"}.`)
      report({ code, severity, path, message, remedy })
    }
    checkExpression(source, path, vocabulary, type && { type, what: `'${name}' of ${receiver?.what}` }, report)
  }
}

export function dataOf(process: Process, code: Receiver["code"]): Receiver {
  return { what: `the process '${process.name}'`, types: process.variables, code }
}

/** What a case needs to start and would not be given. */
export function checkNeeds(
  process: Process,
  given: { has(name: string): boolean },
  path: Written["path"],
  report: Report,
): void {
  for (const [name, type] of process.variables) {
    if (!type.required || type.default !== undefined || given.has(name)) continue
    report({
      code: "MISSING_INPUT",
      severity: "warning",
      path,
      message: `The process '${process.name}' needs '${name}' to start, and nothing here gives it.`,
      remedy: `Give it: 'with: { ${name}: … }'.`,
    })
  }
}

/** Variables that are passed on because they are called the same, but are not the same. */
export function checkSameNames(from: Process, to: Process, path: Written["path"], report: Report): void {
  for (const [name, type] of from.variables) {
    const other = to.variables.get(name)
    if (other === undefined || (type.shared && other.shared) || isCompatible(type, other)) continue
    report({
      code: "TYPE_MISMATCH",
      severity: "warning",
      path,
      message: `'${name}' is passed on by name, but '${from.name}' and '${to.name}' have different types for it.`,
      remedy: "Say by 'with' and 'into' what is passed on, or rename one of the two.",
    })
  }
}
