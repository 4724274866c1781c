import type { Many } from "./definition.ts"
import { type Fields, optional, present, required } from "./read-fields.ts"
import { wrong } from "./read-finding.ts"
import { checkVariableKey, readCount, readEntries, readExpression, readFlag, readVariable } from "./read-value.ts"

export const MANY_KEYS = ["as", "min", "max", "enough", "dynamic", "collect"] as const

/** One instance per element. The list stands under `in` in a block and under `each` in a net. */
export function readMany(fields: Fields, listKey: "in" | "each"): Many | undefined {
  const { path, report } = fields
  const list = required(fields, listKey, readExpression, `Write '${listKey}: lines', the list to go through.`)
  const as = required(fields, "as", readVariable, "Write 'as: line', what each element is called inside.")
  const min = optional(fields, "min", readCount(0))
  const max = optional(fields, "max", readCount(1))
  const enough = optional(fields, "enough", readCount(1))
  const dynamic = optional(fields, "dynamic", readFlag) ?? false
  const collect = optional(fields, "collect", (value, place, what) => {
    const entries = readEntries(value, place, what, readExpression, report)
    for (const key of entries.keys()) checkVariableKey(key, [...place, key], `A name in ${what}`, report)
    return entries
  })
  if (min !== undefined && max !== undefined && min > max) contradict(fields, "max", max, "min", min)
  if (enough !== undefined && max !== undefined && enough > max) contradict(fields, "max", max, "enough", enough)
  if (list === undefined || as === undefined) return undefined
  return { path, in: list, as, dynamic, collect: collect ?? new Map(), ...present({ min, max, enough }) }
}

function contradict({ path, report }: Fields, less: string, small: number, more: string, large: number): void {
  const message = `'${less}' is ${small}, less than '${more}', which is ${large}.`
  wrong(report, "CONTRADICTION", [...path, less], message, `Raise '${less}' or lower '${more}'.`)
}
