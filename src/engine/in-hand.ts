import type { AgentId } from "../messages/ids.ts"
import type { Meanwhile } from "../messages/people.ts"
import type { Step } from "./evolve.ts"
import type { Item } from "./family.ts"

/** Whose item it is: allocated to him, started by him, or offered to him alone. */
export function inHandOf(item: Item | undefined): AgentId | undefined {
  if (item?.status === "offered") return item.offer?.to
  return item?.status === "allocated" || item?.status === "started" ? item.agent : undefined
}

/** Who is in the middle of it. */
export function startedBy(item: Item | undefined): AgentId | undefined {
  return item?.status === "started" ? item.agent : undefined
}

/** What a decision has given to agents so far, and taken from them. */
export class InHand {
  readonly meanwhile = new Map<AgentId, Meanwhile>()
  #turns = 0

  note({ before, after }: Pick<Step, "before" | "after">): void {
    const [had, has] = [inHandOf(before), inHandOf(after)]
    if (had === has) return
    if (had) this.#add(had, -1)
    if (has) this.#add(has, 1)
  }

  #add(agent: AgentId, more: number): void {
    const known = this.meanwhile.get(agent)
    const given = more > 0 ? { turn: ++this.#turns } : {}
    this.meanwhile.set(agent, { ...known, ...given, more: (known?.more ?? 0) + more })
  }
}
