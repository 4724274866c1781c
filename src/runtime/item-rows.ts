import type { Family } from "../engine/family.ts"
import { type Frame, type Item, isLive, type Offer } from "../engine/family.ts"
import type { HeldItems } from "../engine/holds.ts"
import type { Staff } from "../messages/people.ts"
import { nodeOf, type Process, type Task } from "../model/net.ts"
import { demandKey } from "../people/demand-key.ts"
import type { ItemRow } from "../store/port.ts"
import type { FindProcess } from "./projection.ts"

/** What a row is made with. */
export interface RowFacts {
  readonly find: FindProcess
  readonly staff: Staff | undefined
  readonly now: number
  readonly held: HeldItems
}

export function itemRow(family: Family, item: Item, frame: Frame, { find, staff, now, held }: RowFacts): ItemRow {
  const found = family.cases.get(item.case)
  const process = found && find(found.process, found.version)
  if (!found || !process) throw new Error(`item ${item.id} stands in nothing that is known`)
  const { task } = nodeOf(process, frame.net, item.task)
  const live = isLive(item)
  const agent = item.agent ?? item.offer?.to
  const worker = live ? workerOf(item, task, staff) : item.kind === "program" ? task?.worker : undefined
  return {
    id: item.id,
    family: family.id,
    case: item.case,
    process: found.process,
    task: item.task,
    kind: item.kind,
    status: item.status,
    held: live && held.has(item, process),
    live,
    enabledAt: item.enabledAt,
    priority: task?.priority ?? 0,
    attempt: item.attempt,
    ...(live ? {} : { endedAt: item.endedAt ?? now }),
    ...(agent && { agent }),
    ...(item.declined && { declined: item.declined }),
    ...(live && item.kind === "work" && agent === undefined && offerOf(item, task, staff)),
    ...(live && item.kind === "program" && item.offer?.isAwaited && { wanted: keyOf(item.offer) }),
    ...(item.dueAt !== undefined && { dueAt: item.dueAt }),
    ...(worker !== undefined && { worker }),
    ...(isOneOfMany(family, frame, process) && { instance: frame.instance }),
  }
}

function isOneOfMany(family: Family, { item: id }: Frame, process: Process): boolean {
  const owner = id && family.items.get(id)
  const around = owner && family.frames.get(owner.frame)
  return owner !== undefined && around !== undefined && nodeOf(process, around.net, owner.task).many !== undefined
}

/** The offer of what needs somebody, while nobody knows who there is: then anybody may have it. */
export const unasked = "?"

/** What somebody must be to have it; what is not offered yet nobody may have. */
function offerOf(
  { offer, status, needs }: Item,
  task: Task | undefined,
  staff: Staff | undefined,
): Pick<ItemRow, "offer" | "terms" | "wanted"> {
  if (offer === undefined) {
    if (status !== "enabled") return {}
    if (!(needs ?? task?.needs)) return { offer: "" }
    return staff === undefined ? { offer: unasked } : {}
  }
  const key = keyOf(offer)
  if (offer.isAwaited) return { wanted: key }
  if (status !== "offered") return {}
  const { only, excluded, when, also } = offer.demand
  const terms = { ...(only && { only }), ...(excluded && { excluded }), ...(when && { when }), ...(also && { also }) }
  return { offer: key, ...(Object.keys(terms).length > 0 && { terms }) }
}

/** Asking nothing of the organisation is not the same as being anybody's. */
const keyOf = ({ demand }: Offer): string => demandKey(demand) || "{}"

/** The program that does it: whoever the match maker has chosen, else the one its task names. */
function workerOf(
  { kind, agent, offer, lease }: Item,
  task: Task | undefined,
  staff: Staff | undefined,
): string | undefined {
  if (kind === "program") return offer?.isAwaited ? undefined : ((offer && agent) ?? task?.worker)
  return agent && (lease !== undefined || staff?.isProgram(agent)) ? agent : undefined
}
