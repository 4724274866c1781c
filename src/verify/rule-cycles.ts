import { canAllBe } from "../expressions/possible.ts"
import type { Finding } from "../messages/findings.ts"
import { knots } from "./knots.ts"
import { type ActingRule, actingRules, type RepertoireInForce } from "./repertoire-in-force.ts"
import { ruleSurroundings } from "./rule-surroundings.ts"
import { whatFollows } from "./what-follows.ts"

/** Rules each of which may bring about the event that another of them, or itself, is on. */
export interface RuleCycle {
  readonly rules: readonly ActingRule[]
  /** Whether each of them fires whenever its event happens. */
  readonly isUnconditional: boolean
}

/** Every group of rules that may trigger each other again and again. Whether they really do depends on where and on data. */
export function ruleCycles(force: RepertoireInForce): readonly RuleCycle[] {
  const rules = actingRules(force)
  return knots(whatFollows(rules, force)).map((members) => {
    const meant = members.flatMap((index) => rules[index] ?? [])
    return { rules: meant, isUnconditional: meant.every((rule) => isUnconditional(rule, force)) }
  })
}

/** The first of them, and what it has to do with the others. */
export function endless([first, ...others]: readonly ActingRule[]): Finding {
  const names = others.map(({ on, place: { line } }) => `'${on}'${line === undefined ? "" : ` (line ${line})`}`)
  const rest =
    names.length === 0
      ? "triggers itself for ever"
      : `and what follows on ${names.join(", ")} trigger each other for ever`
  return {
    code: "ENDLESS_TRIGGERING",
    severity: "warning",
    place: first?.place ?? { path: "" },
    message: `This rule on '${first?.on}' ${rest}.`,
    remedy: "Give one of them a condition that what they do makes false, or raise something else.",
  }
}

function isUnconditional(rule: ActingRule, force: RepertoireInForce): boolean {
  const around = ruleSurroundings(rule, force)
  for (const { source, holds } of rule.claims()) if (canAllBe([{ source, holds: !holds }], around)) return false
  return true
}
