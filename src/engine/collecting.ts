import type { Json, JsonObject } from "../messages/json.ts"
import { checkValue } from "../model/data-values.ts"
import type { ManySpec } from "../model/net.ts"
import { evaluateAt } from "./data.ts"
import type { Deciding } from "./deciding.ts"
import { framesOf } from "./ending.ts"
import type { Item } from "./family.ts"
import type { Problem } from "./raise.ts"

/**
 * What a `forEach` gathers from its completed instances, in the order of the elements. An instance that has no value, because
 * its work was skipped, adds none.
 */
export function collected(
  deciding: Deciding,
  item: Item,
  many: ManySpec,
): { readonly writes: JsonObject } | Pick<Problem, "class" | "parameters"> {
  const process = deciding.process(item.case)
  const frames = framesOf(deciding, item)
    .filter((frame) => frame.closed === "completed")
    .toSorted((one, other) => one.instance - other.instance)
  const writes: Record<string, Json> = {}
  for (const [variable, expression] of many.collect) {
    const values: Json[] = []
    for (const frame of frames) {
      const outcome = evaluateAt({ family: deciding.draft, process, frame, now: deciding.facts.now }, expression)
      if (outcome.ok) values.push(outcome.value)
      else if (outcome.error.code !== "MISSING_VALUE") {
        const { message } = outcome.error
        return {
          class: "EvaluationFailed",
          parameters: { expression: expression.source, message, instance: frame.instance },
        }
      }
    }
    const type = process.variables.get(variable)
    const [problem] = type ? checkValue(type, values, variable) : []
    if (problem) return { class: "ConstraintViolation", parameters: { message: problem.message, field: problem.field } }
    writes[variable] = values
  }
  return { writes }
}
