import { evaluateAt } from "../engine/data.ts"
import type { Family } from "../engine/family.ts"
import { keyText } from "../engine/waits.ts"
import { type CaseId, rootFrame } from "../messages/ids.ts"
import type { Process, WaitSpec } from "../model/net.ts"
import type { ExpectationChange, ExpectationRow } from "../store/port.ts"
import type { FindProcess } from "./projection.ts"

/** The messages a case takes, now or at some later step; undefined when its process waits for none. */
export function expectationsOf(
  family: Family,
  id: CaseId,
  find: FindProcess,
  now: number,
): ExpectationChange | undefined {
  const found = family.cases.get(id)
  const process = found && find(found.process, found.version)
  const waits = process && messageWaits(process)
  if (!found || !process || !waits || waits.length === 0) return undefined
  if (found.state !== "running") return { family: family.id, case: id, rows: [] }
  const rows = new Map<string, ExpectationRow>()
  const add = (message: string, key: string, item?: ExpectationRow["item"]) => {
    const name = JSON.stringify([message, key])
    if (item || !rows.has(name)) rows.set(name, { family: family.id, case: id, message, key, ...(item && { item }) })
  }
  const frame = family.frames.get(rootFrame(id))
  for (const { message, key } of waits) {
    if (key === undefined) add(message, keyText(null))
    else if (frame) {
      const outcome = evaluateAt({ family, process, frame, now }, key)
      if (outcome.ok) add(message, keyText(outcome.value))
    }
  }
  for (const item of family.items.values()) {
    if (item.case === id && item.awaits && item.status === "enabled")
      add(item.awaits.name, keyText(item.awaits.key), item.id)
  }
  return { family: family.id, case: id, rows: [...rows.values()] }
}

type MessageWait = Extract<WaitSpec, { readonly form: "message" }>

/** The messages a process waits for somewhere. */
export function messageWaits(process: Process): readonly MessageWait[] {
  const known = waitsOf.get(process)
  if (known) return known
  const found = [...process.nets.values()].flatMap((net) =>
    [...net.nodes.values()].flatMap(({ wait }) => (wait?.form === "message" ? [wait] : [])),
  )
  waitsOf.set(process, found)
  return found
}

const waitsOf = new WeakMap<Process, readonly MessageWait[]>()
