import type { HandlingCommand } from "../messages/commands.ts"
import { askPerson } from "./assigning.ts"
import type { Reacting } from "./reacting.ts"

/** What a run has sent was refused when it arrived. The run itself went on, and may be over. */
export function startRefused(
  reacting: Reacting,
  { case: id, run, process, number, depth, message }: Extract<HandlingCommand, { type: "RefuseStart" }>,
): undefined {
  const { port } = reacting
  const known = reacting.draft.runs.get(run)
  const found = port.case(id)
  if (found === undefined) return
  const text = `${process} was not started under the case number ${number}: ${message}`
  const at = known?.at ?? found.process
  if (!found.isRunning) {
    askPerson(reacting, { case: id, at, text })
    return
  }
  reacting.within(depth, () =>
    reacting.raise({
      type: "RaiseException",
      class: "HandlerFailed",
      case: id,
      ...(known?.item && port.item(known.item)?.isLive && { item: known.item }),
      at,
      parameters: { exlet: known?.exlet ?? "start", on: known?.on ?? "start", message: text },
      depth,
    }),
  )
}
