import type { Path, Report } from "../messages/findings.ts"
import { findTask, type Known } from "./check-names.ts"
import { checkWorklet, type StepSite } from "./check-worklet.ts"
import type { ScopedProperties } from "./definition.ts"
import type { Node, Process } from "./net.ts"
import { namesAt } from "./rule-scope.ts"

/** That the worklets are there which undo what was done, and can be given what they need. */
export function checkUndo(process: Process, known: Known, report: Report): void {
  const nodes = [...process.nets.values()].flatMap((net) => [...net.nodes.values()])
  const said: readonly { readonly undo: ScopedProperties["undo"]; readonly node?: Node }[] = [
    { undo: process.scoped.undo },
    ...nodes.map((node) => ({ undo: node.task?.scoped.undo, node })),
  ]
  for (const { undo, node } of said) {
    if (typeof undo !== "object") continue
    const scope = node ? { process, node } : { process }
    const written = { value: undefined, path: undo.path }
    const site: StepSite = { scope, names: namesAt(scope, "compensating", known), known, report }
    checkWorklet({ worklet: undo.worklet }, { worklet: written, with: written, into: written }, site)
  }
}

/** That there is something to roll back to. */
export function checkRollback(to: string, path: Path, { scope: { process }, report }: StepSite): void {
  if (process) findTask(process, to, path, report)
}
