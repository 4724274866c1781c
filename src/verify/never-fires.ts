import { type Claim, canAllBe, type Surroundings } from "../expressions/possible.ts"
import type { Finding, Place } from "../messages/findings.ts"
import { rulesIn } from "../model/check-rules.ts"
import type { RuleDefinition } from "../model/repertoire.ts"
import { type Locate, placed } from "../model/source.ts"
import type { Doubt } from "./doubt.ts"
import { hasConclusion, type RepertoireInForce } from "./repertoire-in-force.ts"
import { ruleSurroundings } from "./rule-surroundings.ts"

/**
 * Rules that can never fire: their condition holds for no data, not where the rules they refine hold, or only where another has
 * answered already. Only what is certain is told.
 */
export function silentRules(force: RepertoireInForce): readonly Doubt[] {
  const found: Doubt[] = []
  // A rule on several events stands in a tree for each: it is silent where it never fires in any of them.
  const standsIn = new Map<RuleDefinition, number>()
  const silent = new Map<RuleDefinition, Doubt[]>()
  for (const { on, at, nodes, locate, isNew } of force.trees) {
    if (!isNew) continue
    for (const rule of rulesIn(nodes)) standsIn.set(rule, (standsIn.get(rule) ?? 0) + 1)
    const around = ruleSurroundings({ on, at }, force)
    const tell: Site["tell"] = (finding, rule) => {
      const canHold = canAllBe([holding(rule)], around)
      const shownBy = { kind: "asked", tree: `${on} ${at}`, if: rule.if.source } as const
      silent.set(rule, [...(silent.get(rule) ?? []), { finding, ...(canHold && { shownBy }) }])
    }
    lookAt(nodes, [], undefined, { around, locate, tell })
  }
  for (const [rule, [first, ...others]] of silent)
    if (first && others.length + 1 === standsIn.get(rule)) found.push(first)
  for (const { handler, at, with: given, isNew } of force.bound) {
    const canFire = handler.on.some((on) =>
      canAllBe([holding(handler)], ruleSurroundings({ on, at, with: given }, force)),
    )
    if (isNew && !canFire) found.push({ finding: neverHolds(handler, handler.locate, ` where it is bound at '${at}'`) })
  }
  return found
}

interface Site {
  readonly around: Surroundings
  readonly locate: Locate
  readonly tell: (finding: Finding, rule: RuleDefinition) => void
}

/**
 * One list: each entry is asked where those around it hold and those before it do not. In a long list only those nearest before it are
 * looked at, and those with its own condition.
 */
function lookAt(
  list: readonly RuleDefinition[],
  around: readonly Claim[],
  refined: RuleDefinition | undefined,
  site: Site,
): void {
  const conditions = new Map<string, RuleDefinition>()
  list.forEach((rule, index) => {
    const own = holding(rule)
    const before = list.slice(Math.max(0, index - MOST_BEFORE), index)
    const same = conditions.get(rule.if.source)
    if (same && !before.includes(same)) before.unshift(same)
    const asked = [...around, ...before.map(failing)]
    if (canAllBe([...asked, own], site.around)) {
      const claims = [...asked, own]
      lookAt(rule.except, claims, rule, site)
      const isRefined = hasConclusion(rule) && rule.except.length > 0
      if (isRefined && !canAllBe([...claims, ...rule.except.map(failing)], site.around))
        site.tell(alwaysRefined(rule, site.locate), rule)
    } else tellWhy(rule, around, before, refined, site)
    if (same === undefined) conditions.set(rule.if.source, rule)
  })
}

const MOST_BEFORE = 100

function tellWhy(
  rule: RuleDefinition,
  around: readonly Claim[],
  before: readonly RuleDefinition[],
  refined: RuleDefinition | undefined,
  { around: known, locate, tell }: Site,
): void {
  const own = holding(rule)
  if (!canAllBe([own], known)) tell(neverHolds(rule, locate), rule)
  else if (refined && !canAllBe([...around, own], known)) tell(contradicts(rule, refined, locate), rule)
  else {
    const cover = before.find((earlier) => !canAllBe([...around, failing(earlier), own], known))
    tell(shadowed(rule, cover, locate), rule)
  }
}

const holding = (rule: RuleDefinition): Claim => ({ source: rule.if.source, holds: true })
const failing = (rule: RuleDefinition): Claim => ({ source: rule.if.source, holds: false })

function neverHolds(rule: RuleDefinition, locate: Locate, where = ""): Finding {
  return found(rule, locate, {
    code: "RULE_NEVER_HOLDS",
    message: `This rule never fires: its condition \`${rule.if.source}\` holds for no data there can be${where}.`,
    remedy: "Correct the condition, or remove the rule.",
  })
}

function contradicts(rule: RuleDefinition, refined: RuleDefinition, locate: Locate): Finding {
  return found(rule, locate, {
    code: "RULE_NEVER_HOLDS",
    message: `This rule never fires: where \`${refined.if.source}\`${at(locate(refined.if.path))} holds, which it refines, \`${rule.if.source}\` does not.`,
    remedy: "Correct one of the conditions, or move the rule out of what it refines.",
  })
}

function shadowed(rule: RuleDefinition, cover: RuleDefinition | undefined, locate: Locate): Finding {
  const who = cover ? `\`${cover.if.source}\`${at(locate(cover.if.path))} holds` : "one of those before it holds"
  return found(rule, locate, {
    code: "RULE_SHADOWED",
    message: `This rule never fires: whenever \`${rule.if.source}\` holds, ${who} too, and comes first.`,
    remedy: "Put it before that, or under it as 'except'; or remove it.",
  })
}

function alwaysRefined(rule: RuleDefinition, locate: Locate): Finding {
  return found(rule, locate, {
    code: "RULE_SHADOWED",
    message: `The conclusion of this rule is never drawn: whenever \`${rule.if.source}\` holds, one of the rules that refine it holds too.`,
    remedy: "Narrow the conditions under 'except', or leave out its 'then'.",
  })
}

function found(rule: RuleDefinition, locate: Locate, words: Pick<Finding, "code" | "message" | "remedy">): Finding {
  return placed({ ...words, severity: "warning", path: rule.if.path }, locate)
}

const at = ({ line }: Place): string => (line === undefined ? "" : ` (line ${line})`)
