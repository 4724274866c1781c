import { engineAgent } from "../messages/ids.ts"
import type { Occasion } from "./asking.ts"
import type { OpenException, Push } from "./handling.ts"
import type { Reacting } from "./reacting.ts"

/** What an exception asks the trees; `depth`: that of the run that brought it about. */
export function occasionOf(reacting: Reacting, raised: OpenException, depth: number): Occasion {
  const { class: on, case: caseId, item, at, id: exception, parameters, by } = raised
  const inCase = reacting.port.case(caseId)?.depth ?? 0
  const pushed = pushBehind(reacting, raised)?.depth ?? 0
  const deepest = Math.max(raised.depth, depth, inCase, pushed)
  const scopes = scopesOfEnded(reacting, raised)
  const where = { case: caseId, ...(item && { item }), at, ...(scopes && { scopes }) }
  return { on, ...where, exception, parameters, by, depth: deepest }
}

/** What is about an item that is over stands at what is around it, but is asked about where the item was. */
function scopesOfEnded({ port }: Reacting, { class: name, case: id, item, at, by }: OpenException) {
  const standing = item ? port.item(item)?.task : port.case(id)?.process
  if (at === standing || (item && !port.rules.classes.is(name, "BudgetExceeded"))) return undefined
  return port.step({ case: id, task: at, agent: by })?.scopes
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
