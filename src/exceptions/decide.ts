import type { Command, HandlingCommand, HoldCommand } from "../messages/commands.ts"
import { type CaseId, type InterventionId, type ItemId, numberOf } from "../messages/ids.ts"
import type { Json, JsonObject } from "../messages/json.ts"
import type { FieldProblem, Rejection } from "../messages/rejections.ts"
import { isItemStep } from "../model/check-step-order.ts"
import { checkValue } from "../model/data-values.ts"
import type { DataType } from "../model/definition.ts"
import { isName } from "../model/names.ts"
import { answerIntervention, exletNotFound } from "./answering.ts"
import { ask } from "./asking.ts"
import { assignIntervention, notOpen, postponeIntervention } from "./assigning.ts"
import { checkAgain } from "./checkpoints.ts"
import { armClocks } from "./clocks.ts"
import { armLaterDeadlines } from "./deadlines.ts"
import { handleAgain } from "./handle.ts"
import type { Run } from "./handling.ts"
import { openIntervention } from "./interventions.ts"
import { raiseNamed, withDefaults } from "./raising.ts"
import type { Reacting } from "./reacting.ts"
import { startRefused } from "./refused-starts.ts"
import { trailTo } from "./rollback.ts"
import { abandon, begin, follow, programOf } from "./runs.ts"
import { sharerOf } from "./shared-data.ts"
import { endStall, leftBehind, raiseStalled } from "./stalling.ts"

type Of<Type extends HandlingCommand["type"]> = Extract<HandlingCommand, { readonly type: Type }>

export const isHandling = (command: Command): command is HandlingCommand => Object.hasOwn(deciders, command.type)

/** What people ask of the exception machine itself. Refuses before anything is done. */
export function decideHandling(reacting: Reacting, command: HandlingCommand): Rejection | undefined {
  return (deciders[command.type] as (reacting: Reacting, command: HandlingCommand) => Rejection | undefined)(
    reacting,
    command,
  )
}

