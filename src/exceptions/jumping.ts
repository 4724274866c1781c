import type { MoveCommand } from "../messages/commands.ts"
import type { ExceptionId } from "../messages/ids.ts"
import type { Rejection } from "../messages/rejections.ts"
import type { Run } from "./handling.ts"
import type { ItemFacts } from "./port.ts"
import type { Reacting } from "./reacting.ts"
import { goingOn } from "./rollback.ts"
import { stoppedBy } from "./undoing.ts"

/**
 * Somebody moves the flow. What is being rolled back moves only for who answers that it could not be: then the rollback is given up,
 * or it would undo the jump as well.
 */
export function jumpTo(reacting: Reacting, command: MoveCommand, about?: ExceptionId): Rejection | undefined {
  const rolling = rolledBack(reacting, command)
  if (rolling?.rollback && stoppedBy(reacting, about)?.id !== rolling.id)
    return goingOn(command.case, rolling.rollback.to)
  const refused = reacting.order(command)
  if (rolling && !refused) reacting.giveUp(rolling)
  return refused
}

/** The run that rolls back where a jump would begin; other branches are free. */
function rolledBack({ port, draft }: Reacting, { case: id, item }: MoveCommand): Run | undefined {
  for (const run of draft.runs.values()) {
    if (run.case !== id || run.rollback === undefined) continue
    if (item === undefined) return run
    const held = new Set<string>()
    for (const { owner, target } of port.holds())
      if (owner.kind === "run" && owner.run === run.id && target.kind === "item") held.add(target.item)
    for (let at: ItemFacts | undefined = port.item(item); at; at = at.within && port.item(at.within))
      if (held.has(at.id)) return run
  }
  return undefined
}
