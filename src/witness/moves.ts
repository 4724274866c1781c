import { type Item, isLive } from "../engine/family.ts"
import { publicName } from "../engine/raise.ts"
import { dataOf, dataOfCase, sharedBy } from "../engine/shared-data.ts"
import type { Intervention } from "../exceptions/handling.ts"
import type { Command } from "../messages/commands.ts"
import { type CaseId, numberOf } from "../messages/ids.ts"
import type { Json, JsonObject } from "../messages/json.ts"
import type { DataType } from "../model/definition.ts"
import { type Node, nodeOf, type Process } from "../model/net.ts"
import { candidatesFor, someValue, valuations } from "./candidates.ts"
import type { Constants } from "./constants.ts"
import { caseName, instancesOf } from "./naming.ts"
import { type Outcome, type Played, passTime, play, startCase } from "./play.ts"
import { type Predicate, resultName, truthsOf } from "./predicates.ts"
import type { Stage } from "./stage.ts"

/** What somebody does, or what happens from outside, without the data it is done with. */
export type Move =
  | { readonly start: string }
  /** A wait is completed by what it waits for. */
  | (OnItem & { readonly complete: string })
  | (OnItem & { readonly begin: string })
  /** An exception, a trigger or a plain event. */
  | { readonly raise: string; readonly item?: string; readonly of?: string; readonly instance?: number }
  | { readonly message: string }
  /** The oldest open intervention of the family; as in a story. */
  | { readonly answer: JsonObject }
  /** A duration in milliseconds. */
  | { readonly advance: number }
  /** To a step of the first case. */
  | { readonly jump: string }

interface OnItem {
  /** The process of the case; absent: any case with such an item. */
  readonly of?: string
  readonly instance?: number
  /** Tasks, activities or places that must have become enabled or marked with it, and such as must not. */
  readonly towards?: readonly string[]
  readonly without?: readonly string[]
}

/** One way to make a move: with which data, what a story says of it, and what comes of it. */
export interface Way {
  readonly step: JsonObject
  /** The names that were given values. */
  readonly gives: readonly string[]
  go(): Outcome
}

export interface Knowing {
  readonly stage: Stage
  readonly constants: Constants
}

/** All ways to make a move from here, without data first; none where it cannot be made at all. */
export function waysOf(knowing: Knowing, played: Played, move: Move, most = MOST_WAYS): Iterable<Way> {
  if ("start" in move) return startWays(knowing, played, move.start, most)
  if ("complete" in move) return completeWays(knowing, played, move, most)
  if ("begin" in move) return beginWays(knowing, played, move)
  if ("raise" in move) return raiseWays(knowing, played, move, most)
  if ("message" in move) return messageWays(knowing, played, move.message)
  if ("answer" in move) return answerWays(knowing, played, move.answer)
  if ("jump" in move) return jumpWays(knowing, played, move.jump)
  return [advanceWay(knowing, played, move.advance)]
}

/** The live items of a family by their tasks, the oldest of each place first. */
export function liveItems({ state }: Played): readonly Item[] {
  return [...state.items.values()]
    .filter((item) => isLive(item) && state.cases.get(item.case)?.state === "running")
    .toSorted((one, other) => numberOf(one.id) - numberOf(other.id))
}

/** The node an item is of. */
export function nodeOfItem({ processes }: Stage, { state }: Played, item: Item): Node {
  return nodeOf(processOfCase(processes, state, item.case), state.frames.get(item.frame)?.net ?? "", item.task)
}

const MOST_WAYS = 300

function processOfCase(processes: Stage["processes"], state: Played["state"], id: CaseId): Process {
  const found = state.cases.get(id)
  const process = found && processes.find(found.process, found.version)
  if (process === undefined) throw new Error(`there is no process of ${id}`)
  return process
}

function* startWays(knowing: Knowing, played: Played, name: string, most: number): Generator<Way> {
  const process = knowing.stage.processes.current(name)
  if (process === undefined) return
  const must = Object.fromEntries(
    [...process.variables].flatMap(([variable, type]) =>
      type.required && type.default === undefined ? [[variable, someValue(type)]] : [],
    ),
  )
  const around = { data: defaultsOf(process), now: played.now }
  for (const given of valuations(choicesAmong(knowing.constants, process.variables, around), most)) {
    const data = { ...must, ...given }
    yield {
      step: { start: name, ...(Object.keys(data).length > 0 && { data }) },
      gives: Object.keys(given),
      go: () => play(knowing.stage, played, startCase(knowing.stage, name, data)),
    }
  }
}