const deciders: {
  readonly [Type in HandlingCommand["type"]]: (reacting: Reacting, command: Of<Type>) => Rejection | undefined
} = {
  RaiseEvent(reacting, { class: name, case: caseId, item: itemId, parameters }) {
    const place = placeOf(reacting, caseId, itemId)
    if ("code" in place) return place
    const { classes } = reacting.port.rules
    const given = classes.has(name) ? withDefaults(classes.parameters(name), parameters) : parameters
    const refusal = classes.has(name) ? unfit(reacting, name, itemId, given) : unspeakable(name)
    if (refusal) return refusal
    const failed = raiseNamed(reacting, { ...place, depth: 0 }, name, given)
    if (!failed.ok) throw new Error(failed.message)
    return undefined
  },
  ReportUnforeseen(reacting, { case: caseId, item: itemId, title, text }) {
    const place = placeOf(reacting, caseId, itemId)
    if ("code" in place) return place
    if (typeof title !== "string" || title.trim() === "") return untitled
    const known = reacting.port.rules.classes.titled(title)
    const parameters = { title, text }
    return reacting.order({
      type: "RaiseException",
      class: known ?? "Unforeseen",
      case: caseId,
      ...(itemId && { item: itemId }),
      at: place.at,
      parameters,
      holds: { kind: "case", case: caseId },
    })
  },
  AnswerIntervention: answerIntervention,
  Recheck(reacting, { case: caseId, item: itemId, ifChanged = false }) {
    const place = placeOf(reacting, caseId, itemId)
    if ("code" in place) return place
    const { port } = reacting
    const items = itemId ? [itemId] : [...port.workOf(caseId), ...port.nominatedOf(caseId)].map(({ id }) => id)
    for (const id of new Set(items)) checkAgain(reacting, id, ifChanged)
    if (ifChanged) return undefined
    for (const raised of [...reacting.draft.exceptions.values()])
      if (raised.case === caseId && (itemId === undefined || raised.item === itemId)) handleAgain(reacting, raised.id)
    return undefined
  },
  ReplaceRun(reacting, { run: id, undo }) {
    const run = reacting.draft.runs.get(id)
    if (run === undefined)
      return {
        code: "RUN_NOT_FOUND",
        message: `there is no run ${id} going on`,
        remedy: "It has ended, or the id is wrong: look at the case",
      }
    const { port } = reacting
    port.because(numberOf(id), () => {
      abandon(reacting, run, { withWorklets: true })
      if (undo) putBack(reacting, run)
    })
    const { on, case: caseId, item, at, exception, parameters, by, from, depth } = run
    const about = { ...(item && { item }), ...(exception && { exception }), ...(from && { from }) }
    const again = { on, case: caseId, ...about, at, parameters, by }
    const occasion = { ...again, depth: depth - 1 }
    const advice = ask(reacting, occasion)
    if (advice && !(on === "select" && advice.conclusion.kind !== "worklets")) follow(reacting, occasion, advice)
    else if (on === "select" && item) reacting.order({ type: "GiveUpItem", item })
    else if (exception) openIntervention(reacting, { exception })
    return undefined
  },
  ArmClocks(reacting, { case: id }) {
    armClocks(reacting, id)
    armLaterDeadlines(reacting, id)
    return undefined
  },
  Rollback(reacting, { case: caseId, item: itemId, to }) {
    const place = placeOf(reacting, caseId, itemId)
    if ("code" in place) return place
    const found = trailTo(reacting, place, to)
    if ("code" in found) return found
    const occasion = { ...place, on: "rollback", parameters: {}, by: reacting.port.by, depth: 0 }
    begin(reacting, occasion, { exlet: "steps", steps: [{ do: "rollback", to }] })
    return undefined
  },
  RunExlet(reacting, { case: caseId, item: itemId, on, parameters, program }) {
    const place = placeOf(reacting, caseId, itemId)
    if ("code" in place) return place
    const { port } = reacting
    const exlet = "exlet" in program ? port.rules.exlet(program.exlet) : undefined
    if ("exlet" in program && exlet === undefined) return exletNotFound(program.exlet)
    const run = exlet ? programOf(exlet) : { exlet: "steps", steps: "steps" in program ? program.steps : [] }
    if (itemId === undefined && run.steps.some(isItemStep)) return needsItem
    begin(reacting, { ...place, on, parameters, by: port.by, depth: 0 }, run)
    return undefined
  },
  ReceiveBroadcast(reacting, { run, verb, process, reason }) {
    const owner = { kind: "run", run } as const
    const { port } = reacting
    if (verb === "continue") {
      const lifted = [...port.holds()].filter((hold) => hold.owner.kind === "run" && hold.owner.run === run)
      if (lifted.length > 0) reacting.order({ type: "LiftHolds", holds: lifted.map(({ id }) => id) })
      return undefined
    }
    for (const each of [...port.cases()]) {
      if (each.process !== process || !each.isRunning) continue
      if (verb === "remove") reacting.order({ type: "RemoveCase", case: each.id })
      else reacting.order({ type: "PlaceHold", owner, target: { kind: "case", case: each.id }, reason })
    }
    return undefined
  },
  RefuseStart: startRefused,
  AssignIntervention: assignIntervention,
  PostponeIntervention: postponeIntervention,
  Reevaluate(reacting, { intervention: id }) {
    const open = reacting.draft.interventions.get(id)
    if (open === undefined) return notOpen(id)
    if (open.exception) handleAgain(reacting, open.exception)
    return undefined
  },
  TakeBackAnswer(reacting, taken) {
    if (reacting.draft.interventions.has(taken.intervention)) return isOpenAgain(taken.intervention)
    reacting.record({ ...taken, type: "AnswerTakenBack" })
    return undefined
  },
  RaiseStalled: raiseStalled,
}

/** A person's `continue` also lifts what runs and exceptions have left behind that are over: nobody else would. */
export function continueTarget(
  reacting: Reacting,
  command: Extract<HoldCommand, { readonly type: "Continue" }>,
): Rejection | undefined {
  const left = leftBehind(reacting, command.target)
  const refused = reacting.order(command)
  if (left.length === 0 || (refused && refused.code !== "NOT_HELD")) return refused
  const lifted = reacting.order({ type: "LiftHolds", holds: left.map(({ id }) => id) })
  const { target } = command
  if ("item" in target || "case" in target) endStall(reacting, "item" in target ? target.item : target.case)
  return lifted
}

