import type { ArithmeticOperator } from "./syntax.ts"
import { joinTypes, type ValueType } from "./value-type.ts"

/** The type of the result, or undefined where the operator does not take these two. */
export function arithmeticType(operator: ArithmeticOperator, left: ValueType, right: ValueType): ValueType | undefined {
  if (operator !== "+" && operator !== "-") return isNumeric(left) && isNumeric(right) ? "number" : undefined
  if (left === "any") return withAny(operator, right, operator === "-" && right === "timestamp" ? "duration" : "any")
  if (right === "any") return withAny(operator, left, operator === "-" && left === "duration" ? "duration" : "any")
  if (typeof left === "string" || typeof right === "string") return KNOWN.get(`${left} ${operator} ${right}`)
  return operator === "+" && "list" in left && "list" in right ? joinTypes(left, right) : undefined
}

const KNOWN: ReadonlyMap<string, ValueType> = new Map([
  ["number + number", "number"],
  ["number - number", "number"],
  ["string + string", "string"],
  ["timestamp + duration", "timestamp"],
  ["duration + timestamp", "timestamp"],
  ["duration + duration", "duration"],
  ["timestamp - duration", "timestamp"],
  ["timestamp - timestamp", "duration"],
  ["duration - duration", "duration"],
])

function isNumeric(type: ValueType): boolean {
  return type === "number" || type === "any"
}

function withAny(operator: "+" | "-", known: ValueType, time: ValueType): ValueType | undefined {
  if (known === "any" || known === "number") return known
  if (known === "duration" || known === "timestamp") return operator === "+" && known === "timestamp" ? known : time
  const isJoinable = known === "string" || (typeof known !== "string" && "list" in known)
  if (operator === "-" || !isJoinable) return undefined
  return known === "string" ? known : { list: "any" }
}