/** Somebody starts a process under the case number of the family. */
export function* joinWays(knowing: Knowing, played: Played, name: string): Generator<Way> {
  const process = knowing.stage.processes.current(name)
  if (process === undefined) return
  const there = sharedBy(played.state, process)
  const must = [...process.variables].filter(([variable, { required, default: usual }]) => {
    return required && usual === undefined && !Object.hasOwn(there, variable)
  })
  const data = Object.fromEntries(must.map(([variable, type]) => [variable, someValue(type)]))
  yield {
    step: { start: name },
    gives: [],
    go: () => play(knowing.stage, played, { ...startCase(knowing.stage, name, data), joins: true }),
  }
}

/** Another case of the family writes a variable that it shares. */
export function* sharedWrites({ stage, constants }: Knowing, played: Played, name: string): Generator<Way> {
  const found = [...played.state.cases.values()].find((each) => each.state === "running" && each.shares?.includes(name))
  const type = found && processOfCase(stage.processes, played.state, found.id).variables.get(name)
  if (found === undefined || type === undefined) return
  const around = { data: dataOf(played.state, found), now: played.now }
  const choices = choicesAmong(constants, [[name, type]], around)
  for (const given of valuations(choices, MOST_WAYS)) {
    if (Object.keys(given).length === 0) continue
    const data = given
    yield {
      step: { set: data },
      gives: Object.keys(data),
      go: () => play(stage, played, { type: "SetData", case: found.id, data }),
    }
  }
}

function defaultsOf({ variables }: Process): JsonObject {
  return Object.fromEntries(
    [...variables].flatMap(([name, type]) => (type.default === undefined ? [] : [[name, type.default]])),
  )
}

/** For each name that matters, the values that make a difference, both from what it is now and from each other. */
function choicesAmong(
  constants: Constants,
  types: Iterable<readonly [string, DataType]>,
  around: { readonly data: JsonObject; readonly now: number; readonly made?: ReadonlySet<string> },
  on?: (event: string) => boolean,
): readonly (readonly [string, readonly Json[]])[] {
  return [...types]
    .filter(([name]) => constants.relevant.has(name))
    .map(([name, type]) => {
      const values = candidatesFor(name, type, constants, around)
      // What something else is made of is not itself what is looked at.
      if (around.made?.has(name) || (on && constants.carried.has(name))) return [name, values] as const
      const looking = constants.predicates.filter(({ names, on: its, resultOf }) => {
        const isMeant = on ? its !== undefined && on(its) : its === undefined && resultOf === undefined
        return isMeant && names.has(name)
      })
      if (looking.length === 0) return [name, on && !constants.opaque.has(name) ? [] : values] as const
      const truths = (value: Json | undefined) =>
        on
          ? truthsOf(looking, around.data, value === undefined ? {} : { [name]: value })
          : truthsOf(looking, value === undefined ? around.data : { ...around.data, [name]: value })
      return [name, distinct(values, truths)] as const
    })
    .filter(([, values]) => values.length > 0)
}

function distinct(values: readonly Json[], truths: (value: Json | undefined) => string): readonly Json[] {
  const seen = new Set([truths(undefined)])
  let untold = 0
  return values.filter((value) => {
    const truth = truths(value)
    // What it means depends on others that have no value yet.
    if (/^\?+$/.test(truth)) return untold++ < MOST_UNTOLD
    return !seen.has(truth) && seen.add(truth)
  })
}

const MOST_UNTOLD = 2

function itemFor({ stage }: Knowing, played: Played, task: string, { of, instance }: OnItem): Item | undefined {
  return liveItems(played).find((item) => {
    if (
      (item.task !== task && publicName(item.task) !== task) ||
      (of !== undefined && played.state.cases.get(item.case)?.process !== of)
    )
      return false
    return instance === undefined || instancesOf(stage, played, item).at(-1) === instance
  })
}

/** What a story says to name an item: its case, unless that is the first, and its instance. */
function whichOf({ stage }: Knowing, played: Played, item: Item): JsonObject {
  const instances = instancesOf(stage, played, item)
  return {
    ...ofCase(played, item.case),
    ...(instances.length === 1 && { instance: instances[0] ?? 1 }),
  }
}

