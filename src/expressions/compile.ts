import { compileField, compileIndex, compileName } from "./access.ts"
import { compileArithmetic, compileMinus } from "./arithmetic.ts"
import { compileCall } from "./calls.ts"
import { compileComparison, compileIn } from "./comparison.ts"
import type { Compiler, Part } from "./compiler.ts"
import { compileList, compileLiteral, compileMap } from "./construction.ts"
import { FAILED, type Run } from "./evaluation.ts"
import { expectType } from "./expectation.ts"
import type { ExpressionFinding, Vocabulary } from "./expression.ts"
import { compileChain, compileChoice, compileNot } from "./logic.ts"
import type { Node } from "./syntax.ts"
import { timeReader } from "./time-reading.ts"
import { holdsTimes, type ValueType } from "./value-type.ts"

export interface Compilation {
  readonly part: Part
  readonly findings: readonly ExpressionFinding[]
  readonly names: ReadonlySet<string>
  readonly calls: ReadonlySet<string>
  readonly sources: ReadonlySet<string>
  /** Whether the result may hold timestamps or durations that have to become strings again. */
  readonly hasTimes: boolean
}

/** Checks a tree and makes closures of it. When traced, every part outside of macros leaves its result in the trace. */
export function compile(
  source: string,
  node: Node,
  vocabulary: Vocabulary,
  expected: ValueType,
  isTraced: boolean,
): Compilation {
  const findings: ExpressionFinding[] = []
  const variables: { readonly name: string; readonly type: ValueType }[] = []
  let hasTimes = false
  const trace = (part: Part) => (isTraced && variables.length === 0 ? traced(part) : part)

  const compiler: Compiler = {
    vocabulary,
    patterns: { size: 0 },
    names: new Set(),
    calls: new Set(),
    sources: new Set(),
    compileRaw(raw) {
      const part = compileNode(compiler, raw)
      hasTimes ||= holdsTimes(part.type)
      return trace(part)
    },
    compile(whole) {
      const part = compiler.compileRaw(whole)
      return isPath(whole) && holdsTimes(part.type) ? trace({ ...part, run: timeReader(part) }) : part
    },
    compileWith(name, type, body) {
      variables.push({ name, type })
      const part = compiler.compile(body)
      variables.pop()
      return part
    },
    get nextSlot() {
      return variables.length
    },
    variable(name) {
      const slot = variables.findLastIndex((variable) => variable.name === name)
      return slot < 0 ? undefined : { slot, type: variables[slot]?.type ?? "any" }
    },
    text: (place) => source.slice(place.start, place.end),
    report(place, code, message, remedy) {
      findings.push({ code, message, remedy, start: place.start, end: place.end })
      return { node: place, type: "any", run: () => null, cost: 1 }
    },
  }
  const part = expectType(compiler, compiler.compile(node), expected)
  hasTimes ||= holdsTimes(expected)
  const { names, calls, sources } = compiler
  return { part, findings, names, calls, sources, hasTimes }
}

/** Names, and what is reached from them: here data is read. */
function isPath(node: Node): boolean {
  return node.kind === "name" || node.kind === "field" || node.kind === "index"
}

function compileNode(compiler: Compiler, node: Node): Part {
  switch (node.kind) {
    case "literal":
      return compileLiteral(node)
    case "name":
      return compileName(compiler, node)
    case "field":
      return compileField(compiler, node)
    case "index":
      return compileIndex(compiler, node)
    case "call":
      return compileCall(compiler, node)
    case "list":
      return compileList(compiler, node)
    case "map":
      return compileMap(compiler, node)
    case "choice":
      return compileChoice(compiler, node)
    case "and":
    case "or":
      return compileChain(compiler, node)
    case "not":
      return compileNot(compiler, node)
    case "minus":
      return compileMinus(compiler, node)
    case "comparison":
      return compileComparison(compiler, node)
    case "in":
      return compileIn(compiler, node)
    case "arithmetic":
      return compileArithmetic(compiler, node)
  }
}

function traced(part: Part): Part {
  const { node, run } = part
  const recording: Run = (evaluation) => {
    try {
      const value = run(evaluation)
      evaluation.trace?.set(node, { value })
      return value
    } catch (error) {
      if (error === FAILED) evaluation.trace?.set(node, { failure: evaluation.failure })
      throw error
    }
  }
  return { ...part, run: recording }
}
