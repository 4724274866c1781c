import { compileExpression, isExpression } from "../expressions/expression.ts"
import type { Finding } from "../messages/findings.ts"
import { asAgentId } from "../messages/ids.ts"
import type { Demand, Match, Workload } from "../messages/people.ts"
import type { Bundle } from "../model/bundle.ts"
import type { ConstraintDefinition } from "../model/repertoire.ts"
import { parseScope } from "../model/scope-text.ts"
import { placed } from "../model/source.ts"
import { peopleOf } from "../people/match.ts"
import { Organisation } from "../people/organisation.ts"
import type { Staffing } from "./staffing.ts"

/** Warns of qualifications that no agent there is meets, as far as they are about agents alone. */
export function checkQualifications(
  { repertoire, organisation: entries }: Pick<Bundle, "repertoire" | "organisation">,
  staffing: Staffing | undefined,
  report: (finding: Finding) => void,
): void {
  const organisation = (staffing?.organisation ?? Organisation.empty).with(entries)
  if (organisation.isEmpty) return
  const people = peopleOf(organisation, idle)
  for (const { at, qualification, path, locate } of repertoire.constraints) {
    if (qualification === undefined || !isAboutAgents(qualification.source)) continue
    const who = whoseOf(at)
    const also = [{ if: qualification.source, with: {} }]
    if (isNobody(people.match(who, about)) || !isNobody(people.match({ ...who, also }, about))) continue
    const message = `Nobody meets the qualification of '${at}': \`${qualification.source}\` holds for no agent it is about.`
    const remedy = "Change it, or the organisation."
    report(placed({ code: "NOBODY_CAN", severity: "warning", path, message, remedy }, locate))
  }
}

const about = { now: 0, task: "", declined: [] }
const idle: Workload = { load: () => 0, lastEnded: () => undefined, lastGiven: () => undefined, pace: () => undefined }

/** Whoever is only absent or busy could. */
const isNobody = (match: Match): boolean => !match.ok && match.class === "NoSuchCapability"

function isAboutAgents(source: string): boolean {
  const expression = compileExpression(source, { names: {}, open: true })
  return isExpression(expression) && [...expression.names].every((name) => name === "agent")
}

function whoseOf(at: ConstraintDefinition["at"]): Demand {
  const scope = parseScope(at)
  if (scope.kind === "role") return { roles: [scope.name] }
  if (scope.kind === "unit") return { unit: scope.name }
  return scope.kind === "agent" ? { agents: [asAgentId(scope.name)] } : {}
}
