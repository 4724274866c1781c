import type { About } from "../messages/people.ts"
import type { Needs } from "../model/organisation.ts"
import type { Deciding, Qualifying } from "./deciding.ts"
import type { Item } from "./family.ts"
import { didBefore } from "./who-did.ts"

/** What an item needs, as its task or somebody since has said; or anybody, where not everybody is qualified. */
export function needsOf(deciding: Deciding, item: Item): Needs | undefined {
  const { task } = deciding.node(item)
  const own = item.needs && deciding.facts.needs?.(item.needs, deciding.process(item.case), item.task)
  const needs = typeof own === "object" ? own : task?.needs
  return needs ?? (item.kind === "work" && qualifyingOf(deciding, item).length > 0 ? anybody : undefined)
}

/** What whoever has it must be besides. */
export function qualifyingOf(deciding: Deciding, item: Item): readonly Qualifying[] {
  return deciding.facts.qualifying?.(deciding.draft, deciding.process(item.case), item) ?? nothing
}

const nothing: readonly never[] = []
const anybody: Needs = {
  roles: [],
  capabilities: [],
  notWhoDid: [],
  whoDid: [],
  offer: "all",
  order: "leastLoaded",
  accept: false,
  path: [],
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
