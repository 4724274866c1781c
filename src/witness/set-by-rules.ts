import type { Step } from "../messages/steps.ts"
import { stepsOf } from "./conclusions.ts"
import type { Stage } from "./stage.ts"

/** The variables that steps of exlets write, whenever that may be. */
export function setByRules(stage: Stage): ReadonlySet<string> {
  const names = new Set<string>()
  for (const tree of stage.rulebook.trees())
    for (const node of tree.nodes.values())
      for (const step of stepsOf(node.conclusion, stage)) for (const name of writtenBy(step, stage)) names.add(name)
  return names
}

function writtenBy(step: Step, { processes }: Stage): readonly string[] {
  switch (step.do) {
    case "set":
      return Object.keys(step.values)
    case "complete":
      return Object.keys(step.data ?? {})
    case "ask":
      return step.into === undefined ? [] : [step.into]
    case "compensate":
      // Without `into`, what a worklet changed comes back by name.
      return step.worklets.flatMap(({ worklet, into }) =>
        into ? Object.keys(into) : [...(processes.current(worklet)?.variables.keys() ?? [])],
      )
    default:
      return []
  }
}

/** The variables a process is given when steps start it: by name, or those said. */
export function givenByRules(stage: Stage, process: string): ReadonlySet<string> {
  const names = new Set<string>()
  const note = (given: object | undefined): void => {
    for (const name of given ? Object.keys(given) : sharedNames(stage, process)) names.add(name)
  }
  for (const tree of stage.rulebook.trees()) {
    for (const node of tree.nodes.values()) {
      for (const step of stepsOf(node.conclusion, stage)) {
        if (step.do === "start" && step.process === process) note(step.with)
        if (step.do !== "compensate") continue
        for (const { worklet, with: given } of step.worklets) if (worklet === process) note(given)
      }
    }
  }
  return names
}

function sharedNames({ processes }: Stage, process: string): readonly string[] {
  const others = processes.names().filter((name) => name !== process)
  return others.flatMap((name) => [...(processes.current(name)?.variables.keys() ?? [])])
}
