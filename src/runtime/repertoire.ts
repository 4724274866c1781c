import type { RuleConclusion, Step } from "../messages/steps.ts"
import { meant } from "../model/names.ts"
import { type Answer, accept, refuse } from "./answer.ts"
import type { Edit } from "./edits.ts"
import type { Rulebook } from "./rulebook.ts"
import type { Stamp } from "./stamp.ts"
import type { TeachingParts } from "./teaching.ts"

/** Every rule, handler and exlet that names an exlet or a worklet, in words. */
export function usesOf(name: string, rulebook: Rulebook): readonly string[] {
  const uses: string[] = []
  for (const { name: exlet } of rulebook.exlets()) {
    const steps = rulebook.definition(exlet)?.steps ?? []
    if (steps.some((step) => namesIn(step).includes(name))) uses.push(`exlet ${exlet}`)
  }
  for (const { name: handler, then } of rulebook.handlers.handlers())
    if (then && namesOf(then).includes(name)) uses.push(`handler ${handler}`)
  for (const tree of rulebook.ownTrees()) {
    for (const node of tree.nodes.values()) {
      if (node.until !== undefined || node.conclusion === undefined) continue
      if (namesOf(node.conclusion).includes(name)) uses.push(`rule ${node.id} of "${tree.key}"`)
    }
  }
  return uses
}

export function removeExlet({ rulebook }: TeachingParts, name: string, stamp: Stamp): Answer<Edit<undefined>> {
  if (rulebook.stored("exlet", name) === undefined) {
    const names = rulebook.exlets().map((exlet) => exlet.name)
    const remedy = meant(name, names, "Look its name up in the repertoire")
    return refuse({ code: "EXLET_NOT_FOUND", message: `there is no exlet "${name}"`, remedy })
  }
  const usedBy = usesOf(name, rulebook)
  if (usedBy.length > 0) return refuse(inUse(`exlet "${name}"`, usedBy))
  const definition = {
    kind: "exlet",
    name,
    version: rulebook.nextVersion("exlet", name),
    source: null,
    ...stamp,
  } as const
  return accept({
    value: undefined,
    batch: { definitions: [definition] },
    comeIntoForce: () => rulebook.define(definition),
  })
}

export async function removeProcess(
  { store, rulebook, processes }: TeachingParts,
  name: string,
  stamp: Stamp,
): Promise<Answer<Edit<undefined>>> {
  if (processes.current(name) === undefined) {
    const remedy = meant(name, processes.names(), "Look its name up in the list of processes")
    return refuse({ code: "PROCESS_NOT_FOUND", message: `there is no process "${name}"`, remedy })
  }
  const running = await store.cases({ process: name, state: "running", limit: 10 })
  const usedBy = [...usesOf(name, rulebook), ...running.map(({ id }) => `case ${id}`)]
  if (usedBy.length > 0) return refuse(inUse(`process "${name}"`, usedBy))
  const definition = processes.retired(name, stamp)
  return accept({
    value: undefined,
    batch: { definitions: [definition] },
    comeIntoForce() {
      processes.note(definition)
      rulebook.epoch++
    },
  })
}

export function inUse(what: string, usedBy: readonly string[]) {
  const shown = usedBy.slice(0, 10).join(", ")
  const more = usedBy.length > 10 ? ` and ${usedBy.length - 10} more` : ""
  return {
    code: "IN_USE",
    message: `${what} is used by ${shown}${more}`,
    remedy: "Change those first",
    usedBy,
  } as const
}

function namesOf(conclusion: RuleConclusion): readonly string[] {
  switch (conclusion.kind) {
    case "exlet":
      return [conclusion.name]
    case "steps":
      return conclusion.steps.flatMap(namesIn)
    case "worklets":
      return conclusion.worklets.map(({ worklet }) => worklet)
    case "undo":
      return typeof conclusion.way === "object" ? [conclusion.way.worklet] : []
    case "nothing":
      return []
  }
}

/** The processes that steps name. */
export function namesInSteps(steps: readonly Step[]): readonly string[] {
  return steps.flatMap(namesIn)
}

function namesIn(step: Step): readonly string[] {
  switch (step.do) {
    case "compensate":
      return step.worklets.map(({ worklet }) => worklet)
    case "start":
    case "terminate":
      return [step.process]
    case "resume":
    case "waitAndSuspend":
      return [step.place.process]
    case "suspend":
      return typeof step.target === "string" ? [] : [step.target.process]
    default:
      return []
  }
}
