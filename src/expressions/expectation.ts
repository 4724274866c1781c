import type { Compiler, Part } from "./compiler.ts"
import { fail } from "./evaluation.ts"
import { readTimes, TIME_REMEDY } from "./time-reading.ts"
import { Moment, Span } from "./time-value.ts"
import { hasType, kindOf } from "./value.ts"
import { describeType, fits, type ValueType, withArticle } from "./value-type.ts"

/** Holds the result of an expression to the type its user needs: when stored, as far as it is known, and when evaluated. */
export function expectType(compiler: Compiler, part: Part, expected: ValueType): Part {
  if (expected === "any") return part
  for (const end of endsOf(part)) check(compiler, end, expected)
  const { node, run } = part
  return {
    ...part,
    run(evaluation) {
      const value = run(evaluation)
      if (hasType(value, expected) || (value === null && expected !== "boolean")) return value
      if (typeof value === "string" && (expected === "timestamp" || expected === "duration")) {
        return readTimes(evaluation, node, value, expected)
      }
      const message = `What is needed here is ${withArticle(describeType(expected))}; this is ${withArticle(kindOf(value))}.`
      return fail(evaluation, node, "BAD_OPERANDS", message)
    },
  }
}

/** What the result may be: of `a ? b : c`, both b and c. */
function endsOf(part: Part): readonly Part[] {
  return part.alternatives?.flatMap(endsOf) ?? [part]
}

function check(compiler: Compiler, part: Part, expected: ValueType): void {
  if (fits(part.type, expected)) return
  if (typeof part.constant === "string" && (expected === "timestamp" || expected === "duration")) {
    if ((expected === "timestamp" ? Moment : Span).parse(part.constant) !== undefined) return
    const message = `\`${compiler.text(part.node)}\` cannot be read as a ${expected}.`
    compiler.report(part.node, "TYPE_MISMATCH", message, TIME_REMEDY)
    return
  }
  const message = `What is needed is ${withArticle(describeType(expected))}, but \`${compiler.text(part.node)}\` is ${withArticle(describeType(part.type))}.`
  const remedy =
    expected === "boolean" ? "Compare it with something, for example with `==`." : "Convert it, or use another value."
  compiler.report(part.node, "TYPE_MISMATCH", message, remedy)
}