function ofCase(played: Played, id: CaseId): JsonObject {
  const name = caseName(played, id)
  return name === undefined ? {} : { of: name }
}

function* completeWays(
  knowing: Knowing,
  played: Played,
  move: Extract<Move, { readonly complete: string }>,
  most: number,
): Generator<Way> {
  const item = itemFor(knowing, played, move.complete, move)
  if (item) yield* waysToEnd(knowing, played, item, most)
}

/** All ways to complete an item: with data, or by what it waits for. */
export function* waysToEnd(knowing: Knowing, played: Played, item: Item, most = MOST_WAYS): Generator<Way> {
  const { stage, constants } = knowing
  const node = nodeOfItem(stage, played, item)
  if (node.kind === "wait") {
    if (item.awaits) yield* messageWays(knowing, played, item.awaits.name, item.awaits.key, item.case)
    else {
      const timer = (item.timers ?? [])
        .flatMap((id) => played.state.timers.get(id) ?? [])
        .find((each) => each.purpose === "wait")
      if (timer) yield advanceWay(knowing, played, Math.max(0, timer.dueAt - played.now))
    }
    return
  }
  if (node.kind !== "work" && node.kind !== "program") return
  const fields = [...(node.task?.writes.fields ?? [])]
  const data = dataOfCase(played.state, item.case)
  const made = new Set((node.task?.writes.entries ?? []).flatMap(([, { names }]) => [...names]))
  const choices = [...choicesAmong(constants, fields, { data, now: played.now, made })]
  const results = resultsOf(constants, publicName(item.task), data)
  if (results.length > 0 && !choices.some(([name]) => name === "result")) choices.unshift(["result", results])
  const name = publicName(item.task)
  // Expressions can be told only once everything in them has a value.
  const must = fields.filter(([field, { required }]) => (made.has(field) || required) && data[field] === undefined)
  const needed = Object.fromEntries(must.map(([field, type]) => [field, someValue(type)]))
  for (const chosen of valuations(choices, most)) {
    const given = { ...needed, ...chosen }
    yield {
      step: {
        complete: name,
        ...whichOf(knowing, played, item),
        ...(Object.keys(given).length > 0 && { data: given }),
      },
      gives: Object.keys(chosen),
      go: () => play(stage, played, { type: "CompleteItem", item: item.id, data: given }),
    }
  }
}

/** The results that make a difference for a task. */
function resultsOf(constants: Constants, task: string, data: JsonObject): readonly Json[] {
  const looking = constants.predicates.filter(({ resultOf }) => resultOf === task)
  const known = [...(constants.of.get("result") ?? [])]
  const isOpen = known.some((value) => typeof value === "string") && !constants.enumerated.has(resultName(task))
  const values: readonly Json[] = isOpen ? [...known, "other"] : known.filter((value) => isCompared(value, looking))
  if (looking.length === 0) return []
  return distinct(values, (value) => truthsOf(looking, data, value === undefined ? {} : { result: value }, value))
}

const isCompared = (value: Json, looking: readonly Predicate[]): boolean =>
  typeof value !== "string" || looking.some(({ texts }) => texts.includes(value))

function* beginWays(knowing: Knowing, played: Played, move: Extract<Move, { readonly begin: string }>): Generator<Way> {
  const item = itemFor(knowing, played, move.begin, move)
  if (item) yield wayToBegin(knowing, played, item)
}

export function wayToBegin(knowing: Knowing, played: Played, item: Item): Way {
  return {
    step: { start: `item ${publicName(item.task)}`, ...whichOf(knowing, played, item) },
    gives: [],
    go: () => play(knowing.stage, played, { type: "StartItem", item: item.id }),
  }
}

function* raiseWays(
  knowing: Knowing,
  played: Played,
  { raise: name, item: task, of, instance }: Extract<Move, { readonly raise: string }>,
  most: number,
): Generator<Way> {
  const { state } = played
  const item =
    task === undefined
      ? undefined
      : itemFor(knowing, played, task, { ...(of !== undefined && { of }), ...(instance !== undefined && { instance }) })
  if (task !== undefined && item === undefined) return
  const id =
    item?.case ??
    [...state.cases.values()].find((each) => each.state === "running" && (of === undefined || each.process === of))?.id
  if (id !== undefined) yield* waysToRaise(knowing, played, name, { case: id, ...(item && { item }) }, most)
}

