import { order } from "./comparison.ts"
import { type CallSite, type FunctionTable, overload, repeated } from "./function-table.ts"
import { kindOf, type Value } from "./value.ts"
import { type ValueType, withArticle } from "./value-type.ts"

export const NUMBER_FUNCTIONS: FunctionTable = {
  abs: [overload(["number"], "number", ([number]) => Math.abs(number))],
  // Halves go away from zero, as in CEL; adding zero makes 0 of -0.
  round: [overload(["number"], "number", ([number]) => Math.sign(number) * Math.round(Math.abs(number)) + 0)],
  floor: [overload(["number"], "number", ([number]) => Math.floor(number) + 0)],
  ceil: [overload(["number"], "number", ([number]) => Math.ceil(number) + 0)],
  min: extremes(-1),
  max: extremes(1),
  sum: [overload([{ list: "any" }], "number", ([list], site) => sum(list, site))],
}

function extremes(sign: 1 | -1) {
  const extreme = (values: readonly Value[], site: CallSite): Value => {
    site.charge(values.length)
    const [first, ...others] = values
    if (first === undefined) return site.fail("BAD_OPERANDS", "An empty list has no smallest or largest element.")
    const best = (a: Value, b: Value) => (order(site.evaluation, site.node, a, b) * sign >= 0 ? a : b)
    return others.reduce(best, first)
  }
  const ordered: readonly ValueType[] = ["number", "timestamp", "duration", "string"]
  return [
    overload(
      [{ list: "any" }],
      ([list]) => elementOf(list),
      ([list], site) => extreme(list, site),
    ),
    ...ordered.map((type) => repeated(type, extreme)),
  ]
}

function elementOf(type: ValueType | undefined): ValueType {
  return typeof type === "object" && "list" in type ? type.list : "any"
}

function sum(list: readonly Value[], site: CallSite): number {
  site.charge(list.length)
  let total = 0
  for (const element of list) {
    if (typeof element !== "number") {
      return site.fail("BAD_OPERANDS", `sum needs numbers, but the list holds ${withArticle(kindOf(element))}.`)
    }
    total += element
  }
  return Number.isFinite(total) ? total : site.fail("OUT_OF_RANGE", "The sum is too large for a number.")
}
