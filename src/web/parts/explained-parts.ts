import type { Explanation } from "../../expressions/expression.ts"

/** A part of a condition with the value it had. */
export interface PartLine {
  readonly text: string
  readonly depth: number
  readonly value: string
  readonly tone: "yes" | "no" | "failed" | "value" | "unasked"
}

/** Every part of a condition that says something, outermost first; what stands in two places is told once. */
export function partLines(explanation: Explanation): readonly PartLine[] {
  const lines: PartLine[] = []
  const seen = new Set<string>()
  const tell = ({ text, outcome, parts }: Explanation, depth: number) => {
    if (seen.has(text)) return
    seen.add(text)
    lines.push({ text, depth, ...outcomeOf(outcome) })
    for (const part of parts) tell(part, depth + 1)
  }
  tell(explanation, 0)
  return lines
}

function outcomeOf(outcome: Explanation["outcome"]): Pick<PartLine, "value" | "tone"> {
  if (outcome === "not evaluated") return { value: "not asked", tone: "unasked" }
  if (!outcome.ok) return { value: outcome.error.message, tone: "failed" }
  if (outcome.value === true) return { value: "true", tone: "yes" }
  if (outcome.value === false) return { value: "false", tone: "no" }
  return { value: valueText(outcome.value), tone: "value" }
}

/** A value in one line; what is long is cut. */
export function valueText(value: unknown): string {
  if (value === undefined) return "–"
  const text = typeof value === "bigint" ? String(value) : (JSON.stringify(value) ?? String(value))
  return text.length > 120 ? `${text.slice(0, 119)}…` : text
}
