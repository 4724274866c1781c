import type { Expression } from "../expressions/expression.ts"
import { asAgentId } from "../messages/ids.ts"
import type { Demand } from "../messages/people.ts"
import type { Needs } from "../model/organisation.ts"
import type { Qualifying } from "./deciding.ts"
import { isAskedThen } from "./demand.ts"

/** What a task asks of whoever does it, as far as that is the same in all cases; and what only a case can tell. */
export interface GeneralDemand {
  readonly demand: Demand
  readonly needsCase: readonly CasePart[]
}

/** A part of the needs that depends on the case, as it was written. */
export interface CasePart {
  readonly part: "unit" | "agent" | "notWhoDid" | "whoDid" | "when" | "order" | "qualification"
  readonly says: string
}

export function generalDemand(needs: Needs | undefined, qualifying: readonly Qualifying[]): GeneralDemand {
  const needsCase: CasePart[] = []
  const also = qualifying.flatMap(({ source, names, ...of }) => {
    if (isGeneral({ names })) return { if: source, with: {}, ...of }
    needsCase.push({ part: "qualification", says: source })
    return []
  })
  const general = also.length > 0 ? { also } : {}
  if (needs === undefined) return { demand: general, needsCase }
  const { roles, capabilities, unit, agent, when, order } = needs
  for (const [part, named] of [["unit", unit] as const, ["agent", agent] as const])
    if (named?.expression) needsCase.push({ part, says: named.name })
  for (const part of ["notWhoDid", "whoDid"] as const)
    for (const task of needs[part]) needsCase.push({ part, says: task })
  if (when && !isGeneral(when)) needsCase.push({ part: "when", says: when.source })
  if (typeof order === "object" && !isGeneral(order)) needsCase.push({ part: "order", says: order.source })
  return {
    demand: {
      ...(roles.length > 0 && { roles }),
      ...(capabilities.length > 0 && { capabilities }),
      ...(unit && !unit.expression && { unit: unit.name }),
      ...(agent && !agent.expression && { agents: [asAgentId(agent.name)] }),
      ...(when && isGeneral(when) && { when: { if: when.source, with: {} } }),
      ...general,
      ...orderOf(order),
    },
    needsCase,
  }
}

function orderOf(order: Needs["order"]): Pick<Demand, "order"> {
  if (typeof order === "string") return order === "leastLoaded" ? {} : { order }
  return isGeneral(order) ? { order: { by: order.source, with: {} } } : {}
}

/** Whether it speaks of nothing but the agent, the organisation and the time. */
function isGeneral({ names }: Pick<Expression, "names">): boolean {
  return [...names].every(isAskedThen)
}
