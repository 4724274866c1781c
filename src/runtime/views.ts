import { viewOf } from "../engine/data.ts"
import { type Family, type Item, isLive, type RaisedException } from "../engine/family.ts"
import { holdsOn } from "../engine/holds.ts"
import { isNamed, type StateName, statesOf } from "../engine/states.ts"
import type { Intervention, Run } from "../exceptions/handling.ts"
import type { Hold } from "../messages/holds.ts"
import type { AgentId, CaseId, ItemId } from "../messages/ids.ts"
import type { Json, JsonObject } from "../messages/json.ts"
import { type Form, formOf } from "../model/forms.ts"
import { nodeOf, type Process } from "../model/net.ts"
import type { CaseRow, InterventionRow } from "../store/port.ts"
import { ownCopy } from "./own-copy.ts"
import type { FindProcess } from "./projection.ts"
import type { BothStates } from "./turn.ts"

/** A case as it stands, with everything a person looking at it would ask. */
export interface CaseView extends CaseRow {
  /** The version of the newest event of its family: `expected` of whoever acts on what he sees here. */
  readonly revision: number
  readonly data: JsonObject
  readonly result?: Json
  /** The live ones, and of each task the newest that has ended. */
  readonly items: readonly ItemView[]
  /** Tasks and named blocks, in the order of the process. */
  readonly states: Readonly<Record<string, StateName>>
  readonly holds: readonly Hold[]
  /** Those open. */
  readonly exceptions: readonly RaisedException[]
  readonly runs: readonly RunView[]
  /** Those open. */
  readonly interventions: readonly Intervention[]
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
  readonly result?: Json
  /** What whoever does it sees, and the form to fill in. */
  readonly data: JsonObject
  readonly form: Form
}

/** A question to a person, and while it is open what it is about. */
export type InterventionView = InterventionRow &
  Partial<Intervention> & {
    readonly raised?: RaisedException
    /** The version of the newest event of its family. */
    readonly revision: number
  }

/** A run of an exlet that is going on. */
export type RunView = Omit<Run, "given" | "wrote" | "open"> & {
  /** The cases it waits for. */
  readonly waitsFor: readonly CaseId[]
}

export function caseView(
  { state: family, handling }: BothStates,
  id: CaseId,
  find: FindProcess,
  now: number,
): CaseView | undefined {
  const found = family.cases.get(id)
  const process = found && find(found.process, found.version)
  if (!found || !process) return undefined
  const items = [...family.items.values()].filter((item) => item.case === id)
  const holds = [...family.holds.values()].filter(({ target }) => {
    if (target.kind === "case" || target.kind === "end") return target.case === id
    if (target.kind === "item") return family.items.get(target.item)?.case === id
    return family.frames.get(target.frame)?.case === id
  })
  const { timers: _, parent, ...rest } = found
  const ofCase = (of: { readonly case: CaseId }) => of.case === id
  return {
    ...rest,
    ...(parent && { parent: parent.case }),
    data: ownCopy(rest.data) as JsonObject,
    family: family.id,
    revision: family.version,
    held: holds.some(({ target }) => target.kind === "case"),
    items: items.map((item) => itemView(family, item, process, now)),
    states: Object.fromEntries([...statesOf(family, process, id)].filter(([name]) => isNamed(name))),
    holds,
    exceptions: [...family.exceptions.values()].filter(ofCase),
    runs: [...handling.runs.values()]
      .filter(ofCase)
      .map(({ given: _, wrote: __, open, ...run }) => ({ ...run, waitsFor: open })),
    interventions: [...handling.interventions.values()].filter(ofCase),
  }
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
    ...(item.result !== undefined && { result: item.result }),
    data: ownCopy(viewOf({ family, process, frame, node, now }, item)) as JsonObject,
    form: formOf(types, readable && [...readable, ...(task?.locals.keys() ?? [])], [
      ...(task?.writes.fields.keys() ?? []),
    ]),
  }
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
