import { bindingsAt, stepBefore } from "../engine/bindings.ts"
import { viewOf } from "../engine/data.ts"
import { stateBehind } from "../engine/done-steps.ts"
import { type Family, type Frame, type Item, isLive } from "../engine/family.ts"
import { isHeld } from "../engine/holds.ts"
import { dataOfCase } from "../engine/shared-data.ts"
import { isNamed, type StateName, statesOf } from "../engine/states.ts"
import type { Place } from "../exceptions/port.ts"
import type { Bindings } from "../expressions/expression.ts"
import { widerList } from "../expressions/wider-lists.ts"
import type { Context } from "../messages/context.ts"
import { type AgentId, type CaseId, rootFrame } from "../messages/ids.ts"
import type { Json, JsonObject } from "../messages/json.ts"
import type { Staff } from "../messages/people.ts"
import { classAt, classPaths } from "../model/data-classes.ts"
import type { DataType } from "../model/definition.ts"
import { nodeOf, type Process, stepNames } from "../model/net.ts"
import { type PastFunction, pastSource } from "../model/past-functions.ts"
import { systemNames } from "../model/vocabulary.ts"
import type { Authority } from "./authority.ts"
import { flowContext } from "./flow-context.ts"
import { historyValue, type Told } from "./history-value.ts"
import { factKey, type KnownFacts } from "./known-facts.ts"
import type { FindProcess } from "./projection.ts"

/** What is needed to read a family for rules. */
export interface Surroundings {
  readonly family: Family
  readonly find: FindProcess
  readonly now: number
  readonly facts: KnownFacts
  /** A class of exceptions or data and what it is, nearest first; nothing for what is no class. */
  readonly lineageOf: (name: string) => readonly string[]
  /** What this very decision has done so far. */
  readonly recent?: (() => Told) | undefined
  /** Who there is, if anybody knows: now, also where the moment is one of the past. */
  readonly staff?: Staff | undefined
  /** Whose eyes it is read with, where they may not see everything: what they may not see has no value. */
  readonly authority?: Authority | undefined
  /** In a moment of the past: all that had happened until then. */
  readonly past?: () => Json
}

export const historySource = "history"

/** What conditions and steps see at a place in a running family; read when it is asked for. */
export function ruleBindings(
  around: Surroundings,
  place: Place,
  process: Process = processOf(around, place.case),
): Bindings {
  return new RuleBindings(around, place, process)
}

class RuleBindings implements Bindings {
  readonly #around: Surroundings
  readonly #place: Place
  readonly #process: Process
  readonly #item: Item | undefined
  readonly #frame: Frame
  /** Where nothing stands before the case's data it is looked at first: most names are in it, and no system name can be. */
  readonly #data: JsonObject | undefined
  #base: Required<Bindings> | undefined

  constructor(around: Surroundings, place: Place, process: Process) {
    const { family } = around
    const item = place.item && family.items.get(place.item)
    const frame = (item && family.frames.get(item.frame)) ?? family.frames.get(rootFrame(place.case))
    if (frame === undefined) throw new Error(`case ${place.case} is not there any more`)
    this.#around = around
    this.#place = place
    this.#process = process
    this.#item = item
    this.#frame = frame
    this.#data = item?.given || frame.item ? undefined : dataOfCase(family, place.case)
  }

