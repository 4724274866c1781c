import { viewOf } from "../engine/data.ts"
import { type Case, type Family, type Item, isLive, type RaisedException, type Voided } from "../engine/family.ts"
import { HoldIndex, holdsOn } from "../engine/holds.ts"
import { dataOf } from "../engine/shared-data.ts"
import { isNamed, type StateName, statesOf } from "../engine/states.ts"
import type { Intervention, Run } from "../exceptions/handling.ts"
import type { PatternProgress } from "../exceptions/pattern-progress.ts"
import type { BoundView } from "../messages/bounds.ts"
import type { Sender } from "../messages/events.ts"
import type { Conclusion } from "../messages/handling.ts"
import type { Hold } from "../messages/holds.ts"
import { type AgentId, type CaseId, type ItemId, rootCase } from "../messages/ids.ts"
import type { Json, JsonObject } from "../messages/json.ts"
import type { UndoWay } from "../messages/undoing.ts"
import { type Form, formOf } from "../model/forms.ts"
import { nodeOf, type Process } from "../model/net.ts"
import type { CaseRow, InterventionRow } from "../store/port.ts"
import { boundsAt } from "./bounds-view.ts"
import type { ClosedQuestion } from "./closed-question.ts"
import type { FamilyFactsOptions } from "./family-facts.ts"
import { ownCopy } from "./own-copy.ts"
import { patternViews } from "./pattern-views.ts"
import type { PossibleAnswer } from "./possible-answers.ts"
import type { Similar } from "./similar-cases.ts"
import type { BothStates } from "./turn.ts"

/** A case as it stands, with everything a person looking at it would ask. */
export interface CaseView extends CaseRow {
  /** The version of the newest event of its family: `expected` of whoever acts on what he sees here. */
  readonly revision: number
  /** The run of another family that has started it. */
  readonly sentBy?: Sender
  readonly data: JsonObject
  /** The variables it shares with the other cases of its family. */
  readonly shares?: readonly string[]
  readonly result?: Json
  /** The live ones, and of each task the newest that has ended: without their data, which is the case's. */
  readonly items: readonly CaseItem[]
  /** Tasks and named blocks, in the order of the process. */
  readonly states: Readonly<Record<string, StateName>>
  readonly holds: readonly Hold[]
  /** Of each task the newest whose output was marked void, and what that was. */
  readonly voided?: readonly (Voided & { readonly task: string })[]
  /** Those open. */
  readonly exceptions: readonly RaisedException[]
  readonly runs: readonly RunView[]
  /** Those open. */
  readonly interventions: readonly Intervention[]
  /** How far patterns of events have come in its family: those anything has been seen of. */
  readonly patterns?: readonly PatternProgress[]
  /** What its items and its worklets have cost. */
  readonly spent?: number
  /** The budgets and deadlines of the case as a whole. */
  readonly bounds: readonly BoundView[]
  /** How many more of each there are than shown here; absent if this is all. */
  readonly more?: LeftOut
  /** Where items were left out: how many there are of each task and status, shown or not. */
  readonly counts?: readonly CaseItemCount[]
}

/** The lists of a case of which a view shows only so many. */
export type LeftOut = Partial<Record<"items" | "holds" | "exceptions" | "runs" | "interventions", number>>

export interface CaseItemCount {
  readonly task: string
  readonly status: string
  readonly held: boolean
  readonly count: number
}

/** An item as the views of its case have it. */
export interface CaseItem {
  readonly id: ItemId
  /** The version of the newest event of its family. */
  readonly revision: number
  readonly case: CaseId
  readonly process: string
  readonly task: string
  readonly title?: string
  readonly kind: string
  readonly status: string
  readonly held: boolean
  /** At most ten, and none of those on the whole case, which its view has once; an item by itself has all that hold it. */
  readonly holds: readonly Hold[]
  readonly incarnation: number
  readonly round?: number
  /** Which instance of which `forEach` it stands in, outer first. */
  readonly instances: readonly { readonly of: string; readonly instance: number }[]
  readonly agent?: AgentId
  readonly attempt: number
  readonly enabledAt: number
  readonly endedAt?: number
  readonly dueAt?: number
  /** The message it waits for, and the key that must be sent with it. */
  readonly awaits?: { readonly message: string; readonly key: Json }
  /** The moment it waits for. */
  readonly until?: number
  readonly result?: Json
  /** How it was undone since, and so counts no longer; `void`: its output is kept all the same. */
  readonly undone?: UndoWay["by"]
  /** What it has cost; and with all that is inside it and all worklets for it. */
  readonly cost?: number
  readonly spent?: number
}

/** An item by itself. */
export interface ItemView extends CaseItem {
  /** The budgets and deadlines that hold for it, inner first. */
  readonly bounds: readonly BoundView[]
  /** What it wrote, if it was completed. */
  readonly written?: JsonObject
  /** What whoever does it sees, and the form to fill in. */
  readonly data: JsonObject
  readonly form: Form
}

