import { RE2JS } from "re2js"
import { type Compiler, costOf, type Part, require } from "./compiler.ts"
import { chargeText, type Evaluation, fail } from "./evaluation.ts"
import type { NodeOf } from "./syntax.ts"
import { kindOf } from "./value.ts"
import { withArticle } from "./value-type.ts"

/** `text.matches(pattern)`: does it occur anywhere in the text? RE2 needs linear time, whatever the pattern. */
export function compileMatches(compiler: Compiler, node: NodeOf<"call">, text: Part, pattern: Part): Part {
  require(compiler, text, "string", "`matches`")
  require(compiler, pattern, "string", "`matches`")
  let known = typeof pattern.constant === "string" ? readPattern(pattern.constant) : undefined
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
      chargeText(evaluation, node, subject.length * 10)
      return typeof known === "string" ? fail(evaluation, node, "BAD_CONVERSION", known) : known.test(subject)
    },
  }
}

const PATTERN_REMEDY = "Patterns are RE2 regular expressions: no look-around and no back-references."

function readCharged(evaluation: Evaluation, node: NodeOf<"call">, source: string): RE2JS | string {
  chargeText(evaluation, node, source.length * 100)
  return readPattern(source)
}

/** The compiled pattern, or what is wrong with it. */
function readPattern(source: string): RE2JS | string {
  try {
    return RE2JS.compile(source)
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
