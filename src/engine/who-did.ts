import { type AgentId, administrator, type CaseId, engineAgent } from "../messages/ids.ts"
import type { Process } from "../model/net.ts"
import type { Draft } from "./draft.ts"
import { countKey, type Did, type Family, type Item } from "./family.ts"
import { isNear, pathOf } from "./instance-path.ts"

/** Remembers who has done an item. What worklets did in its place, those did who did their items. */
export function noteDoers(draft: Draft, item: Item): void {
  if (item.kind !== "work" && item.kind !== "program" && item.kind !== "activity") return
  const own = isSomebody(item.agent) ? [item.agent] : []
  const agents = draft.cases.size > 1 ? [...own, ...doersInPlaceOf(draft, item)] : own
  if (agents.length === 0) return
  const key = countKey(item.case, item.task)
  const path = pathOf(draft, item)
  const isOther = (did: Did) => !agents.includes(did.agent) || !isSame(did.path, path)
  const before = (draft.doers.get(key) ?? []).filter(isOther)
  draft.doers.set(key, [...before, ...agents.map((agent) => ({ agent, path, rounds: roundsOf(item) }))])
}

/** Who did an item of the same task in the same round and instance before: then it is being done once more. */
export function didBefore(family: Family, item: Item): AgentId | undefined {
  const doers = family.doers.get(countKey(item.case, item.task))
  if (doers === undefined) return undefined
  const path = pathOf(family, item)
  return doers.findLast((did) => isSame(did.path, path) && did.rounds === roundsOf(item))?.agent
}

/**
 * Who has done a task, or has one in hand: of the own case where it has such a task or activity, else anywhere in the family;
 * `process/task` of that process's cases. What lies in another instance of an activity around the item does not count.
 */
export function whoDid(family: Family, find: FindProcess, item: Item, name: string): readonly AgentId[] {
  const [first = "", second] = name.split("/")
  const task = second ?? first
  const own = family.cases.get(item.case)
  const ownProcess = own && find(own.process, own.version)
  const isOwn = second === undefined && ownProcess !== undefined && tasksIn(ownProcess, task).length > 0
  const path = pathOf(family, item)
  const found = new Set<AgentId>()
  for (const { id, process: process_, version } of family.cases.values()) {
    if (isOwn ? id !== item.case : second !== undefined && process_ !== first) continue
    const process = find(process_, version)
    if (process === undefined) continue
    const counts = (other: readonly string[]) => id !== item.case || isNear(path, other)
    const tasks = new Set(tasksIn(process, task))
    for (const each of tasks)
      for (const did of family.doers.get(countKey(id, each)) ?? []) if (counts(did.path)) found.add(did.agent)
    for (const other of family.items.values())
      if (other.case === id && tasks.has(other.task) && other.status === "started" && isSomebody(other.agent))
        if (counts(pathOf(family, other))) found.add(other.agent)
  }
  return [...found]
}

export type FindProcess = (name: string, version: number) => Process | undefined

/** The task of that name, or all tasks in the activity of that name, however deep. */
function tasksIn(process: Process, name: string): readonly string[] {
  const inside = process.nets.get(name)
  const isThere = [...process.nets.values()].some(({ nodes }) => nodes.has(name))
  if (inside === undefined || name === "") return isThere ? [name] : []
  return [name, ...[...inside.nodes.values()].flatMap((node) => tasksIn(process, node.name))]
}

function doersInPlaceOf(draft: Draft, { id }: Item): readonly AgentId[] {
  const found = new Set<AgentId>()
  const isBelow = (of: CaseId): boolean => {
    const parent = draft.cases.get(of)?.parent
    return parent !== undefined && (parent.item === id || isBelow(parent.case))
  }
  for (const { id: worklet } of [...draft.cases.values()].filter((each) => isBelow(each.id)))
    for (const key of draft.doers.keys())
      if (key.startsWith(`${worklet}/`)) for (const { agent } of draft.doers.get(key) ?? []) found.add(agent)
  return [...found]
}

const roundsOf = ({ serials }: Item): string => serials?.join(".") ?? ""

const isSame = (one: readonly string[], other: readonly string[]): boolean => one.join("/") === other.join("/")

function isSomebody(agent: AgentId | undefined): agent is AgentId {
  return agent !== undefined && agent !== administrator && agent !== engineAgent
}
