import type { Facts } from "../engine/deciding.ts"
import type { Constraint, Rules } from "../exceptions/rules.ts"
import type { ScopeText } from "../exceptions/scopes.ts"
import { compileExpression, isExpression } from "../expressions/expression.ts"
import { asAgentId } from "../messages/ids.ts"
import { parseScope } from "../model/scope-text.ts"
import { scopesAt } from "./place-facts.ts"

type Qualifying = NonNullable<Facts["qualifying"]>
type Rule = ReturnType<Qualifying>[number]

/** What whoever has an item must be besides what its task needs; undefined where nobody has said anything of that kind. */
export function qualifyingBy(rules: Rules): Qualifying | undefined {
  if (!rules.constrained.has("qualification")) return undefined
  return (family, process, item) => {
    return rulesAt(scopesAt(family, process, item, { rules }), rules)
  }
}

/** The same for a place, inner scopes first. */
export function rulesAt(scopes: readonly ScopeText[], rules: Rules): readonly Rule[] {
  const there = scopes.flatMap((at) => rules.constraints(at))
  return [...there, ...rules.qualifyingPeople].flatMap((constraint) => ruleOf(constraint) ?? [])
}

const known = new WeakMap<Constraint, Rule>()

function ruleOf(constraint: Constraint): Rule | undefined {
  const { at, qualification } = constraint
  if (qualification === undefined) return undefined
  const found = known.get(constraint)
  if (found) return found
  const { source } = qualification
  const expression = compileExpression(source, { names: {}, open: true })
  const rule = { source, names: isExpression(expression) ? expression.names : new Set<string>(), ...peopleOf(at) }
  known.set(constraint, rule)
  return rule
}

/** Of whom it is asked; nobody in particular: of everybody. */
function peopleOf(at: string): Pick<Rule, "agent" | "role" | "unit"> {
  const scope = parseScope(at)
  switch (scope.kind) {
    case "agent":
      return { agent: asAgentId(scope.name) }
    case "role":
    case "unit":
      return { [scope.kind]: scope.name }
    default:
      return {}
  }
}
