import { Environment, ParseError } from "@marcbachmann/cel-js"
import type { ExpressionFinding } from "./expression.ts"
import { findParentheses } from "./quoting.ts"
import type { Node, Place } from "./syntax.ts"
import { convert, Unsupported } from "./syntax-tree.ts"

/** More characters than this are refused. */
export const LONGEST_SOURCE = 10_000

/** The tree of an expression, or what is wrong with its text. Never throws. */
export function parse(source: string): Node | ExpressionFinding {
  if (source.length > LONGEST_SOURCE) return tooLarge("is too long", { start: LONGEST_SOURCE, end: source.length })
  const parentheses = findParentheses(source)
  const { length, start } = parentheses.longestSigns
  if (length > DEEPEST_NESTING) return tooLarge("has too many signs in a row", { start, end: start + length })
  try {
    return convert(environment.parse(source).ast, parentheses, DEEPEST_TREE)
  } catch (error) {
    if (error instanceof Unsupported) return unsupported(source, error)
    if (error instanceof ParseError) return unparsable(source, error)
    throw error
  }
}

export function isFinding(result: Node | ExpressionFinding): result is ExpressionFinding {
  return "code" in result
}

const DEEPEST_NESTING = 100
/** One level of parentheses may be several levels of the tree: `(!a.b + 1)`. */
const DEEPEST_TREE = 250

const environment = new Environment({
  limits: { maxDepth: DEEPEST_NESTING, maxListElements: LONGEST_SOURCE, maxMapEntries: LONGEST_SOURCE },
})

function tooLarge(what: string, place: Place): ExpressionFinding {
  const remedy = "Split it: put parts of it into variables, or several rules."
  return {
    code: "EXPRESSION_TOO_LARGE",
    message: `The expression ${what}.`,
    remedy,
    start: place.start,
    end: place.end,
  }
}

function unsupported(source: string, { message, place, isTooDeep }: Unsupported): ExpressionFinding {
  if (isTooDeep) return tooLarge(message, place)
  const text = source.slice(place.start, place.end)
  const remedy = "Use strings, numbers, true, false, null, lists and maps."
  return { code: "EXPRESSION_SYNTAX", message: `\`${text}\` ${message}.`, remedy, start: place.start, end: place.end }
}

function unparsable(source: string, error: ParseError): ExpressionFinding {
  const start = Math.min(error.range?.start ?? 0, source.length)
  const end = Math.min(Math.max(error.range?.end ?? start, start), source.length)
  if (error.code === "limit_exceeded") return tooLarge("is nested too deeply", { start, end })
  const found = source.slice(start, end)
  const [message, remedy] = explainSyntax(source, found, start, error)
  return { code: "EXPRESSION_SYNTAX", message, remedy, start, end }
}

const WORDS: ReadonlyMap<string, string> = new Map([
  ["and", "&&"],
  ["AND", "&&"],
  ["&", "&&"],
  ["or", "||"],
  ["OR", "||"],
  ["|", "||"],
  ["=", "=="],
  ["<>", "!="],
  ["“", '"'],
  ["”", '"'],
  ["‘", "'"],
  ["’", "'"],
])

function explainSyntax(source: string, found: string, start: number, error: ParseError): readonly [string, string] {
  if (source.trim() === "") return ["The expression is empty.", "Write a condition, such as `amount > 100`."]
  const before = /\bnot\s*$/i.exec(source.slice(0, start))
  if (before !== null) return ["`not` is no operator here.", "Write `!` in front of the condition."]
  const better = WORDS.get(found) ?? (source.startsWith("<>", start - 1) ? "!=" : undefined)
  if (better !== undefined) return [`\`${found}\` is no operator here.`, `Write \`${better}\`.`]
  if (found === "") return ["The expression ends too early.", "Complete it, or remove what is left over at its end."]
  if (error.code === "invalid_macro_argument")
    return ["A name for one element is needed here.", "Write `list.exists(x, …)`."]
  if (REASONS.has(error.code))
    return [`\`${found}\` was not expected here.`, "Remove it, or write what is missing before it."]
  return [`${error.summary}.`, "Correct this part of the expression."]
}

const REASONS: ReadonlySet<string> = new Set(["unexpected_character", "unexpected_token", "expected_token"])
