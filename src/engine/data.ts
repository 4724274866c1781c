import type { EvaluationError, Expression } from "../expressions/expression.ts"
import { addDuration, formatMoment, parseDuration, parseMoment } from "../expressions/time.ts"
import type { FrameId } from "../messages/ids.ts"
import type { Json, JsonObject } from "../messages/json.ts"
import type { FieldProblem } from "../messages/rejections.ts"
import { anything } from "../model/compile-task.ts"
import { checkValue } from "../model/data-values.ts"
import type { Due, Node, Process } from "../model/net.ts"
import { bindingsAt, localValue, type OwnValues, outerFrame } from "./bindings.ts"
import type { Family, Frame, Item } from "./family.ts"
import { dataOfCase } from "./shared-data.ts"

/** Where an item stands, with what is needed to read its data. */
export interface Standing {
  readonly family: Family
  readonly process: Process
  readonly frame: Frame
  readonly node: Node
  readonly now: number
}

/** What an item reads when it starts. `data` is absent when that is simply all the case's data. */
export function inputOf(
  at: Standing,
):
  | { readonly ok: true; readonly data?: JsonObject }
  | { readonly ok: false; readonly problems: readonly FieldProblem[] } {
  const reads = at.node.task?.reads
  if (reads === undefined) return { ok: true }
  const data: Record<string, Json> = {}
  const problems: FieldProblem[] = []
  if (reads.form === "names") {
    for (const name of reads.names) {
      const value = localValue(at.family, at.frame, name) ?? caseValue(at, name)
      if (value !== undefined) data[name] = value
    }
    return { ok: true, data }
  }
  for (const [name, expression] of reads.entries) {
    const outcome = evaluateAt(at, expression)
    if (outcome.ok) data[name] = outcome.value
    else problems.push(cannotEvaluate(name, expression, outcome.error))
  }
  return problems.length > 0 ? { ok: false, problems } : { ok: true, data }
}

/** The same for an item that may have been started before: restarted, it reads what it read then. */
export function inputOfItem(at: Standing, { rereads, began }: Item): ReturnType<typeof inputOf> {
  return rereads && began ? { ok: true, data: began } : inputOf(at)
}

/** All a person doing the item sees: what it reads, its instance's element, and what it has been given so far. */
export function viewOf(at: Standing, item: Item): JsonObject {
  const input = item.input ?? readNow(at)
  return { ...localsOf(at), ...input, ...item.given }
}

export interface Output {
  readonly writes: JsonObject
  readonly locals?: { readonly frame: FrameId; readonly values: JsonObject }
  readonly result?: Json
  /** The item's data at its end, where its cost depends on that. */
  readonly own?: JsonObject
}

/** What completing with this data would write, or everything that is wrong with it. */
export function outputOf(at: Standing, item: Item, given: JsonObject): Output | readonly FieldProblem[] {
  if (item.kind === "activity") return outputOfStandIn(at, given)
  const writes = at.node.task?.writes
  const all: JsonObject = { ...item.given, ...given }
  const problems = checkGiven(at, given)
  if (problems.length > 0 || writes === undefined) return problems.length > 0 ? problems : { writes: {} }

  const { result, ...named } = all
  const out: Record<string, Json> = {}
  if (writes.entries === undefined) Object.assign(out, named)
  else {
    const own: OwnValues = { values: { ...viewOf(at, item), ...named }, item }
    for (const [name, expression] of writes.entries) {
      const outcome = evaluateAt(at, expression, own)
      if (outcome.ok) out[name] = outcome.value
      else problems.push(cannotEvaluate(name, expression, outcome.error))
    }
    for (const [name, value] of Object.entries(out)) {
      const type = at.process.variables.get(name)
      if (type) problems.push(...checkValue(type, value, name))
    }
  }
  if (problems.length > 0) return problems

  const forCase: Record<string, Json> = {}
  const forInstance: Record<string, Json> = {}
  for (const [name, value] of Object.entries({ ...(writes.entries ? localOnly(at, named) : {}), ...out })) {
    if (at.process.variables.has(name)) forCase[name] = value
    if (isInstances(at, name)) forInstance[name] = value
  }
  const instance = instanceFrameOf(at)
  return {
    writes: forCase,
    ...(Object.keys(forInstance).length > 0 && instance && { locals: { frame: instance.id, values: forInstance } }),
    ...(result !== undefined && { result }),
    ...(typeof at.node.task?.cost === "object" && { own: { ...viewOf(at, item), ...forCase, ...named } }),
  }
}