function placeOf(
  { port }: Reacting,
  caseId: CaseId,
  itemId: ItemId | undefined,
): Rejection | { readonly case: CaseId; readonly item?: ItemId; readonly at: string } {
  const found = port.case(caseId)
  if (found === undefined)
    return { code: "CASE_NOT_FOUND", message: `there is no case ${caseId}`, remedy: "Look it up in the list of cases" }
  if (!found.isRunning)
    return {
      code: "CASE_NOT_LIVE",
      message: `case ${caseId} is ${found.state}`,
      remedy: "Choose a case that is running",
    }
  if (itemId === undefined) return { case: caseId, at: found.process }
  const item = port.item(itemId)
  if (item === undefined || item.case !== caseId)
    return {
      code: "ITEM_NOT_FOUND",
      message: `there is no item ${itemId} in case ${caseId}`,
      remedy: "Look at the case's items",
    }
  if (!item.isLive)
    return {
      code: "ITEM_NOT_LIVE",
      message: `item ${itemId} (${item.task}) is ${item.status}`,
      remedy: "Choose an item that is live",
    }
  return { case: caseId, item: itemId, at: item.task }
}

const isOpenAgain = (id: InterventionId): Rejection => ({
  code: "ANSWER_NOT_RETRACTABLE",
  message: `nobody has answered intervention ${id}`,
  remedy: "Look at the list of interventions",
})

const needsItem: Rejection = {
  code: "EVENT_NEEDS_ITEM",
  message: "these steps act on an item",
  remedy: "Say which item they are to run at",
}

const untitled: Rejection = {
  code: "DATA_INVALID",
  message: "the report has no title",
  remedy: "Say in a few words what has happened",
  fields: [{ field: "title", code: "REQUIRED", message: "is required" }],
}

/** Any name may be a plain event; if nobody waits for it, nothing happens. */
function unspeakable(name: string): Rejection | undefined {
  if (typeof name === "string" && isName(name)) return undefined
  return {
    code: "EVENT_UNKNOWN",
    message: `${JSON.stringify(name)} is neither an exception class nor a name an event can have`,
    remedy: "Look at the triggers of the case, or report what nobody has foreseen",
  }
}

/** Whether it can stand there, and whether its parameters are what the class asks for. */
function unfit(
  { port }: Reacting,
  name: string,
  item: ItemId | undefined,
  parameters: JsonObject,
): Rejection | undefined {
  const { classes } = port.rules
  if (item === undefined && classes.is(name, "ItemTrigger"))
    return { code: "EVENT_NEEDS_ITEM", message: `"${name}" concerns one item`, remedy: "Say which item it is about" }
  const types = classes.parameters(name)
  const problems = checkParameters(types, parameters)
  if (problems.length === 0) return undefined
  return {
    code: "DATA_INVALID",
    message: `"${name}" cannot be raised with this: ${problems.map(({ field, message }) => `${field}: ${message}`).join("; ")}`,
    remedy: "Mend each field and raise it again",
    fields: problems,
  }
}

function checkParameters(types: ReadonlyMap<string, DataType>, parameters: JsonObject): readonly FieldProblem[] {
  const problems: FieldProblem[] = []
  for (const [name, value] of Object.entries(parameters)) {
    const type = types.get(name)
    if (type) problems.push(...checkValue(type, value, name))
    else if (types.size > 0) problems.push({ field: name, code: "UNKNOWN_FIELD", message: "it has no such parameter" })
  }
  for (const [name, type] of types)
    if (type.required && !Object.hasOwn(parameters, name))
      problems.push({ field: name, code: "REQUIRED", message: "is required" })
  return problems
}

/** What a run and its worklets wrote is put back as it was, where nobody has written anything else since. */
function putBack(reacting: Reacting, { id, case: caseId, wrote }: Run): void {
  const { port } = reacting
  const { data: now = {}, variables } = port.case(caseId) ?? {}
  const isStill = (name: string, after: Json) => JSON.stringify(now[name] ?? null) === JSON.stringify(after)
  const own = Object.entries(wrote).flatMap(([name, { before, after }]): [string, Json][] =>
    isStill(name, after) && variables?.get(name)?.shared !== true ? [[name, before]] : [],
  )
  const restored = new Map<CaseId, [string, Json][]>(own.length > 0 ? [[caseId, own]] : [])
  for (const [name, before] of Object.entries(port.sharedBefore(id))) {
    const sharer = sharerOf(port, name, caseId)
    if (sharer) restored.set(sharer, [...(restored.get(sharer) ?? []), [name, before]])
  }
  for (const [to, values] of restored)
    reacting.order({ type: "WriteData", case: to, data: Object.fromEntries(values), run: id, restores: true })
}
