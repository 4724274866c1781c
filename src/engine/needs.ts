import type { About } from "../messages/people.ts"
import type { Needs } from "../model/organisation.ts"
import type { Deciding } from "./deciding.ts"
import type { Item } from "./family.ts"
import { didBefore } from "./who-did.ts"

/** What an item needs, as its task or somebody since has said. */
export function needsOf(deciding: Deciding, item: Item): Needs | undefined {
  const { task } = deciding.node(item)
  const own = item.needs && deciding.facts.needs?.(item.needs, deciding.process(item.case), item.task)
  return typeof own === "object" ? own : task?.needs
}

/** What a match for it has to know besides what it demands. */
export function aboutItem(deciding: Deciding, item: Item): About {
  const { now } = deciding.facts
  const { granted } = deciding
  const { meanwhile } = deciding.inHand
  const before = didBefore(deciding.draft, item)
  return {
    now,
    task: `${deciding.case(item.case).process}/${item.task}`,
    declined: item.declined ?? [],
    ...(before && { prefer: { agent: before } }),
    ...(item.kind === "program" && { isProgram: true }),
    ...(granted && { granted }),
    ...(meanwhile.size > 0 && { meanwhile }),
  }
}
