import type { Json } from "../messages/json.ts"
import {
  type Bindings,
  compileExpression,
  type EvaluationError,
  type Expression,
  type ExpressionFinding,
  isExpression,
  type Vocabulary,
} from "./expression.ts"
import { skipQuoted } from "./quoting.ts"

/** A text with `{{expressions}}` in it. */
export interface Text {
  readonly source: string
  readonly names: ReadonlySet<string>
  readonly calls: ReadonlySet<string>
  readonly sources: ReadonlySet<string>
  /** The text with the values in place. Each expression has its own cost limit; the first that fails is the error. */
  render(bindings: Bindings, limit?: number): Rendering
}

/** Places in the error are offsets in the whole text. */
export type Rendering =
  | { readonly ok: true; readonly value: string }
  | { readonly ok: false; readonly error: EvaluationError }

/** As `compileExpression`, for a text: all findings, with offsets in the whole text, and never a throw. */
export function compileText(source: string, vocabulary: Vocabulary): Text | readonly ExpressionFinding[] {
  const pieces: Piece[] = []
  const findings: ExpressionFinding[] = []
  let done = 0
  for (let open = source.indexOf("{{"); open >= 0; open = source.indexOf("{{", done)) {
    const start = open + 2
    const end = closingBraces(source, start)
    if (end === undefined) {
      findings.push(unclosed(open, source.length))
      break
    }
    const expression = compileExpression(source.slice(start, end), vocabulary)
    if (isExpression(expression)) pieces.push({ before: source.slice(done, open), expression, start })
    else findings.push(...expression.map((finding) => shifted(finding, start)))
    done = end + 2
  }
  return findings.length > 0 ? findings : toText(source, pieces, source.slice(done))
}

/** Returns the expressions that stand in a text, as far as they can be found. */
export function expressionsIn(source: string): readonly string[] {
  const found: string[] = []
  for (let open = source.indexOf("{{"); open >= 0; ) {
    const end = closingBraces(source, open + 2)
    if (end === undefined) break
    found.push(source.slice(open + 2, end))
    open = source.indexOf("{{", end + 2)
  }
  return found
}

export function isText(result: Text | readonly ExpressionFinding[]): result is Text {
  return !Array.isArray(result)
}

/** How a value reads in a text: strings as they are, lists with commas, nothing for null, objects as JSON. */
export function display(value: Json): string {
  if (value === null) return ""
  if (typeof value !== "object") return String(value)
  if (Array.isArray(value) && value.every((element) => typeof element !== "object")) return value.join(", ")
  try {
    return JSON.stringify(value)
  } catch {
    // Data nested by the thousands is no reason for a text to break.
    return "…"
  }
}

interface Piece {
  readonly before: string
  readonly expression: Expression
  readonly start: number
}

function toText(source: string, pieces: readonly Piece[], rest: string): Text {
  return {
    source,
    names: new Set(pieces.flatMap(({ expression }) => [...expression.names])),
    calls: new Set(pieces.flatMap(({ expression }) => [...expression.calls])),
    sources: new Set(pieces.flatMap(({ expression }) => [...expression.sources])),
    render(bindings, limit) {
      let text = ""
      for (const { before, expression, start } of pieces) {
        const outcome = expression.evaluate(bindings, limit)
        if (!outcome.ok) return { ok: false, error: shifted(outcome.error, start) }
        text += before + display(outcome.value)
      }
      return { ok: true, value: text + rest }
    },
  }
}

/** Where the `}}` is that belongs to no map and no string inside. */
function closingBraces(source: string, start: number): number | undefined {
  let open = 0
  for (let at = start; at < source.length; at++) {
    const end = skipQuoted(source, at)
    if (end > at) at = end - 1
    else if (source[at] === "{") open++
    else if (source[at] === "}" && open > 0) open--
    else if (source.startsWith("}}", at)) return at
  }
  return undefined
}

function shifted<Placed extends { readonly start: number; readonly end: number }>(placed: Placed, by: number): Placed {
  return { ...placed, start: placed.start + by, end: placed.end + by }
}

function unclosed(start: number, end: number): ExpressionFinding {
  const remedy = "Write `}}` where the expression ends."
  return { code: "EXPRESSION_SYNTAX", message: "`{{` is never closed.", remedy, start, end }
}
