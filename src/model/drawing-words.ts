import type { Block, ChoiceBlock, Deadline, FirstBlock, ParallelBlock, TaskProperties, Wait } from "./definition.ts"
import type { DrawnNode } from "./drawing.ts"
import { titleOf } from "./forms.ts"
import type { NeedsDefinition } from "./organisation.ts"

/** What a drawing says in words. */

export function stepWords(
  properties: Pick<TaskProperties, "deadline" | "needs" | "worker" | "select">,
): Pick<DrawnNode, "deadline" | "needs" | "worker" | "isNominated"> {
  const { deadline, needs, worker, select } = properties
  const who = needs && needsInWords(needs)
  return {
    ...(deadline && { deadline: deadlineText(deadline) }),
    ...(who && { needs: who }),
    ...(worker !== undefined && { worker }),
    ...(select && { isNominated: true }),
  }
}

function deadlineText(deadline: Deadline): string {
  switch (deadline.form) {
    case "duration":
      return deadline.duration
    case "date":
      return deadline.at
    case "expression":
      return deadline.expression.source
  }
}

/** `role approver, not who did request, agent.grade >= 5`. Empty: anybody. */
function needsInWords(needs: NeedsDefinition): string {
  const { roles, capabilities, unit, agent, notWhoDid, whoDid, when } = needs
  return [
    roles.length > 0 && `${roles.length > 1 ? "roles" : "role"} ${listed(roles)}`,
    capabilities.length > 0 && `${capabilities.length > 1 ? "capabilities" : "capability"} ${listed(capabilities)}`,
    unit && `unit ${unit.source}`,
    agent?.source,
    whoDid.length > 0 && `who did ${listed(whoDid)}`,
    notWhoDid.length > 0 && `not who did ${listed(notWhoDid)}`,
    when?.source,
  ]
    .filter((part) => typeof part === "string")
    .join(", ")
}

export function titleOfWait(title: string | undefined, wait: Wait): string {
  if (title !== undefined) return title
  switch (wait.form) {
    case "duration":
      return `Wait ${wait.duration}`
    case "until":
      return `Wait until ${wait.until.source}`
    case "message":
      return `Wait for ${wait.message}`
  }
}

export const kindOfWait = ({ form }: Wait): "message" | "timer" => (form === "message" ? "message" : "timer")

/** A block is called as people have called it, or by what it does. */
export function titleOfBlock(block: Block): string {
  if (block.title !== undefined) return block.title
  if (block.name !== undefined) return titleOf(block.name)
  switch (block.kind) {
    case "choice":
      return "One of"
    case "some":
      return "All that apply"
    case "parallel":
      return "All of"
    case "first":
      return "Whichever begins first"
    case "while":
      return `Again ${block.test.form}`
    default:
      return titleOf(block.kind)
  }
}

export function titleOfJoin(kind: (ParallelBlock | FirstBlock | ChoiceBlock)["kind"]): string {
  return { parallel: "All of them are done", some: "All that were begun are done", choice: "Done", first: "Done" }[kind]
}

function listed(names: readonly string[]): string {
  return names.length < 2 ? names.join() : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`
}