/** A question to a person, and while it is open what it is about. */
export type InterventionView = InterventionRow &
  Partial<Intervention> & {
    readonly raised?: RaisedException
    /** While it is open: what would handle it, if the rules were asked again. */
    readonly now?: Conclusion
    /** While it is open: how it can be answered. */
    readonly answers?: readonly PossibleAnswer[]
    /** What was done when the like happened before. */
    readonly similar?: Similar
    /** Once it is not open any more: how it came to that. */
    readonly closed?: ClosedQuestion
    /** The version of the newest event of its family. */
    readonly revision: number
  }

/** A run of an exlet that is going on. */
export type RunView = Omit<Run, "given" | "wrote" | "open" | "rollback"> & {
  /** How far it has come, if it is rolling back; `incomplete`: what keeps it from going on. */
  readonly rollback?: {
    readonly to: string
    readonly done: number
    readonly of: number
    readonly incomplete?: string
  }
  /** The cases it waits for. */
  readonly waitsFor: readonly CaseId[]
}

/** `most`: how many of each list are shown at most. */
export function caseView(
  both: BothStates,
  id: CaseId,
  facts: FamilyFactsOptions,
  most: number = mostShown,
): CaseView | undefined {
  const { state: family, handling } = both
  const { find } = facts
  const found = family.cases.get(id)
  const process = found && find(found.process, found.version)
  if (!found || !process) return undefined
  const items = itemsOf(family, id)
  const holds = [...family.holds.values()].filter(({ target }) => {
    if (target.kind === "case" || target.kind === "end") return target.case === id
    if (target.kind === "item") return family.items.get(target.item)?.case === id
    return family.frames.get(target.frame)?.case === id
  })
  const { timers: _, purses: __, charges: ___, own: ____, shares, parent, voided, ...rest } = found
  const number = family.cases.get(rootCase(family.id))?.number
  const ofCase = (of: { readonly case: CaseId }) => of.case === id
  const lists = {
    items,
    holds,
    exceptions: [...family.exceptions.values()].filter(ofCase),
    runs: [...handling.runs.values()].filter(ofCase),
    interventions: [...handling.interventions.values()].filter(ofCase),
  }
  const index = new HoldIndex(family, process, id)
  return {
    ...rest,
    ...(parent && { parent: parent.case }),
    ...(number !== undefined && { number }),
    ...(voided && { voided: Object.entries(voided).map(([task, each]) => ({ task, ...each })) }),
    data: ownCopy(dataInOrder(family, found, process)) as JsonObject,
    ...(shares && { shares }),
    family: family.id,
    revision: family.version,
    held: holds.some(({ target }) => target.kind === "case"),
    items: worthShowing(items, most).map((item) => caseItem(family, item, process, index.on(item))),
    states: Object.fromEntries([...statesOf(family, process, id)].filter(([name]) => isNamed(name))),
    holds: holds.slice(0, most),
    exceptions: lists.exceptions.slice(0, most),
    runs: lists.runs.slice(0, most).map(runView),
    interventions: lists.interventions.slice(0, most),
    ...begunPatterns(both, facts),
    bounds: boundsAt(both, { case: id }, facts),
    ...leftOut(lists, most),
    ...(items.length > most && { counts: countsOf(items, index) }),
  }
}

const mostHolds = 10

/** As its process declares it: what is shared stands among the rest. */
function dataInOrder(family: Family, found: Case, { variables }: Process): JsonObject {
  const data = dataOf(family, found)
  if (found.shares === undefined) return data
  const names = [...variables.keys()].filter((name) => Object.hasOwn(data, name))
  return Object.fromEntries(names.map((name) => [name, data[name] ?? null]))
}

/** How many rows of each list a view of a case has unless more are asked for. */
export const mostShown = 200

/** Those in memory, the oldest first. */
export function itemsOf(family: Family, id: CaseId): readonly Item[] {
  return [...family.items.values()].filter((item) => item.case === id)
}

/** What can still be done, oldest first, and then what was done last; in their order. */
function worthShowing(items: readonly Item[], most: number): readonly Item[] {
  if (items.length <= most) return items
  const live = items.filter(isLive)
  const ended = items.filter((item) => !isLive(item))
  const shown = new Set(live.slice(0, most))
  for (const item of ended.slice(Math.max(0, ended.length - (most - shown.size)))) shown.add(item)
  return items.filter((item) => shown.has(item))
}

function leftOut(lists: Readonly<Record<keyof LeftOut, readonly unknown[]>>, most: number): Pick<CaseView, "more"> {
  const more = Object.entries(lists).flatMap(([name, { length }]) => (length > most ? [[name, length - most]] : []))
  return more.length > 0 ? { more: Object.fromEntries(more) } : {}
}

