import { compileExpression, type Expression, isExpression, type Vocabulary } from "../expressions/expression.ts"
import type { ValueType } from "../expressions/value-type.ts"
import type { Report } from "../messages/findings.ts"
import { valueTypeOf } from "./data-types.ts"
import type { DataType, ExpressionText } from "./definition.ts"

const sets = ["notReady", "ready", "executing", "suspended", "done", "aborted"]

const always: Readonly<Record<string, ValueType>> = {
  now: "timestamp",
  case: { object: { id: "string", process: "string", version: "number", startedAt: "timestamp", startedBy: "string" } },
  family: { object: { id: "string" } },
  ...Object.fromEntries(sets.map((set) => [set, { list: "string" } as const])),
}

/** Names that are nobody's data. */
export const systemNames: ReadonlySet<string> = new Set([...Object.keys(always), "item"])

const item: ValueType = {
  object: {
    id: "string",
    task: "string",
    agent: "string",
    attempt: "number",
    enabledAt: "timestamp",
    instance: "number",
  },
}

const functions: Vocabulary["functions"] = {
  result: { arguments: ["string"], returns: "any" },
  count: { arguments: ["string"], returns: "number" },
  round: { arguments: ["string"], returns: "number" },
  duringRound: { arguments: ["string", "number"], returns: "string" },
}

/** The names an expression of a process may use: its data, what an instance adds, and the system's own. */
export function vocabularyOf(
  variables: ReadonlyMap<string, DataType>,
  locals: ReadonlyMap<string, DataType>,
  options: { readonly item?: boolean; readonly open?: boolean } = {},
): Vocabulary {
  const names: Record<string, ValueType> = { ...always }
  if (options.item) names.item = item
  for (const [name, type] of [...variables, ...locals]) names[name] = valueTypeOf(type)
  return { names, ...(functions && { functions }), ...(options.open && { open: true }) }
}

/** Compiles, or reports each finding at its place and gives undefined. */
export function compileAt(
  text: ExpressionText,
  vocabulary: Vocabulary,
  report: Report,
  expected: ValueType = "any",
): Expression | undefined {
  const compiled = compileExpression(text.source, vocabulary, expected)
  if (isExpression(compiled)) return compiled
  for (const { code, message, remedy, start, end } of compiled) {
    report({ code, severity: "error", path: text.path, within: { start, end }, message, remedy })
  }
  return undefined
}
