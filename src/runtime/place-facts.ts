import type { Family, Frame, Item } from "../engine/family.ts"
import type { Arc, PlaceFacts, Replaceable } from "../exceptions/port.ts"
import type { Rules } from "../exceptions/rules.ts"
import {
  agentScope,
  dataClassScope,
  EVERYWHERE_SCOPE,
  objectScope,
  roleScope,
  type ScopeText,
  unitScope,
} from "../exceptions/scopes.ts"
import type { AgentId } from "../messages/ids.ts"
import type { Staff } from "../messages/people.ts"
import { classesAndAbove, classesIn } from "../model/data-classes.ts"
import type { ScopedProperties } from "../model/definition.ts"
import { type Node, nodeOf, type Process, type Task } from "../model/net.ts"

const usualAttempts = 3
const usualCascadeLimit = 8

/** Places, then the agent, his roles and units, then the data concerned, then everywhere. */
export function scopesAt(
  family: Family,
  process: Process,
  item: Item | undefined,
  { staff, rules }: { readonly staff?: Staff | undefined; readonly rules: Rules },
): readonly ScopeText[] {
  // Where only places matter they are the same for all items of a task that is in no activity.
  const node = item && !rules.reachesPeople && !rules.reachesData ? outside(family, process, item) : undefined
  const known = node && usual.get(node)
  if (known) return known
  const chain = chainOf(family, process, item).map((link) => link.node)
  const agent = item?.agent ?? item?.returnedBy
  const scopes = scopesAlong(process, chain, agent, { staff, rules })
  if (node) usual.set(node, scopes)
  return scopes
}

function outside(family: Family, process: Process, { frame: id, task }: Item): Node | undefined {
  const frame = family.frames.get(id)
  return frame && !frame.item ? nodeOf(process, frame.net, task) : undefined
}

const usual = new WeakMap<Node, readonly ScopeText[]>()

/** The same from a step and what is around it, inner first. */
export function scopesAlong(
  process: Process,
  chain: readonly Node[],
  agent: AgentId | undefined,
  { staff, rules }: { readonly staff?: Staff | undefined; readonly rules: Rules },
  isMeant = (variable: string): boolean => isConcerned(chain[0], variable),
): readonly ScopeText[] {
  const scopes: ScopeText[] = []
  for (const { name } of chain) if (!name.includes("~")) scopes.push(`${process.name}/${name}`)
  scopes.push(process.name)
  if (rules.reachesPeople && agent && staff) {
    const { roles, units } = staff.belongings(agent)
    scopes.push(agentScope(agent), ...roles.map(roleScope), ...units.map(unitScope))
  }
  if (rules.reachesData) scopes.push(...scopesOfData(process, rules, isMeant))
  scopes.push(EVERYWHERE_SCOPE)
  return scopes
}

export function placeAt(family: Family, process: Process, item: Item | undefined): PlaceFacts {
  const chain = chainOf(family, process, item)
  const said = [...chain.map(({ node }) => node.task?.scoped ?? {}), process.scoped]
  const first = <Key extends keyof ScopedProperties>(key: Key): ScopedProperties[Key] | undefined =>
    said.find((scoped) => scoped[key] !== undefined)?.[key]
  const [pattern, backoff, owner, undo] = [first("pattern"), first("backoff"), first("owner"), first("undo")]
  const answerWithin = first("answerWithin")
  const arcs = chain.flatMap(({ node, item: at }) =>
    [...(node.task?.arcs ?? [])].map(([name, to]): Arc => ({ class: name, item: at.id, to })),
  )
  return {
    arcs,
    ...(pattern && { pattern }),
    replaceable: replaceableAt(chain, said),
    cascadeLimit: first("cascadeLimit") ?? usualCascadeLimit,
    attempts: first("attempts") ?? usualAttempts,
    ...(backoff !== undefined && { backoff }),
    involvement: first("involvement") ?? "automatic",
    ...(owner !== undefined && { owner }),
    ...(answerWithin !== undefined && { answerWithin }),
    ...(undo !== undefined && { undo }),
    isIrreversible: first("irreversible") ?? false,
  }
}

/** The nearest step with alternatives; and when all of those were tried, what it is part of and is replaceable too. */
function replaceableAt(chain: readonly Link[], said: readonly ScopedProperties[]): readonly Replaceable[] {
  const found: Replaceable[] = []
  for (const [index, { node, alternative }] of chain.entries()) {
    const { alternatives } = node.task?.scoped ?? {}
    const pattern = said.slice(index).find((scoped) => scoped.pattern !== undefined)?.pattern
    if (alternatives && (found.length === 0 || pattern === "replaceable"))
      found.push({ of: node.name, alternatives: alternatives.length, within: alternative ?? 0 })
  }
  return found
}

interface Link {
  readonly node: Node
  readonly item: Item
  /** The number of the alternative that stands in for the node. */
  readonly alternative?: number
}

/** An item and what is around it, inner first: the step it stands in for as an alternative, and the activities. */
function chainOf(family: Family, process: Process, item: Item | undefined): readonly Link[] {
  const chain: Link[] = []
  for (let at = item; at; ) {
    const frame: Frame | undefined = family.frames.get(at.frame)
    if (frame === undefined) break
    let node = nodeOf(process, frame.net, at.task)
    chain.push({ node, item: at })
    while (node.alternative) {
      const { of, number } = node.alternative
      node = nodeOf(process, frame.net, of)
      chain.push({ node, item: at, alternative: number })
    }
    at = frame.item && family.items.get(frame.item)
  }
  return chain
}

/** Objects before their classes, those before what they are; of an item only those it reads or writes. */
export function dataScopes(process: Process, rules: Rules, node: Node | undefined): readonly ScopeText[] {
  return scopesOfData(process, rules, (name) => isConcerned(node, name))
}

export function scopesOfData(
  process: Process,
  { dataClasses }: Pick<Rules, "dataClasses">,
  isMeant: (name: string) => boolean,
): readonly ScopeText[] {
  const meant = [...process.variables].filter(([name]) => isMeant(name))
  return [
    ...meant.map(([name]) => objectScope(process.name, name)),
    ...classesAndAbove(
      meant.flatMap(([, type]) => classesIn(type)),
      dataClasses,
    ).map(dataClassScope),
  ]
}

function isConcerned(node: Node | undefined, name: string): boolean {
  const task = node?.task
  if (task === undefined || node?.kind === "activity") return true
  const reads = task.reads
  if (reads === undefined || mayWrite(task, name)) return true
  return reads.form === "names"
    ? reads.names.includes(name)
    : reads.entries.some(([, expression]) => expression.names.has(name))
}

/** Whether it is said of a task that it writes a variable, and not only that it may write any. */
export function saysItWrites({ writes }: Pick<Task, "writes">, variable: string): boolean {
  return !writes.isAny && mayWrite({ writes }, variable)
}

function mayWrite({ writes }: Pick<Task, "writes">, variable: string): boolean {
  return writes.entries ? writes.entries.some(([name]) => name === variable) : writes.fields.has(variable)
}
