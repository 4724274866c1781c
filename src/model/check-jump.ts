import type { Path } from "../messages/findings.ts"
import type { Step } from "../messages/steps.ts"
import type { StepSite } from "./check-worklet.ts"
import { entryOf } from "./entries.ts"
import { meant, quoted } from "./names.ts"
import { nodeNames } from "./rule-scope.ts"
import { regionBehind } from "./sequences.ts"

/** That the process has the step a jump leads to. */
export function checkJump(to: string, path: Path, { scope: { process }, report }: StepSite): void {
  if (process === undefined || entryOf(process, to)) return
  report({
    code: "UNKNOWN_TASK",
    severity: "error",
    path,
    message: `The process '${process.name}' has no task, activity or block ${quoted(to)} to jump to.`,
    remedy: meant(to, nodeNames(process), "Look its name up in the newest version of the process."),
  })
}

/** A check before an item that leads to that item again, with nothing done on the way, asks the same again and again. */
export function checkJumpsAhead(
  steps: readonly Step[],
  on: string,
  { scope: { process, node }, report }: StepSite,
  placeOf: (step: Step) => Path,
): void {
  if (on !== "itemPre" || process === undefined || node === undefined) return
  const changes = steps.some((step) => step.do === "set" || step.do === "compensate" || step.do === "ask")
  for (const step of steps) {
    if (step.do !== "jump" || changes || !leadsAtOnce(step.to)) continue
    report({
      code: "JUMP_MAY_LOOP",
      severity: "warning",
      path: placeOf(step),
      message: `Going on at '${step.to}' leads to '${node.name}' again with nothing done in between, so the same rule holds again.`,
      remedy: "Go on further back, change the data first, or ask somebody.",
    })
  }

  function leadsAtOnce(to: string): boolean {
    const entry = process && entryOf(process, to)
    if (entry === undefined) return false
    const { nodes } = regionBehind(entry.net, entry.places, true)
    const [first] = [...nodes].map((name) => entry.net.nodes.get(name)).filter((next) => next?.kind !== "route")
    return first !== undefined && first === node
  }
}
