import { charge, type Run } from "./evaluation.ts"
import type { FindingCode, Vocabulary } from "./expression.ts"
import type { Node, Place } from "./syntax.ts"
import type { Value } from "./value.ts"
import { describeType, fits, type ValueType, withArticle } from "./value-type.ts"

/** A part of an expression, checked and ready to run. */
export interface Part {
  readonly node: Node
  readonly type: ValueType
  readonly run: Run
  /** How many nodes are visited whenever this one is; what is visited only sometimes is charged when it is. */
  readonly cost: number
  /** The value, where it is known without evaluating. */
  readonly constant?: Value
  /** The parts of which one becomes the value of this part. */
  readonly alternatives?: readonly Part[]
}

/** What the rules for each kind of node need from each other. */
export interface Compiler {
  readonly vocabulary: Vocabulary
  /** How large the patterns read so far are together. */
  readonly patterns: { size: number }
  /** The free names read and the functions of the vocabulary called so far. */
  readonly names: Set<string>
  readonly calls: Set<string>
  /** The fields read of the free name `external`. */
  readonly sources: Set<string>
  compile(node: Node): Part
  /** As `compile`, but timestamps and durations in it may still be the strings of the data. */
  compileRaw(node: Node): Part
  /** Compiles `node` with one more variable, whose value will be in that slot. */
  compileWith(variable: string, type: ValueType, node: Node): Part
  readonly nextSlot: number
  variable(name: string): { readonly slot: number; readonly type: ValueType } | undefined
  text(place: Place): string
  /** Notes what is wrong, and stands in for the part so that the rest can be checked. */
  report(node: Node, code: FindingCode, message: string, remedy: string): Part
}

export function constantPart(node: Node, type: ValueType, constant: Value): Part {
  return { node, type, constant, cost: 1, run: () => constant }
}

export function costOf(parts: readonly Part[]): number {
  return parts.reduce((sum, part) => sum + part.cost, 1)
}

/** A part that is not visited always: it is charged when it is. */
export function charged(part: Part): Run {
  const { node, run, cost } = part
  return (evaluation) => {
    charge(evaluation, node, cost)
    return run(evaluation)
  }
}

/** Notes a finding unless the part can be of the type. */
export function require(compiler: Compiler, part: Part, type: ValueType, user: string): void {
  if (fits(part.type, type)) return
  const message = `${user} needs ${withArticle(describeType(type))}, but \`${compiler.text(part.node)}\` is ${withArticle(describeType(part.type))}.`
  const remedy =
    type === "boolean"
      ? "Compare it with something, for example with `==`."
      : `Use ${withArticle(describeType(type))} here.`
  compiler.report(part.node, "TYPE_MISMATCH", message, remedy)
}
