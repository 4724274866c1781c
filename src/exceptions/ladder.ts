import type { Considered, Remedy, Stage } from "../messages/handling.ts"
import type { ExceptionId } from "../messages/ids.ts"
import { type Advice, ask, type Occasion } from "./asking.ts"
import { retryItem } from "./checkpoints.ts"
import { occasionOf } from "./exception-occasion.ts"
import type { OpenException } from "./handling.ts"
import { openIntervention } from "./interventions.ts"
import { involvementIn } from "./involvement.ts"
import { runMandatory } from "./mandatory.ts"
import type { PlaceFacts } from "./port.ts"
import { propagate } from "./propagating.ts"
import type { Reacting } from "./reacting.ts"
import { remedyAt } from "./remedies.ts"
import { remedyText } from "./remedy-text.ts"
import { responsibleFor } from "./responsible.ts"
import { draw } from "./runs.ts"

/** The stages that answer by themselves, in their order. */
const answering = ["procedural", "rules", "builtIn", "pattern"] as const satisfies readonly Stage[]

/**
 * Takes an exception down the ladder from a stage on, until one answers it or is at work on it; at last a person is asked.
 * How much people have to do with it at that place decides whether the stages act, propose, or are passed over.
 */
export function climb(reacting: Reacting, id: ExceptionId, from: Stage, depth = 0): void {
  const raised = reacting.draft.exceptions.get(id)
  if (raised === undefined) return
  const occasion = occasionOf(reacting, raised, depth)
  if (from === "mandatory" && runMandatory(reacting, occasion) === "solving") return
  const open = reacting.draft.exceptions.get(id)
  if (open === undefined || open.runs.length > 0) return
  const place = reacting.port.place(raised)
  const involvement = involvementIn(reacting.port, raised)
  const stages = answering.slice(Math.max(0, answering.indexOf(from as (typeof answering)[number])))
  for (const stage of from === "person" || involvement === "manual" ? [] : stages) {
    const found = find(reacting, occasion, stage, place)
    if (found === undefined) continue
    const { remedy, cause } = found
    if (involvement === "cooperative") {
      openIntervention(reacting, { exception: id, proposal: { stage, says: remedyText(remedy), remedy } })
      return
    }
    const isAnswered = reacting.port.because(cause, () => apply(reacting, open, occasion, stage, remedy))
    if (!isAnswered) continue
    if (involvement === "warning") reacting.port.because(cause, () => warn(reacting, open, remedy))
    return
  }
  openIntervention(reacting, { exception: id })
}

/** The stage after one that did not solve it. */
export function climbOn(reacting: Reacting, id: ExceptionId, after: Stage): void {
  const next = [...answering.slice(answering.indexOf(after as (typeof answering)[number]) + 1), "person" as const][0]
  climb(reacting, id, after === "person" || next === undefined ? "person" : next)
}

/** What a stage has to say, recorded with what it looked at. */
function find(
  reacting: Reacting,
  occasion: Occasion,
  stage: (typeof answering)[number],
  place: PlaceFacts,
): { readonly remedy: Remedy; readonly cause: number | undefined } | undefined {
  const { port, draft } = reacting
  if (stage === "rules") {
    const known = occasion.exception && reacting.advised.get(occasion.exception)
    const advice = known ?? ask(reacting, occasion)
    return advice && { remedy: remedyOf(advice), cause: advice.decision }
  }
  const { remedy, considered } = remedyAt[stage]({ port, tried: draft.tried, occasion, place })
  if (considered.length > 0) reached(reacting, occasion, stage, considered, remedy)
  return remedy && { remedy, cause: port.version }
}

function reached(
  reacting: Reacting,
  { exception, case: id }: Occasion,
  stage: "procedural" | "builtIn" | "pattern",
  considered: readonly Considered[],
  remedy: Remedy | undefined,
): void {
  reacting.record({
    type: "StageReached",
    case: id,
    ...(exception && { exception }),
    stage,
    considered,
    ...(remedy && { remedy }),
  })
}

export function remedyOf({ conclusion, handler, with: given, solves }: Advice): Remedy {
  return {
    kind: "conclusion",
    conclusion,
    ...(handler !== undefined && { handler }),
    ...(given && { with: given }),
    ...(solves !== undefined && { solves }),
  }
}

/** An arc for an event that is no exception. */
export function takeArc(reacting: Reacting, occasion: Occasion): boolean {
  if (occasion.item === undefined) return false
  const { port, draft } = reacting
  const place = port.place(occasion)
  if (place.arcs.length === 0) return false
  const { remedy, considered } = remedyAt.procedural({ port, tried: draft.tried, occasion, place })
  if (remedy?.kind !== "arc") return false
  reached(reacting, occasion, "procedural", considered, remedy)
  return !reacting.order({ type: "TakeArc", item: remedy.item, to: remedy.to })
}

/** Does what a stage says; false where the engine refuses it, and the next stage is asked. */
export function apply(
  reacting: Reacting,
  raised: OpenException,
  occasion: Occasion,
  stage: Stage,
  remedy: Remedy,
): boolean {
  switch (remedy.kind) {
    case "conclusion":
      draw(reacting, occasion, remedy, stage)
      return true
    case "arc":
      return !reacting.order({ type: "TakeArc", item: remedy.item, to: remedy.to })
    case "next":
      // Let go, the item is offered again, to all but those who have declined it.
      return !reacting.order({ type: "ResolveException", exception: raised.id })
    case "wait":
      // It stays what it is until somebody is free: then he is given the item, and that is the answer.
      return true
    case "again":
      return again(reacting, raised, remedy.after)
    case "alternative":
      return !reacting.order({ type: "TakeAlternative", item: remedy.item, of: remedy.of, number: remedy.number })
    case "skip":
      return !reacting.order({ type: "SkipItem", item: remedy.item })
    case "fail":
      return !propagate(reacting, raised, remedy.activity)
  }
}

/** Who has started goes on from his start, what was not begun or broke off is begun anew; by the same agent if he can. */
export function again(reacting: Reacting, raised: OpenException, after: number): boolean {
  const { port } = reacting
  const item = raised.item && port.item(raised.item)
  if (!item?.isLive) return false
  if (after > 0)
    return !reacting.order({
      type: "ArmTimer",
      of: { item: item.id },
      dueAt: port.now + after,
      about: `again ${raised.id}`,
    })
  const isBegun = item.status === "started"
  const refused = isBegun
    ? reacting.order({ type: "RestartItem", item: item.id, with: "same" })
    : retryItem(reacting, { type: "RetryItem", item: item.id, with: "same" })
  if (refused) return false
  reacting.record({ type: "ItemTriedAgain", item: item.id, exception: raised.id })
  return true
}

/** Somebody is told what has happened, and what is being done about it. */
function warn(reacting: Reacting, raised: OpenException, remedy: Remedy): void {
  const to = responsibleFor(reacting.port, raised)
  const { class: name, at, case: id, parameters } = raised
  const message = typeof parameters.message === "string" ? ` (${parameters.message})` : ""
  reacting.record({ type: "Notified", case: id, to, text: `${name} at ${at}${message}: ${remedyText(remedy)}` })
}
