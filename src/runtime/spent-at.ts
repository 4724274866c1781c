import type { Case } from "../engine/family.ts"
import { add, type Charge, chargesOf } from "../engine/purses.ts"
import type { Rules } from "../exceptions/rules.ts"
import { agentScope, roleScope, type ScopeText, unitScope } from "../exceptions/scopes.ts"
import type { Staff } from "../messages/people.ts"
import type { Node, Process } from "../model/net.ts"
import { dataScopes } from "./place-facts.ts"
import type { FindProcess } from "./projection.ts"

interface Known {
  readonly find: FindProcess
  readonly staff?: Staff | undefined
  readonly rules: Rules
}

/** What was spent in a case, its worklets included, by an agent, by those of a role or unit, or on certain data. */
export function spentAt(found: Case, scope: ScopeText, known: Known): number {
  return chargesOf(found).reduce((sum, charge) => (isOf(charge, scope, known) ? add(sum, charge.amount) : sum), 0)
}

function isOf(
  { process: name, version, task, agent }: Charge,
  scope: ScopeText,
  { find, staff, rules }: Known,
): boolean {
  if (scope.startsWith("object:") || scope.startsWith("class:")) {
    const process = find(name, version)
    const node = process && nodeNamed(process, task)
    return node !== undefined && dataScopes(process as Process, rules, node).includes(scope)
  }
  if (scope === agentScope(agent)) return true
  const { roles, units } = staff?.belongings(agent) ?? { roles: [], units: [] }
  return roles.some((role) => roleScope(role) === scope) || units.some((unit) => unitScope(unit) === scope)
}

function nodeNamed({ nets }: Process, task: string): Node | undefined {
  for (const { nodes } of nets.values()) {
    const node = nodes.get(task)
    if (node && node.kind !== "activity") return node
  }
  return undefined
}
