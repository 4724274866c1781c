import type { CaseId, ItemId } from "../messages/ids.ts"
import type { TrailFacts, TrailOf } from "../messages/undoing.ts"
import type { Run } from "./handling.ts"
import type { ItemFacts } from "./port.ts"
import type { Reacting } from "./reacting.ts"

/** What becomes live and came of the step while it is rolled back to does not go on; true if that was so. */
export function holdBehind(reacting: Reacting, id: ItemId): boolean {
  const { port, draft } = reacting
  if (draft.runs.size === 0) return false
  const item = port.item(id)
  if (item === undefined) return false
  for (const run of draft.runs.values()) {
    const { rollback } = run
    if (rollback === undefined || run.case !== item.case) continue
    // In a loop everything leads to everything, also the branch beside it: only the past tells what came of the step.
    if (!port.step({ case: item.case, task: rollback.to })?.leadsTo(item.task)) continue
    if (!cameOf(reacting, item, { case: run.case, ...rollback })) continue
    place(reacting, run, rollback.to, { kind: "item", item: id })
    return true
  }
  return false
}

function cameOf(
  { port }: Reacting,
  item: ItemFacts,
  { case: id, to, within, item: done }: Required<Pick<TrailOf, "case" | "to" | "item">> & Pick<TrailOf, "within">,
): boolean {
  const trail = port.trail({ case: id, to, ...(within && { within }), item: done })
  if (trail === undefined) return false
  const came = new Set([...trail.rewinding.items, ...trail.leaning])
  for (let at: ItemFacts | undefined = item; at; at = at.within && port.item(at.within))
    if (came.has(at.id)) return true
  return false
}

export const reasonFor = (to: string): string => `rollback to ${to}`

/** What came of the step does not go on until all of it is undone; nor does the case end. */
export function holdTrail(reacting: Reacting, run: Run, of: TrailOf, { rewinding, leaning }: TrailFacts): void {
  const { levels, items } = rewinding
  place(reacting, run, of.to, { kind: "end", case: of.case })
  for (const item of [...items, ...leaning]) place(reacting, run, of.to, { kind: "item", item })
  // An instance that came to its end meanwhile could not be gone back into.
  const instances = of.within && levels.find(({ frame }) => frame === of.within)?.of
  if (instances) place(reacting, run, of.to, { kind: "item", item: instances.item })
}

function place(
  reacting: Reacting,
  run: Run,
  to: string,
  target: { readonly kind: "item"; readonly item: ItemId } | { readonly kind: "end"; readonly case: CaseId },
): void {
  reacting.order({ type: "PlaceHold", owner: { kind: "run", run: run.id }, target, reason: reasonFor(to) })
}
