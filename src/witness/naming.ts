import type { Item } from "../engine/family.ts"
import { type CaseId, numberOf } from "../messages/ids.ts"
import { nodeOf } from "../model/net.ts"
import type { Played } from "./play.ts"
import type { Stage } from "./stage.ts"

/** What a story calls a case of the family: nothing for the first, `root/process[2]` for others. */
export function caseName({ state }: Played, id: CaseId): string | undefined {
  const cases = [...state.cases.values()].toSorted((one, other) => numberOf(one.id) - numberOf(other.id))
  const [root] = cases
  const found = state.cases.get(id)
  if (root === undefined || found === undefined || root.id === id) return undefined
  const others = cases.filter((each) => each.id !== root.id && each.process === found.process)
  const number = others.findIndex((each) => each.id === id) + 1
  return `${root.process}/${found.process}${number > 1 ? `[${number}]` : ""}`
}

/** The instances of the `forEach` blocks an item stands in, outer first. */
export function instancesOf({ processes }: Stage, { state }: Played, item: Item): readonly number[] {
  const found = state.cases.get(item.case)
  const process = found && processes.find(found.process, found.version)
  const path: number[] = []
  for (let frame = state.frames.get(item.frame); process && frame?.item; ) {
    const owner = state.items.get(frame.item)
    const outer = owner && state.frames.get(owner.frame)
    if (!owner || !outer) break
    if (nodeOf(process, outer.net, owner.task).many) path.unshift(frame.instance)
    frame = outer
  }
  return path
}
