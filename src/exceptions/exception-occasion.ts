import type { Occasion } from "./asking.ts"
import type { OpenException } from "./handling.ts"
import type { Reacting } from "./reacting.ts"

/** What an exception asks the trees; `depth`: that of the run that brought it about. */
export function occasionOf(reacting: Reacting, raised: OpenException, depth: number): Occasion {
  const { class: on, case: caseId, item, at, id: exception, parameters, by } = raised
  const inCase = reacting.port.case(caseId)?.depth ?? 0
  const pushed = (item && reacting.draft.pushed.get(item)?.depth) ?? 0
  const deepest = Math.max(raised.depth, depth, inCase, pushed)
  return { on, case: caseId, ...(item && { item }), at, exception, parameters, by, depth: deepest }
}
