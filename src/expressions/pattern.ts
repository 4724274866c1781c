import { RE2JS } from "re2js"
import { type Compiler, costOf, type Part, require } from "./compiler.ts"
import { charge, chargeText, type Evaluation, fail } from "./evaluation.ts"
import { largestPattern, type ReadPattern, readPattern } from "./pattern-cache.ts"
import type { NodeOf } from "./syntax.ts"
import { kindOf } from "./value.ts"
import { withArticle } from "./value-type.ts"

/**
 * `text.matches(pattern)`: does it occur anywhere in the text? RE2 needs time in proportion to the text and to the pattern, so
 * both are charged for.
 */
export function compileMatches(compiler: Compiler, node: NodeOf<"call">, text: Part, pattern: Part): Part {
  require(compiler, text, "string", "`matches`")
  require(compiler, pattern, "string", "`matches`")
  let known = typeof pattern.constant === "string" ? readCounted(compiler, pattern.constant) : undefined
  if (typeof known === "string") {
    compiler.report(pattern.node, "BAD_PATTERN", `The pattern cannot be used: ${known}.`, PATTERN_REMEDY)
  }
  return {
    node,
    type: "boolean",
    cost: costOf([text, pattern]),
    run(evaluation) {
      const subject = text.run(evaluation)
      const source = pattern.run(evaluation)
      if (typeof subject !== "string" || typeof source !== "string") {
        const message = `matches does not take ${withArticle(kindOf(subject))} and ${withArticle(kindOf(source))}.`
        return fail(evaluation, node, "BAD_OPERANDS", message)
      }
      if (!(known instanceof RE2JS) || known.pattern() !== source) known = readCharged(evaluation, node, source)
      if (typeof known === "string") return fail(evaluation, node, "BAD_CONVERSION", known)
      chargeText(evaluation, node, subject.length * Math.max(10, known.programSize() * 2))
      return known.test(subject)
    },
  }
}

const PATTERN_REMEDY = "Patterns are RE2 regular expressions: no look-around, no back-references, and few repetitions."

/** All patterns of one expression together are bounded: each takes time to compile. */
function readCounted(compiler: Compiler, source: string): ReadPattern {
  if (compiler.patterns.size > mostTogether) return tooMany
  const read = readPattern(source)
  if (read instanceof RE2JS) compiler.patterns.size += read.programSize()
  else compiler.patterns.size += wrongPattern
  return compiler.patterns.size > mostTogether ? tooMany : read
}

const mostTogether = 2 * largestPattern
/** What one that is refused counts: finding that out takes time as well. */
const wrongPattern = 400
const tooMany = "the patterns of this expression are too large together"

function readCharged(evaluation: Evaluation, node: NodeOf<"call">, source: string): ReadPattern {
  chargeText(evaluation, node, source.length * 100)
  const read = readPattern(source)
  charge(evaluation, node, (read instanceof RE2JS ? read.programSize() : wrongPattern) * 10)
  return read
}
