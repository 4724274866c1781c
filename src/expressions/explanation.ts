import type { Failure, Trace } from "./evaluation.ts"
import type { Explanation, Outcome } from "./expression.ts"
import { MACROS } from "./macros.ts"
import { type Node, partsOf } from "./syntax.ts"
import { toJson } from "./value.ts"

/** Puts what was traced in the shape of the expression. The outcome of the whole is given. */
export function explanationOf(
  source: string,
  node: Node,
  outcome: Outcome | "not evaluated",
  trace: Trace,
): Explanation {
  const parts = tellingParts(node).map((part) => explanationOf(source, part, outcomeOf(source, part, trace), trace))
  return { text: source.slice(node.start, node.end), outcome, parts }
}

export function failedOutcome(source: string, { code, message, start, end }: Failure): Outcome {
  return { ok: false, error: { code, message, start, end, part: source.slice(start, end) } }
}

function outcomeOf(source: string, node: Node, trace: Trace): Outcome | "not evaluated" {
  const traced = trace.get(node)
  if (traced === undefined) return "not evaluated"
  return "failure" in traced ? failedOutcome(source, traced.failure) : { ok: true, value: toJson(traced.value) }
}

/** Literals explain nothing, nor do the steps of a path like `a.b.c`, nor what `has` asks for. */
function tellingParts(node: Node): readonly Node[] {
  if (node.kind === "field") return node.of.kind === "name" ? [] : tellingParts(node.of)
  if (node.kind === "index") return [...tellingParts(node.of), ...tellingParts(node.at)]
  if (node.kind === "call" && node.name === "has" && node.receiver === undefined) return []
  const isMacro = node.kind === "call" && node.receiver !== undefined && MACROS.has(node.name)
  const parts = isMacro && node.receiver !== undefined ? [node.receiver] : partsOf(node)
  return parts.filter((part) => part.kind !== "literal")
}
