import type { Expression } from "../expressions/expression.ts"
import { type CaseId, rootFrame } from "../messages/ids.ts"
import type { Process } from "../model/net.ts"
import { evaluateAt } from "./data.ts"
import type { Deciding } from "./deciding.ts"
import { type Frame, type Item, isLive } from "./family.ts"
import { raise } from "./raise.ts"

/** Where something was written, what must always hold is looked at again. The write stands, whatever comes of it. */
export function checkWritten(deciding: Deciding): boolean {
  if (deciding.written.size === 0) return false
  for (const id of deciding.written) checkInvariants(deciding, id)
  deciding.written.clear()
  return true
}

function checkInvariants(deciding: Deciding, id: CaseId): void {
  const { draft } = deciding
  if (draft.cases.get(id)?.state !== "running") return
  const process = deciding.process(id)
  if (!hasInvariants(process)) return
  const root = deciding.frame(rootFrame(id))
  if (process.invariant) check(deciding, process.invariant, { case: id, frame: root, at: process.name })
  for (const item of [...draft.items.values()]) {
    if (item.case !== id || !isLive(item)) continue
    const invariant = deciding.node(item).task?.invariant
    if (invariant) check(deciding, invariant, { case: id, frame: deciding.frame(item.frame), at: item.task, item })
  }
}

function hasInvariants(process: Process): boolean {
  const known = those.get(process)
  if (known !== undefined) return known
  const nodes = [...process.nets.values()].flatMap((net) => [...net.nodes.values()])
  const has = process.invariant !== undefined || nodes.some(({ task }) => task?.invariant !== undefined)
  those.set(process, has)
  return has
}

const those = new WeakMap<Process, boolean>()

interface Guarded {
  readonly case: CaseId
  readonly frame: Frame
  readonly at: string
  readonly item?: Item
}

/** It is told once that it is broken, until it holds again. What cannot be evaluated yet is not broken. */
function check(deciding: Deciding, invariant: Expression, { case: id, frame, at, item }: Guarded): void {
  const own = item ? { item, ...(item.given && { values: item.given }) } : undefined
  const family = deciding.draft
  const outcome = evaluateAt({ family, process: deciding.process(id), frame, now: deciding.facts.now }, invariant, own)
  if (!outcome.ok) return
  const of = item?.id ?? id
  const isBroken = family.broken.has(of)
  if (outcome.value === false && !isBroken) {
    raise(deciding, {
      class: "InvariantBroken",
      case: id,
      ...(item && { item: item.id }),
      at,
      parameters: { invariant: invariant.source, message: `${invariant.source} does not hold` },
      holds: item ? { kind: "item", item: item.id } : { kind: "case", case: id },
    })
  } else if (outcome.value === true && isBroken) deciding.emit({ type: "InvariantRestored", of: item?.id ?? id })
}
