import { type Compiler, charged, costOf, type Part, require } from "./compiler.ts"
import { attempt, type Evaluation, FAILED, type Failure, fail, type Run } from "./evaluation.ts"
import type { NodeOf, Place } from "./syntax.ts"
import { kindOf, type Value } from "./value.ts"
import { joinTypes, withArticle } from "./value-type.ts"

/** `&&` and `||`. An operand that decides the matter decides it even when another one fails, on either side. */
export function compileChain(compiler: Compiler, node: NodeOf<"and" | "or">): Part {
  const parts = node.operands.map(compiler.compile)
  for (const part of parts) require(compiler, part, "boolean", node.kind === "and" ? "`&&`" : "`||`")
  const runs = parts.map((part, index) => (index === 0 ? part.run : charged(part)))
  const decisive = node.kind === "or"
  return {
    node,
    type: "boolean",
    cost: 1 + (parts[0]?.cost ?? 0),
    run(evaluation) {
      let failure: Failure | undefined
      for (let index = 0; index < runs.length; index++) {
        const value = attempt(evaluation, runs[index] as Run)
        if (value === decisive) return decisive
        if (value === undefined) failure ??= evaluation.failure
        else if (value !== !decisive) failure ??= notBoolean(node.operands[index] ?? node, value)
      }
      if (failure === undefined) return !decisive
      evaluation.failure = failure
      throw FAILED
    },
  }
}

export function compileNot(compiler: Compiler, node: NodeOf<"not">): Part {
  const part = compiler.compile(node.of)
  require(compiler, part, "boolean", "`!`")
  const { run } = part
  return {
    node,
    type: "boolean",
    cost: costOf([part]),
    run: (evaluation) => !asBoolean(evaluation, part, run(evaluation)),
  }
}

export function compileChoice(compiler: Compiler, node: NodeOf<"choice">): Part {
  const condition = compiler.compile(node.condition)
  require(compiler, condition, "boolean", "`?`")
  const [first, second] = [compiler.compile(node.whenTrue), compiler.compile(node.whenFalse)]
  const [test, then, otherwise] = [condition.run, charged(first), charged(second)]
  return {
    node,
    type: joinTypes(first.type, second.type),
    cost: costOf([condition]),
    alternatives: [first, second],
    run: (evaluation) =>
      asBoolean(evaluation, condition, test(evaluation)) ? then(evaluation) : otherwise(evaluation),
  }
}

export function asBoolean(evaluation: Evaluation, part: Part, value: Value): boolean {
  if (typeof value === "boolean") return value
  const failure = notBoolean(part.node, value)
  return fail(evaluation, part.node, failure.code, failure.message)
}

function notBoolean({ start, end }: Place, value: Value): Failure {
  return {
    code: "BAD_OPERANDS",
    message: `True or false is needed here; this is ${withArticle(kindOf(value))}.`,
    start,
    end,
  }
}
