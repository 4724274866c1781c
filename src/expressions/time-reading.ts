import { type Compiler, constantPart, type Part } from "./compiler.ts"
import { charge, type Evaluation, fail, type Run } from "./evaluation.ts"
import type { Node } from "./syntax.ts"
import { Moment, Span } from "./time-value.ts"
import { isList, isMap, kindOf, type Value } from "./value.ts"
import { fieldType, holdsTimes, type ValueType, withArticle } from "./value-type.ts"

/** Reads a part of the data: where its type says timestamp or duration, the strings in it are understood. */
export function timeReader({ node, type, run }: Part): Run {
  return (evaluation) => readTimes(evaluation, node, run(evaluation), type)
}

/** A string literal beside a timestamp or duration is meant as one. Anything else is left as it is. */
export function beside(compiler: Compiler, part: Part, other: Part): Part {
  if (typeof part.constant !== "string" || !(other.type === "timestamp" || other.type === "duration")) return part
  const moment = Moment.parse(part.constant)
  if (moment !== undefined) return constantPart(part.node, "timestamp", moment)
  const span = Span.parse(part.constant)
  if (span !== undefined) return constantPart(part.node, "duration", span)
  const message = `\`${compiler.text(other.node)}\` is a ${other.type}, but \`${compiler.text(part.node)}\` cannot be read as a time.`
  return compiler.report(part.node, "TYPE_MISMATCH", message, TIME_REMEDY)
}

export const TIME_REMEDY = 'Write a date ("2026-01-31"), a moment ("2026-01-31T09:00:00Z") or a duration ("P1DT2H").'

/** Applied to what was already understood it changes nothing. */
export function readTimes(evaluation: Evaluation, node: Node, value: Value, type: ValueType): Value {
  if (value === null || !holdsTimes(type)) return value
  if (type === "timestamp" || type === "duration") return readTime(evaluation, node, value, type)
  if (typeof type === "string") return value
  if ("list" in type) {
    if (!isList(value)) return value
    charge(evaluation, node, value.length)
    return value.map((element) => readTimes(evaluation, node, element, type.list))
  }
  if (!isMap(value)) return value
  const entries = Object.entries(value)
  charge(evaluation, node, entries.length)
  const typeOf = (name: string) => ("map" in type ? type.map : (fieldType(type, name) ?? "any"))
  return Object.fromEntries(entries.map(([name, field]) => [name, readTimes(evaluation, node, field, typeOf(name))]))
}

function readTime(evaluation: Evaluation, node: Node, value: Value, type: "timestamp" | "duration"): Value {
  const Kind = type === "timestamp" ? Moment : Span
  const time = typeof value === "string" ? Kind.parse(value) : value instanceof Kind ? value : undefined
  if (time !== undefined) return time
  const found = typeof value === "string" ? `"${value.slice(0, 40)}"` : `${withArticle(kindOf(value))}`
  return fail(evaluation, node, "BAD_CONVERSION", `A ${type} is needed here, but the value is ${found}.`)
}
