import { asFamilyId, type CaseId } from "../messages/ids.ts"
import type { Json, JsonObject } from "../messages/json.ts"
import type { Step, WorkletCall } from "../messages/steps.ts"
import { checkValue, initialData } from "../model/data-values.ts"
import type { DataType } from "../model/definition.ts"
import { evaluateAll, evaluateIn } from "./evaluating.ts"
import type { Run } from "./handling.ts"
import type { CaseFacts, Port } from "./port.ts"
import type { Reacting } from "./reacting.ts"
import { isSharedBy, type Variables } from "./shared-data.ts"

export type Started = { readonly ok: true; readonly case: CaseId } | { readonly ok: false; readonly message: string }

/** Starts a worklet for a run: data goes in by the call's mapping, else by name, and first of all its `own`. */
export function startWorklet(
  reacting: Reacting,
  run: Run,
  call: WorkletCall,
  waits: boolean,
  own: JsonObject = {},
): Started {
  const { port } = reacting
  const given = givenTo(port, run, call, own)
  if (!given.ok) return given
  const { process } = given
  const before = new Set([...port.cases()].map(({ id }) => id))
  const refused = reacting.order({
    type: "StartWorklet",
    process: process.name,
    version: process.version,
    data: given.values,
    parent: {
      case: run.case,
      depth: run.depth,
      ...(waits && { run: run.id }),
      ...(run.item && (waits && run.on === "select" ? { item: run.item } : { about: run.item })),
    },
  })
  if (refused) return { ok: false, message: refused.message }
  for (const { id } of port.cases()) if (!before.has(id)) return { ok: true, case: id }
  throw new Error(`worklet ${process.name} was started and is not there`)
}

/** Sends for a case elsewhere, in a family of its own or under a number: its data is settled here, and whoever carries broadcasts starts it. */
export function sendStart(
  reacting: Reacting,
  run: Run,
  call: WorkletCall,
  { number }: { readonly number?: string },
): { ok: true } | { ok: false; message: string } {
  const { port } = reacting
  const given = givenTo(port, run, call, {}, number === undefined)
  if (!given.ok) return given
  const { process, values } = given
  // Under a number there may be a family that has what is shared.
  const needed = [...process.variables].map(([name, type]): [string, DataType] => {
    return number !== undefined && type.shared ? [name, { ...type, required: false }] : [name, type]
  })
  const initial = initialData(new Map(needed), values)
  if (!initial.ok)
    return { ok: false, message: initial.problems.map(({ field, message }) => `${field}: ${message}`).join("; ") }
  reacting.record({
    type: "StartSent",
    run: run.id,
    process: process.name,
    version: process.version,
    // Of the one event that sends it, so that it is the same family however often it is carried.
    family: asFamilyId(`${port.family}-${port.version + 1}`),
    data: values,
    depth: run.depth,
    ...(number !== undefined && { number, by: run.case }),
    reason: `${run.exlet} at ${run.at}`,
  })
  return { ok: true }
}

/** The process of a call, and its data: by the call's mapping, else by name. */
function givenTo(port: Port, run: Run, call: WorkletCall, own: JsonObject = {}, isOfNewFamily = false) {
  const process = port.process(call.worklet)
  if (process === undefined) return { ok: false as const, message: `there is no process ${call.worklet}` }
  const given = call.with
    ? evaluateAll(port, run, call.with)
    : { ok: true as const, values: byName(port, run, process, own, isOfNewFamily) }
  return given.ok ? { ...given, process } : given
}

/** A worklet has ended: what it changed goes to the case the run stands at. What does not fit there is an exception. */
export function bringBack(
  reacting: Reacting,
  run: Run,
  worklet: CaseFacts,
): { ok: true } | { ok: false; message: string } {
  const { port } = reacting
  const parent = port.case(run.case)
  if (!parent?.isRunning) return { ok: true }
  const outcome = outputOf(port, run, worklet, parent.variables)
  if (!outcome.ok) return outcome
  const fitting: Record<string, Json> = {}
  const problems: string[] = []
  for (const [name, value] of Object.entries(outcome.values)) {
    const type = parent.variables.get(name)
    const wrong = type
      ? checkValue(type, value, name)
      : [{ field: name, message: `${parent.process} has no "${name}"` }]
    if (wrong.length === 0) fitting[name] = value
    else problems.push(...wrong.map(({ field, message }) => `${field}: ${message}`))
  }
  if (run.rollback && problems.length > 0) return { ok: false, message: problems.join("; ") }
  const item = run.item && port.item(run.item)
  if (Object.keys(fitting).length > 0) {
    const refreshes = item?.isLive && item.status === "started" && { refreshes: item.id }
    reacting.order({ type: "WriteData", case: run.case, data: fitting, run: run.id, ...refreshes })
  }
  if (problems.length > 0) {
    reacting.order({
      type: "RaiseException",
      class: "ConstraintViolation",
      case: run.case,
      ...(item?.isLive && { item: item.id }),
      at: run.at,
      parameters: { worklet: worklet.process, message: problems.join("; ") },
      holds: item?.isLive ? { kind: "item", item: item.id } : { kind: "case", case: run.case },
      depth: run.depth,
    })
  }
  return { ok: true }
}

/** What all worklets of a selection have come to, for the item they stood in for. */
export function selected(
  port: Port,
  run: Run,
): { ok: true; data: JsonObject; result?: Json } | { ok: false; message: string } | undefined {
  const item = run.item && port.item(run.item)
  const parent = port.case(run.case)
  if (!item?.isLive || !parent) return undefined
  const data: Record<string, Json> = {}
  let result: Json | undefined
  for (const id of run.worklets) {
    const worklet = port.case(id)
    if (worklet === undefined) continue
    const outcome = outputOf(
      port,
      run,
      worklet,
      new Map([...parent.variables].filter(([name]) => item.writes.has(name))),
    )
    if (!outcome.ok) return outcome
    Object.assign(data, outcome.values)
    result = worklet.result ?? result
  }
  return { ok: true, data, ...(result !== undefined && { result }) }
}

/** What is shared is there already, unless a family of its own begins with it. */
function byName(port: Port, run: Run, { variables }: Variables, own: JsonObject, isOfNewFamily: boolean): JsonObject {
  const item = run.item && port.item(run.item)
  const parent = port.case(run.case)
  const known = { ...item?.data, ...parent?.data, ...item?.own, ...own }
  return Object.fromEntries(
    Object.entries(known).filter(([name, value]) => {
      const isThere = !isOfNewFamily && isSharedBy(name, { variables }, parent)
      return variables.has(name) && !isThere && value !== null && value !== undefined
    }),
  )
}

/** By the call's mapping, else by name what it has changed and does not share. */
function outputOf(port: Port, run: Run, worklet: CaseFacts, variables: CaseFacts["variables"]) {
  const index = run.worklets.indexOf(worklet.id)
  const call = callsOf(run.steps[run.position - 1])[index]
  if (call?.into) return evaluateIn(port, worklet.id, call.into)
  const given = run.given[index] ?? {}
  const values: Record<string, Json> = {}
  for (const [name, value] of Object.entries(worklet.data))
    if (
      variables.has(name) &&
      !isSharedBy(name, worklet, { variables }) &&
      JSON.stringify(value) !== JSON.stringify(given[name])
    )
      values[name] = value
  return { ok: true as const, values }
}

const callsOf = (step: Step | undefined): readonly WorkletCall[] => (step?.do === "compensate" ? step.worklets : [])