/** An activity writes nothing itself; what stands in for it may write whatever the case has. */
function outputOfStandIn(at: Standing, { result, ...given }: JsonObject): Output | readonly FieldProblem[] {
  const problems = Object.entries(given).flatMap(([name, value]) => {
    const type = at.process.variables.get(name)
    const unknown = { field: name, code: "UNKNOWN_FIELD", message: `${at.process.name} has no "${name}"` }
    return type ? checkValue(type, value, name) : [unknown]
  })
  return problems.length > 0 ? problems : { writes: given, ...(result !== undefined && { result }) }
}

/** What is wrong with data given by name to an item of this task. */
export function checkGiven(at: Standing, given: JsonObject): FieldProblem[] {
  const fields = at.node.task?.writes.fields ?? new Map()
  const problems: FieldProblem[] = []
  for (const [name, value] of Object.entries(given)) {
    const type = name === "result" ? anything : fields.get(name)
    if (type) problems.push(...checkValue(type, value, name))
    else problems.push({ field: name, code: "UNKNOWN_FIELD", message: `"${at.node.name}" does not write "${name}"` })
  }
  return problems
}

export function evaluateAt(at: Omit<Standing, "node">, expression: Expression, own?: OwnValues) {
  return expression.evaluate(bindingsAt(at.family, at.process, at.frame, at.now, own))
}

/** When something is due, in epoch milliseconds, counted from now. */
export function dueAt(
  at: Omit<Standing, "node">,
  due: Due,
): { readonly ok: true; readonly at: number } | { readonly ok: false; readonly message: string } {
  switch (due.form) {
    case "after":
      return { ok: true, at: addDuration(at.now, due.duration) }
    case "at":
      return { ok: true, at: due.moment }
    case "expression": {
      const outcome = evaluateAt(at, due.expression)
      if (!outcome.ok) return { ok: false, message: outcome.error.message }
      const text = typeof outcome.value === "string" ? outcome.value : ""
      const moment = parseMoment(text)
      if (moment !== undefined) return { ok: true, at: moment }
      const duration = parseDuration(text)
      if (duration) return { ok: true, at: addDuration(at.now, duration) }
      return {
        ok: false,
        message: `"${due.expression.source}" gave ${JSON.stringify(outcome.value)}, not a time or duration such as ${formatMoment(at.now)}`,
      }
    }
  }
}

function caseValue(at: Standing, name: string): Json | undefined {
  const data = dataOfCase(at.family, at.frame.case)
  return Object.hasOwn(data, name) ? data[name] : undefined
}

function readNow(at: Standing): JsonObject {
  const input = inputOf(at)
  return input.ok ? (input.data ?? dataOfCase(at.family, at.frame.case)) : {}
}

function localsOf(at: Standing): JsonObject {
  const values: Record<string, Json> = {}
  for (const name of at.node.task?.locals.keys() ?? []) {
    const value = localValue(at.family, at.frame, name)
    if (value !== undefined) values[name] = value
  }
  return values
}

/** Values given by name that are nobody's but the instance's: what `collect` may gather. */
function localOnly(at: Standing, named: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(named).filter(([name]) => !at.process.variables.has(name)))
}

/** What belongs to the instance: what is nobody else's, and what is collected from each. */
function isInstances(at: Standing, name: string): boolean {
  return !at.process.variables.has(name) || (at.node.task?.collects.has(name) ?? false)
}

/** The nearest frame around the item that is one instance of several. */
export function instanceFrameOf(at: Omit<Standing, "node" | "now">): Frame | undefined {
  for (let frame: Frame | undefined = at.frame; frame?.item; frame = outerFrame(at.family, frame)) {
    const owner = at.family.items.get(frame.item)
    const outer = owner && at.family.frames.get(owner.frame)
    const node = owner && outer && at.process.nets.get(outer.net)?.nodes.get(owner.task)
    if (node?.many) return frame
  }
  return undefined
}

function cannotEvaluate(field: string, expression: Expression, error: EvaluationError): FieldProblem {
  return { field, code: error.code, message: `"${expression.source}" cannot be evaluated: ${error.message}` }
}
