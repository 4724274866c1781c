import type { Expression, Vocabulary } from "../expressions/expression.ts"
import type { Report } from "../messages/findings.ts"
import type { DataType, ExpressionText } from "./definition.ts"
import { isName, meant, quoted } from "./names.ts"
import { type Needs, type NeedsDefinition, STRATEGIES } from "./organisation.ts"
import { fieldOf, has } from "./read-fields.ts"
import { isMap } from "./read-value.ts"
import { compileAt, needsVocabulary } from "./vocabulary.ts"

/** What is known where needs stand: without variables, nothing of the case they are for. */
export interface NeedsSurroundings {
  readonly variables?: ReadonlyMap<string, DataType>
  readonly locals?: ReadonlyMap<string, DataType>
  readonly report: Report
}

/** Needs with every expression compiled. What cannot be compiled is told and left out. */
export function compileNeeds(needs: NeedsDefinition, around: NeedsSurroundings): Needs {
  const { ofCase, ofAgent } = needsVocabulary(around)
  const { unit, agent, when, escalate, order, source: _, ...plain } = needs
  const named = (text: ExpressionText | undefined) => text && compileName(text, ofCase, around)
  const [compiledUnit, compiledAgent] = [named(unit), named(agent)]
  const to = escalate && (isSaid(needs) ? named(escalate.to) : { name: escalate.to.source })
  const condition = when && compileAt(when, ofAgent, withoutCase(when, around.report), "boolean")
  return {
    ...plain,
    order: typeof order === "string" ? order : (compileOrder(order.by, ofAgent, around) ?? "leastLoaded"),
    ...(compiledUnit && { unit: compiledUnit }),
    ...(compiledAgent && { agent: compiledAgent }),
    ...(condition && { when: condition }),
    ...(escalate && to && { escalate: { after: escalate.after, to } }),
  }
}

const WORD = /^[\p{L}\p{N}_-]+$/u

/** A word that is none of the case's variables is a name. */
function compileName(
  text: ExpressionText,
  vocabulary: Vocabulary,
  { variables, locals, report }: NeedsSurroundings,
): { readonly name: string; readonly expression?: Expression } | undefined {
  const { source } = text
  if (WORD.test(source) && !variables?.has(source) && !locals?.has(source)) return { name: source }
  const expression = compileAt(text, vocabulary, report)
  return expression && { name: source, expression }
}

/** What is not said goes to the manager, whatever variables there are. */
function isSaid({ source }: NeedsDefinition): boolean {
  const escalate = fieldOf(source, "escalate")
  return isMap(escalate) && has(escalate, "to")
}

function compileOrder(
  by: ExpressionText,
  vocabulary: Vocabulary,
  { report }: NeedsSurroundings,
): Expression | undefined {
  const word = by.source.trim()
  if (!isName(word) || vocabulary.open || Object.hasOwn(vocabulary.names, word))
    return compileAt(by, vocabulary, withoutCase(by, report))
  const message = `'order' cannot be ${quoted(word)}.`
  const remedy = meant(word, STRATEGIES, `Write one of ${STRATEGIES.join(", ")}, or an expression over 'agent'.`)
  report({ code: "NOT_ALLOWED", severity: "error", path: by.path, message, remedy })
  return undefined
}

/** Agents are looked at again whenever one might fit, without the case. */
function withoutCase({ source }: ExpressionText, report: Report): Report {
  return (finding) => {
    const { start } = finding.within ?? { start: 0 }
    const isAsked = finding.code === "UNKNOWN_FUNCTION" && /^(?:result|count|duringRound)\b/.test(source.slice(start))
    report(isAsked ? { ...finding, remedy: "Write what it gives into a variable, and use that here." } : finding)
  }
}
