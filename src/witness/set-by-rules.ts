import { stepsOf } from "./conclusions.ts"
import type { Stage } from "./stage.ts"

/** The variables that steps of exlets write, whenever that may be. */
export function setByRules(stage: Stage): ReadonlySet<string> {
  const names = new Set<string>()
  for (const tree of stage.rulebook.trees()) {
    for (const node of tree.nodes.values()) {
      for (const step of stepsOf(node.conclusion, stage)) {
        if (step.do === "set") for (const name of Object.keys(step.values)) names.add(name)
        if (step.do !== "compensate") continue
        for (const { into } of step.worklets) for (const name of Object.keys(into ?? {})) names.add(name)
      }
    }
  }
  return names
}
