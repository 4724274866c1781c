import { formatMoment } from "../expressions/time.ts"
import { engineAgent } from "../messages/ids.ts"
import type { JsonObject } from "../messages/json.ts"
import type { Occasion } from "./asking.ts"
import type { OpenException, Push } from "./handling.ts"
import type { Reacting } from "./reacting.ts"
import { ASSIGNMENT_REJECTED, scopesOfRejected } from "./rejected-assignment.ts"
import type { Rules } from "./rules.ts"

/** What an exception asks the trees; `depth`: that of the run that brought it about. */
export function occasionOf(reacting: Reacting, raised: OpenException, depth: number): Occasion {
  const { class: on, case: caseId, item, at, id: exception, by } = raised
  const parameters = parametersSeen(reacting.port.rules, raised)
  const inCase = reacting.port.case(caseId)?.depth ?? 0
  const pushed = pushBehind(reacting, raised)?.depth ?? 0
  const deepest = Math.max(raised.depth, depth, inCase, pushed)
  const scopes = scopesOfEnded(reacting, raised) ?? scopesOfRejection(reacting, raised)
  const where = { case: caseId, ...(item && { item }), at, ...(scopes && { scopes }) }
  return { on, ...where, exception, parameters, by, depth: deepest }
}

type Raised = Pick<OpenException, "class" | "case" | "item" | "at" | "by" | "parameters" | "raisedAt">

/** What rules see of an exception. Where it matches a pattern by itself, its rules see what those on patterns see as well. */
export function parametersSeen(
  { classes }: Pick<Rules, "classes">,
  { class: name, case: id, item, at, by, parameters, raisedAt }: Raised,
): JsonObject {
  if (classes.names(name).length === classes.lineage(name).length) return parameters
  const moment = formatMoment(raisedAt)
  const event = { ...parameters, class: name, at, by, case: id, ...(item && { item }) }
  return { first: moment, last: moment, count: 1, events: [event], ...parameters }
}

/** What is about an item that is over stands at what is around it, but is asked about where the item was. */
function scopesOfEnded({ port }: Reacting, { class: name, case: id, item, at, by }: OpenException) {
  const standing = item ? port.item(item)?.task : port.case(id)?.process
  if (at === standing || (item && !port.rules.classes.is(name, "BudgetExceeded"))) return undefined
  return port.step({ case: id, task: at, agent: by })?.scopes
}

/** A declined item is with nobody: rules for the agent who declined it, and for their roles and units, are asked. */
function scopesOfRejection({ port }: Reacting, { class: name, case: id, item, at: task, by }: OpenException) {
  return item && port.rules.classes.is(name, ASSIGNMENT_REJECTED)
    ? scopesOfRejected(port, { case: id, task }, by)
    : undefined
}

/** What set its item going once more, if that led to it: what a person brings about now does not come of it. */
export function pushBehind(
  { port, draft }: Reacting,
  { item: id, by }: Pick<OpenException, "item" | "by">,
): Push | undefined {
  if (id === undefined) return undefined
  const push = draft.pushed.get(id)
  if (push === undefined || by === engineAgent || port.people?.isProgram(by)) return push
  const { kind, agent } = port.item(id) ?? {}
  return kind === "program" && agent === by ? push : undefined
}