  value(name: string): Json | undefined {
    const data = this.#data
    if (data !== undefined && Object.hasOwn(data, name)) return data[name]
    const around = this.#around
    const item = this.#item
    switch (name) {
      case "event":
        return this.#place.event
      case "item":
        return item && itemValue(around, this.#process, this.#frame, item)
      case "items":
        return itemsOf(around, this.#process, this.#place.case)
      case "agent":
        return item?.agent === undefined ? undefined : agentValue(around, item.agent)
      case "org":
        return around.authority?.may("see") === false ? undefined : around.staff?.org()
      case "external":
        return externals(around, this.#place)
      case "history":
        return historyAt(around, this.#place)
      case "notReady":
      case "ready":
      case "executing":
      case "suspended":
      case "done":
      case "aborted":
        return familyStates(around, this.#place.case, name)
      default:
        return this.#inCase().value(name)
    }
  }

  call(name: string, args: readonly Json[]): Json | undefined {
    const [about, ...rest] = args
    if (name === "pastCases" || name === "pastExceptions")
      return pastAt(this.#around, this.#place, this.#process, name, args)
    if (name === "class")
      return classAt(this.#process.variables, String(about)) ?? classAt(this.#locals(), String(about))
    if (name === "isA") return isOne(this.#around, String(about), String(rest[0]))
    const step = stepNamed(this.#around, this.#place.case, String(about))
    if (step === undefined || step.case === this.#place.case)
      return this.#inCase().call(name, step ? [step.name, ...rest] : args)
    const { family, now } = this.#around
    const frame = family.frames.get(rootFrame(step.case))
    return frame && bindingsAt(family, processOf(this.#around, step.case), frame, now).call(name, [step.name, ...rest])
  }

  /** What instances around it are given. */
  #locals(): ReadonlyMap<string, DataType> {
    const item = this.#item
    return (item && nodeOf(this.#process, this.#frame.net, item.task).task?.locals) ?? noLocals
  }

  /** Rarely needed. */
  #inCase(): Required<Bindings> {
    const { family, now } = this.#around
    const item = this.#item
    const own = item ? { item, ...(item.given && { values: item.given }) } : undefined
    this.#base ??= bindingsAt(family, this.#process, this.#frame, now, own)
    return this.#base
  }
}

/** Data may have a class nobody declares, so any text is itself. */
function isOne({ lineageOf }: Surroundings, name: string, other: string): boolean {
  return name === other || lineageOf(name).includes(other)
}

const noLocals: ReadonlyMap<string, DataType> = new Map()

function agentValue({ staff, authority }: Surroundings, agent: AgentId): Json {
  return staff?.has(agent) && authority?.may("see") !== false ? staff.describe(agent) : { id: agent }
}

/** What is on record, which has to be fetched, and what is about to be. */
function historyAt(around: Surroundings, place: Place): Json | undefined {
  const { family, facts, recent, past, authority } = around
  if (authority && [...family.cases.values()].some(({ id }) => !isSeen(around, id, place.case))) return undefined
  if (past) return past()
  const fetched = facts.get(factKey(historySource, place))
  if (fetched === undefined) facts.lack({ kind: "values", sources: [historySource], at: place })
  if (!fetched?.ok || !Array.isArray(fetched.value)) return undefined
  return recent ? [...fetched.value, ...historyValue([recent()], family)] : fetched.value
}

/** What was fetched about other cases of the process. In a moment of the past only what was recorded then. */
function pastAt(
  { facts, past, authority }: Surroundings,
  place: Place,
  { name: process }: Process,
  name: PastFunction,
  texts: readonly Json[],
): Json | undefined {
  if (authority && !authority.reads(process)) return undefined
  const source = pastSource(name, texts)
  const fetched = facts.get(factKey(source, place))
  if (fetched === undefined && !past) facts.lack({ kind: "values", sources: [source], at: place, process })
  return fetched?.ok ? fetched.value : undefined
}

/** All of it at once, to be kept. */
export function captureContext(around: Surroundings, place: Place): Context {
  const { family } = around
  const process = processOf(around, place.case)
  const bindings = ruleBindings(around, place)
  const names: Record<string, Json> = {}
  for (const name of [...process.variables.keys(), ...systemNames]) {
    if (name === "history" || name === "org") continue
    const value = bindings.value(name)
    if (value !== undefined && value !== null) names[name] = value
  }
  const item = place.item && family.items.get(place.item)
  for (let frame = item && family.frames.get(item.frame); frame?.item; ) {
    for (const [name, value] of Object.entries(frame.locals)) names[name] ??= value
    const owner: Item | undefined = family.items.get(frame.item)
    frame = owner && family.frames.get(owner.frame)
  }
  const at = (item && family.frames.get(item.frame)) ?? family.frames.get(rootFrame(place.case))
  if (at === undefined) throw new Error(`case ${place.case} is not there any more`)
  const flow = flowContext(around, place.case, at, (id) => processOf(around, id))
  return { names, ...flow, ...classesSeen(around, process, place.event) }
}

/** The classes of the case's data, and what these and the classes the event names are. */
function classesSeen(
  { lineageOf }: Surroundings,
  { variables }: Process,
  event: JsonObject,
): Pick<Context, "classes" | "lineages"> {
  const paths = classPaths(variables)
  const lineages: Record<string, readonly string[]> = {}
  for (const value of [...Object.values(event), ...paths.values()]) {
    const lineage = typeof value === "string" ? lineageOf(value) : []
    if (typeof value === "string" && lineage.length > 0) lineages[value] = lineage
  }
  return {
    ...(paths.size > 0 && { classes: Object.fromEntries(paths) }),
    ...(Object.keys(lineages).length > 0 && { lineages }),
  }
}

export function processOf({ family, find }: Surroundings, id: CaseId): Process {
  const found = family.cases.get(id)
  const process = found && find(found.process, found.version)
  if (process === undefined) throw new Error(`case ${id} is of no process that is known`)
  return process
}

function itemValue(around: Surroundings, process: Process, frame: Frame, item: Item): JsonObject {
  const { family, now } = around
  const node = nodeOf(process, frame.net, item.task)
  return {
    id: item.id,
    task: item.task,
    status: item.status,
    attempt: item.attempt,
    enabledAt: new Date(item.enabledAt).toISOString(),
    data: viewOf({ family, process, frame, node, now }, item),
    ...(item.agent && { agent: item.agent }),
    ...(frame.item && { instance: frame.instance }),
  }
}

/** Live items of the case, and of each task the newest that has ended. */
function itemsOf({ family }: Surroundings, process: Process, id: CaseId): Json {
  const rows: JsonObject[] = []
  for (const item of family.items.values()) {
    if (item.case !== id || item.kind === "route" || !isNamed(item.task)) continue
    const frame = family.frames.get(item.frame)
    rows.push({
      id: item.id,
      task: item.task,
      status: item.status,
      held: isLive(item) && isHeld(family, item, process),
      incarnation: item.incarnation,
      ...(item.agent && { agent: item.agent }),
      ...(frame?.item && { instance: frame.instance }),
    })
  }
  return rows
}

function externals({ facts }: Surroundings, place: Place): Json {
  const suffix = factKey("", place)
  const values: Record<string, Json> = {}
  for (const [key, fetched] of facts)
    if (fetched.ok && key.endsWith(suffix)) values[key.slice(0, -suffix.length)] = fetched.value
  return values
}

/** Of the own case by plain name; of the family's other cases with their process before it, and plainly where the own has none such. */
function familyStates(around: Surroundings, id: CaseId, state: StateName): Json {
  const { family } = around
  const own = statesOf(family, processOf(around, id), id)
  const found = new Set<string>()
  for (const [name, its] of own) if (its === state && isNamed(name)) found.add(name)
  for (const other of family.cases.values()) {
    if (other.id === id || !isSeen(around, other.id, id)) continue
    for (const [name, its] of statesOf(family, processOf(around, other.id), other.id)) {
      if (its !== state || !isNamed(name)) continue
      found.add(`${other.process}/${name}`)
      if (!own.has(name)) found.add(name)
    }
  }
  return widerList([...found], (text) => {
    const before = stepBefore(text)
    const step = before === undefined ? undefined : stepNamed(around, id, before)
    return step !== undefined && stateBehind(family, processOf(around, step.case), step.case, step.name) === state
  })
}

/** Whether a case of the family is for whoever reads: the one they ask about is. */
function isSeen({ family, authority }: Surroundings, id: CaseId, own: CaseId): boolean {
  return authority === undefined || id === own || authority.reads(family.cases.get(id)?.process)
}

/** The case and step a rule means by a name: its own, else, or with the process before it, that of the newest other case. */
function stepNamed(around: Surroundings, id: CaseId, name: string): { case: CaseId; name: string } | undefined {
  const { family } = around
  const [process, ...more] = name.split("/")
  const step = more.length > 0 ? more.join("/") : name
  const has = (other: CaseId) => stepNames(processOf(around, other)).has(step)
  const isMeant = (other: { readonly id: CaseId; readonly process: string }) =>
    (more.length === 0 || other.process === process) && has(other.id)
  const own = family.cases.get(id)
  if (own && isMeant(own)) return { case: id, name: step }
  const others = [...family.cases.values()].filter(
    (other) => other.id !== id && isSeen(around, other.id, id) && isMeant(other),
  )
  const newest = others.at(-1)
  return newest && { case: newest.id, name: step }
}
