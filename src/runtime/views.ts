import { viewOf } from "../engine/data.ts"
import { type Family, type Item, isLive, type RaisedException, type Voided } from "../engine/family.ts"
import { holdsOn } from "../engine/holds.ts"
import { isNamed, type StateName, statesOf } from "../engine/states.ts"
import type { Intervention, Run } from "../exceptions/handling.ts"
import type { PatternProgress } from "../exceptions/pattern-progress.ts"
import type { BoundView } from "../messages/bounds.ts"
import type { Sender } from "../messages/events.ts"
import type { Conclusion } from "../messages/handling.ts"
import type { Hold } from "../messages/holds.ts"
import type { AgentId, CaseId, ItemId } from "../messages/ids.ts"
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
  readonly result?: Json
  /** The live ones, and of each task the newest that has ended. */
  readonly items: readonly ItemView[]
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
}

export interface ItemView {
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
  /** Where it is looked at by itself: the budgets and deadlines that hold for it, inner first. */
  readonly bounds?: readonly BoundView[]
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

export function caseView(both: BothStates, id: CaseId, facts: FamilyFactsOptions): CaseView | undefined {
  const { state: family, handling } = both
  const { find, now } = facts
  const found = family.cases.get(id)
  const process = found && find(found.process, found.version)
  if (!found || !process) return undefined
  const items = [...family.items.values()].filter((item) => item.case === id)
  const holds = [...family.holds.values()].filter(({ target }) => {
    if (target.kind === "case" || target.kind === "end") return target.case === id
    if (target.kind === "item") return family.items.get(target.item)?.case === id
    return family.frames.get(target.frame)?.case === id
  })
  const { timers: _, purses: __, charges: ___, parent, voided, ...rest } = found
  const ofCase = (of: { readonly case: CaseId }) => of.case === id
  return {
    ...rest,
    ...(parent && { parent: parent.case }),
    ...(voided && { voided: Object.entries(voided).map(([task, each]) => ({ task, ...each })) }),
    data: ownCopy(rest.data) as JsonObject,
    family: family.id,
    revision: family.version,
    held: holds.some(({ target }) => target.kind === "case"),
    items: items.map((item) => itemView(family, item, process, now)),
    states: Object.fromEntries([...statesOf(family, process, id)].filter(([name]) => isNamed(name))),
    holds,
    exceptions: [...family.exceptions.values()].filter(ofCase),
    runs: [...handling.runs.values()].filter(ofCase).map(runView),
    interventions: [...handling.interventions.values()].filter(ofCase),
    ...begunPatterns(both, facts),
    bounds: boundsAt(both, { case: id }, facts),
  }
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

export function itemView(family: Family, item: Item, process: Process, now: number): ItemView {
  const frame = family.frames.get(item.frame)
  if (frame === undefined) throw new Error(`item ${item.id} stands in no frame`)
  const node = nodeOf(process, frame.net, item.task)
  const holds = isLive(item) ? holdsOn(family, item, process) : []
  const { task } = node
  const reads = task?.reads
  const types = new Map([...process.variables, ...(task?.locals ?? []), ...(task?.writes.fields ?? [])])
  const readable =
    reads?.form === "names"
      ? reads.names
      : reads?.form === "expressions"
        ? reads.entries.map(([name]) => name)
        : undefined
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
    holds,
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
    data: ownCopy(viewOf({ family, process, frame, node, now }, item)) as JsonObject,
    form: formOf(types, readable && [...readable, ...(task?.locals.keys() ?? [])], [
      ...(task?.writes.fields.keys() ?? []),
    ]),
  }
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
