import type { Bindings, Expression } from "../expressions/expression.ts"
import { type AgentId, asAgentId } from "../messages/ids.ts"
import type { Json, JsonObject } from "../messages/json.ts"
import type { Demand } from "../messages/people.ts"
import type { Needs } from "../model/organisation.ts"
import { bindingsAt } from "./bindings.ts"
import type { Deciding } from "./deciding.ts"
import type { Item } from "./family.ts"
import { qualifyingOf } from "./needs.ts"
import { whoDid } from "./who-did.ts"

export type Demanded = { readonly ok: true; readonly demand: Demand } | { readonly ok: false; readonly message: string }

/** What an item asks of whoever does it, with everything the case says put in. */
export function demandOf(deciding: Deciding, item: Item, needs: Needs): Demanded {
  const bindings = bindingsOf(deciding, item)
  const unit = nameOf(needs.unit, bindings, "unit")
  if (!unit.ok) return unit
  const agents = nameOf(needs.agent, bindings, "agent")
  if (!agents.ok) return agents
  const [one] = unit.names ?? []
  const { when, order } = needs
  return {
    ok: true,
    demand: {
      ...(needs.roles.length > 0 && { roles: needs.roles }),
      ...(needs.capabilities.length > 0 && { capabilities: needs.capabilities }),
      ...(one !== undefined && { unit: one }),
      ...(agents.names && { agents: agents.names.map(asAgentId) }),
      ...related(deciding, item, needs),
      ...(when && { when: { if: when.source, with: valuesOf(when, bindings) } }),
      ...also(deciding, item, bindings),
      ...(typeof order === "string"
        ? order !== "leastLoaded" && { order }
        : { order: { by: order.source, with: valuesOf(order, bindings) } }),
    },
  }
}

/** The same demand, with who has done what until now. */
export function demandNow(deciding: Deciding, item: Item, needs: Needs | undefined, demand: Demand): Demand {
  if (needs === undefined || (needs.notWhoDid.length === 0 && needs.whoDid.length === 0)) return demand
  const { only: _, excluded: __, ...rest } = demand
  return { ...rest, ...related(deciding, item, needs) }
}

/** The agents a name or an expression of the needs means, as names. */
export function nameOf(
  named: { readonly name: string; readonly expression?: Expression } | undefined,
  bindings: Bindings,
  what: string,
): { readonly ok: true; readonly names?: readonly string[] } | { readonly ok: false; readonly message: string } {
  if (named === undefined) return { ok: true }
  if (named.expression === undefined) return { ok: true, names: [named.name] }
  const outcome = named.expression.evaluate(bindings)
  if (!outcome.ok) return { ok: false, message: `${what}: ${outcome.error.message}` }
  const names = Array.isArray(outcome.value) ? outcome.value : [outcome.value]
  if (names.every((name): name is string => typeof name === "string" && name !== "")) return { ok: true, names }
  return { ok: false, message: `${what}: \`${named.name}\` gave ${JSON.stringify(outcome.value)}, which is no name` }
}

export function bindingsOf(deciding: Deciding, item: Item): Bindings {
  const { draft, facts } = deciding
  const frame = deciding.frame(item.frame)
  const base = bindingsAt(draft, deciding.process(item.case), frame, facts.now, { item })
  return { call: base.call, value: (name) => (name === "org" ? facts.people?.org() : base.value(name)) }
}

function related(deciding: Deciding, item: Item, { notWhoDid, whoDid: familiar }: Needs): Partial<Demand> {
  const did = (tasks: readonly string[]): readonly AgentId[] => [
    ...new Set(tasks.flatMap((task) => whoDid(deciding.draft, deciding.facts.process, item, task))),
  ]
  return {
    ...(familiar.length > 0 && { only: did(familiar) }),
    ...(notWhoDid.length > 0 && { excluded: did(notWhoDid) }),
  }
}

function also(deciding: Deciding, item: Item, bindings: Bindings): Pick<Demand, "also"> {
  const rules = qualifyingOf(deciding, item)
  if (rules.length === 0) return {}
  return {
    also: rules.map(({ source, names, ...of }) => ({ if: source, with: valuesOf({ names }, bindings), ...of })),
  }
}

/** All that an expression over an agent says of the case. */
function valuesOf({ names }: Pick<Expression, "names">, bindings: Bindings): JsonObject {
  const values: Record<string, Json> = {}
  for (const name of names) {
    const value = isAskedThen(name) ? undefined : bindings.value(name)
    if (value !== undefined) values[name] = value
  }
  return values
}

/** The agent, the organisation and the time are asked as they are then; everything else the case says. */
export const isAskedThen = (name: string): boolean => name === "agent" || name === "org" || name === "now"