/** All ways to raise something at a case or an item: with values for what its class declares and conditions look at. */
export function* waysToRaise(
  knowing: Knowing,
  played: Played,
  name: string,
  at: { readonly case: CaseId; readonly item?: Item },
  most = MOST_WAYS,
): Generator<Way> {
  const { stage, constants } = knowing
  const types = stage.rulebook.classes.parameters(name)
  const data = dataOfCase(played.state, at.case)
  const must = Object.fromEntries(
    [...types].flatMap(([parameter, type]) =>
      type.required && type.default === undefined ? [[parameter, someValue(type)]] : [],
    ),
  )
  const names = stage.rulebook.classes.names(name)
  const isOn = (event: string) => event === name || names.includes(event)
  for (const given of valuations(choicesAmong(constants, types, { data, now: played.now }, isOn), most)) {
    const parameters = { ...must, ...given }
    const command: Command = {
      type: "RaiseEvent",
      class: name,
      case: at.case,
      ...(at.item && { item: at.item.id }),
      parameters,
    }
    const where = at.item
      ? { item: publicName(at.item.task), ...whichOf(knowing, played, at.item) }
      : ofCase(played, at.case)
    yield {
      step: { raise: name, ...where, ...(Object.keys(parameters).length > 0 && { with: parameters }) },
      gives: Object.keys(given),
      go: () => play(stage, played, command),
    }
  }
}

/** A message to whoever waits for it, or whose rules do. */
export function* messageWays(
  { stage }: Knowing,
  played: Played,
  name: string,
  key?: Json,
  to?: CaseId,
): Generator<Way> {
  const waiting = liveItems(played).find((item) => item.awaits?.name === name)
  const id = to ?? waiting?.case ?? [...played.state.cases.values()].find(({ state }) => state === "running")?.id
  if (id === undefined) return
  const with_ = key ?? waiting?.awaits?.key ?? null
  yield {
    step: { message: { name, ...(with_ !== null && { key: with_ }) }, ...(to !== undefined && ofCase(played, to)) },
    gives: [],
    go: () => play(stage, played, { type: "ReceiveMessage", case: id, name, key: with_, data: {} }),
  }
}

/** Somebody ends a case of that process, or an item of that task. */
export function* removalWays(knowing: Knowing, played: Played, name: string): Generator<Way> {
  const { stage } = knowing
  const found = [...played.state.cases.values()].find((each) => each.process === name && each.state === "running")
  if (found)
    yield {
      step: { remove: "case", ...ofCase(played, found.id) },
      gives: [],
      go: () => play(stage, played, { type: "RemoveCase", case: found.id }),
    }
  const item = itemFor(knowing, played, name, {})
  if (item)
    yield {
      step: { remove: `item ${name}`, ...whichOf(knowing, played, item) },
      gives: [],
      go: () => play(stage, played, { type: "RemoveItem", item: item.id }),
    }
}

function* answerWays(knowing: Knowing, played: Played, answer: JsonObject): Generator<Way> {
  const [oldest] = [...played.handling.interventions.values()].toSorted(
    (one, other) => numberOf(one.id) - numberOf(other.id),
  )
  if (oldest) yield answerWay(knowing, played, oldest, answer)
}

/** A story answers the oldest one of the case. */
export function answerWay({ stage }: Knowing, played: Played, asked: Intervention, answer: JsonObject): Way {
  return {
    step: { answer, ...ofCase(played, asked.case) },
    gives: [],
    go: () =>
      play(stage, played, {
        type: "AnswerIntervention",
        intervention: asked.id,
        answer: answer as Extract<Command, { type: "AnswerIntervention" }>["answer"],
      }),
  }
}

function* jumpWays({ stage }: Knowing, played: Played, to: string): Generator<Way> {
  const [first] = played.state.cases.values()
  if (first === undefined) return
  yield {
    step: { jump: "case", to },
    gives: [],
    go: () => play(stage, played, { type: "Jump", case: first.id, to }),
  }
}

export function advanceWay({ stage }: Knowing, played: Played, milliseconds: number): Way {
  return {
    step: { advance: durationOf(milliseconds) },
    gives: [],
    go: () => ({ ok: true, played: passTime(stage, played, played.now + milliseconds) }),
  }
}

function durationOf(milliseconds: number): string {
  return `PT${Math.ceil(milliseconds) / 1000}S`
}
