import type { JsonObject } from "../messages/json.ts"
import { evaluateAt, type Output, viewOf } from "./data.ts"
import type { Deciding } from "./deciding.ts"
import type { Item } from "./family.ts"
import { raise } from "./raise.ts"

/**
 * What an execution of an item will cost, over what it reads and has been given. What that depends on may be known only
 * later: then nothing is planned. Nothing is given where it is as planned already.
 */
export function plannedCost(deciding: Deciding, item: Item, given: JsonObject): { readonly cost?: number } {
  if (deciding.node(item).task?.cost === undefined) return {}
  const cost = costOf(deciding, item, { ...viewOf(standing(deciding, item), item), ...given })
  return typeof cost === "number" && cost !== item.planned ? { cost } : {}
}

/** What the execution that ends has cost, where that is not what was planned. What was never started has cost nothing. */
export function finalCost(deciding: Deciding, item: Item, { own }: Output): number | string | undefined {
  if (own === undefined || item.status !== "started") return undefined
  const cost = costOf(deciding, item, own)
  return cost === item.planned ? undefined : cost
}

/** What an item has cost cannot be told, and it is over: that is told where it stood, and holds nothing. */
export function reportCost(deciding: Deciding, item: Item, message: string): void {
  const { item: activity } = deciding.frame(item.frame)
  raise(deciding, {
    class: "EvaluationFailed",
    case: item.case,
    ...(activity && { item: activity }),
    at: item.task,
    parameters: { message: `cost: ${message}`, of: "cost" },
  })
}

function costOf(deciding: Deciding, item: Item, values: JsonObject): number | string | undefined {
  const at = standing(deciding, item)
  const { cost } = at.node.task ?? {}
  if (cost === undefined || typeof cost === "number") return cost
  const outcome = evaluateAt(at, cost, { values, item })
  if (!outcome.ok) return `"${cost.source}" cannot be evaluated: ${outcome.error.message}`
  if (typeof outcome.value === "number" && Number.isFinite(outcome.value)) return outcome.value
  return `"${cost.source}" gave ${JSON.stringify(outcome.value)}, not a number`
}

function standing(deciding: Deciding, item: Item) {
  return {
    family: deciding.draft,
    process: deciding.process(item.case),
    frame: deciding.frame(item.frame),
    node: deciding.node(item),
    now: deciding.facts.now,
  }
}