function countsOf(items: readonly Item[], index: HoldIndex): readonly CaseItemCount[] {
  const counts = new Map<string, { task: string; status: string; held: boolean; count: number }>()
  for (const item of items) {
    const { task, status } = item
    const held = isLive(item) && index.isHeld(item)
    const key = JSON.stringify([task, status, held])
    const known = counts.get(key)
    if (known) known.count++
    else counts.set(key, { task, status, held, count: 1 })
  }
  return [...counts.values()]
}

function begunPatterns(both: BothStates, { rules, now }: FamilyFactsOptions): Pick<CaseView, "patterns"> {
  if (both.handling.patterns.size === 0) return {}
  const patterns = patternViews(both, rules, now).filter(({ seen }) => seen.length > 0)
  return patterns.length > 0 ? { patterns } : {}
}

export function runView({ given: _, wrote: __, open, rollback, ...run }: Run): RunView {
  if (rollback === undefined) return { ...run, waitsFor: open }
  const { to, done, undos, failure } = rollback
  const incomplete = failure && { incomplete: failure.message }
  return { ...run, waitsFor: open, rollback: { to, done, of: undos.length, ...incomplete } }
}

export function interventionView({ state, handling }: BothStates, row: InterventionRow): InterventionView {
  const open = handling.interventions.get(row.id)
  const raised = open?.exception && state.exceptions.get(open.exception)
  return { ...row, ...open, ...(raised && { raised }), revision: state.version }
}

/** What an item reads of its case, as nobody else can change it. */
export function itemData(family: Family, item: Item, process: Process, now: number): JsonObject {
  const { frame, node } = standing(family, item, process)
  return ownCopy(viewOf({ family, process, frame, node, now }, item)) as JsonObject
}

export function itemView(
  family: Family,
  item: Item,
  process: Process,
  { now, bounds }: { readonly now: number; readonly bounds: readonly BoundView[] },
): ItemView {
  const { task } = standing(family, item, process).node
  const reads = task?.reads
  const types = new Map([...process.variables, ...(task?.locals ?? []), ...(task?.writes.fields ?? [])])
  const readable =
    reads?.form === "names"
      ? reads.names
      : reads?.form === "expressions"
        ? reads.entries.map(([name]) => name)
        : undefined
  const holds = isLive(item) ? holdsOn(family, item, process) : []
  return {
    ...caseItem(family, item, process, holds),
    holds,
    bounds,
    data: itemData(family, item, process, now),
    form: formOf(types, readable && [...readable, ...(task?.locals.keys() ?? [])], [
      ...(task?.writes.fields.keys() ?? []),
    ]),
  }
}

/** `on`: the holds on it, if it is live. */
export function caseItem(family: Family, item: Item, process: Process, on: readonly Hold[]): CaseItem {
  const holds = isLive(item) ? on : []
  const { task } = standing(family, item, process).node
  return {
    id: item.id,
    revision: family.version,
    case: item.case,
    process: process.name,
    task: item.task,
    ...(task?.title !== undefined && { title: task.title }),
    kind: item.kind,
    status: item.status,
    held: holds.length > 0,
    holds: holds.filter(({ target }) => target.kind !== "case").slice(0, mostHolds),
    incarnation: item.incarnation,
    ...(item.round !== undefined && { round: item.round }),
    instances: instancesOf(family, item, process),
    ...(item.agent && { agent: item.agent }),
    attempt: item.attempt,
    enabledAt: item.enabledAt,
    ...(item.endedAt !== undefined && { endedAt: item.endedAt }),
    ...(item.dueAt !== undefined && { dueAt: item.dueAt }),
    ...waited(family, item),
    ...(item.result !== undefined && { result: item.result }),
    ...(item.undone && { undone: item.undone }),
    ...(item.cost !== undefined && { cost: item.cost }),
    ...(item.spent !== undefined && { spent: item.spent }),
  }
}

function standing(family: Family, item: Item, process: Process) {
  const frame = family.frames.get(item.frame)
  if (frame === undefined) throw new Error(`item ${item.id} stands in no frame`)
  return { frame, node: nodeOf(process, frame.net, item.task) }
}

function waited({ timers }: Family, item: Item): Pick<ItemView, "awaits" | "until"> {
  if (item.kind !== "wait" || !isLive(item)) return {}
  if (item.awaits) return { awaits: { message: item.awaits.name, key: ownCopy(item.awaits.key) as Json } }
  for (const id of item.timers ?? []) {
    const timer = timers.get(id)
    if (timer?.purpose === "wait" && timer.paused === undefined) return { until: timer.dueAt }
  }
  return {}
}

function instancesOf(family: Family, item: Item, process: Process): ItemView["instances"] {
  const path: { of: string; instance: number }[] = []
  for (let frame = family.frames.get(item.frame); frame?.item; ) {
    const owner: Item | undefined = family.items.get(frame.item)
    const outer = owner && family.frames.get(owner.frame)
    if (!owner || !outer) break
    if (nodeOf(process, outer.net, owner.task).many) path.unshift({ of: owner.task, instance: frame.instance })
    frame = outer
  }
  return path
}
