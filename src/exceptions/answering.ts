import type { HandlingCommand, NetCommand } from "../messages/commands.ts"
import { asAgentId, numberOf } from "../messages/ids.ts"
import type { JsonObject } from "../messages/json.ts"
import type { Rejection } from "../messages/rejections.ts"
import type { Step } from "../messages/steps.ts"
import { isItemStep } from "../model/check-step-order.ts"
import { retryItem } from "./checkpoints.ts"
import { occasionOf } from "./exception-occasion.ts"
import type { Intervention, Run } from "./handling.ts"
import { jumpTo } from "./jumping.ts"
import { apply } from "./ladder.ts"
import { around, propagate } from "./propagating.ts"
import type { Reacting } from "./reacting.ts"
import { trailTo } from "./rollback.ts"
import { giveUp } from "./rollback-reactions.ts"
import { abandon, advance, begin, type Program, programOf } from "./runs.ts"
import { isTakeable } from "./take-step.ts"
import { resume, stoppedBy } from "./undoing.ts"

type Answering = Extract<HandlingCommand, { readonly type: "AnswerIntervention" }>

/** A person answers. What cannot be done is refused, and the intervention stays open. */
export function answerIntervention(reacting: Reacting, { intervention: id, answer }: Answering): Rejection | undefined {
  const { draft, port } = reacting
  const open = draft.interventions.get(id)
  if (open === undefined)
    return {
      code: "INTERVENTION_NOT_OPEN",
      message: `intervention ${id} is not open`,
      remedy: "It has been answered, or nobody needs to any more; look at the list of interventions",
    }
  const { data } = answer
  if (data && answer.do !== "confirm") {
    const refused = reacting.order({ type: "SetData", case: open.case, data })
    if (refused) return refused
  }
  const refused = prepare(reacting, open, answer)
  if (refused) return refused
  reacting.record({ type: "InterventionAnswered", intervention: id, answer: answer as unknown as JsonObject })
  port.because(port.version, () => carryOut(reacting, open, answer))
  return undefined
}

/** Does what the net machine may refuse, so that a refusal changes nothing. */
function prepare(reacting: Reacting, open: Intervention, answer: Answering["answer"]): Rejection | undefined {
  const { item, case: caseId, exception } = open
  const onItem = (command: (id: NonNullable<typeof item>) => NetCommand): Rejection | undefined =>
    item ? reacting.order(command(item)) : impossible(`"${answer.do}" needs an item, and this is about a case`)
  switch (answer.do) {
    case "rollback": {
      const found = trailTo(reacting, open, answer.to)
      return "code" in found ? found : undefined
    }
    case "retry":
      if (stoppedAt(reacting, open)) return undefined
      return item
        ? retryItem(reacting, { type: "RetryItem", item, ...(answer.with && { with: answer.with }) })
        : impossible(`"retry" needs an item, and this is about a case`)
    case "needs":
      return onItem((id) => ({ type: "AmendItem", item: id, needs: answer.needs }))
    case "wait":
      return onItem((id) => ({ type: "AwaitAgent", item: id }))
    case "restart":
      return onItem((id) => ({ type: "RestartItem", item: id, ...(answer.data && { over: answer.data }) }))
    case "skip":
      if (stoppedAt(reacting, open)) return undefined
      return onItem((id) => ({ type: "SkipItem", item: id }))
    case "reassign":
      return onItem((id) => ({ type: "ReassignItem", item: id, to: asAgentId(answer.to) }))
    case "jump":
      return jumpTo(
        reacting,
        { type: "Jump", case: caseId, ...(item && { item, orEnded: true }), to: answer.to },
        exception,
      )
    case "remove":
      if (answer.target === "item") return onItem((id) => ({ type: "RemoveItem", item: id }))
      return reacting.order({ type: "RemoveCase", case: caseId })
    case "dismiss":
      if (exception) return reacting.order({ type: "ResolveException", exception, as: "dismissed" })
      return undefined
    case "run":
      if (item === undefined && programSteps(reacting, answer).some(isItemStep))
        return impossible("these steps act on an item, and this is about a case")
      if ("exlet" in answer) return missingExlet(reacting, answer.exlet)
      return answer.steps.every(isTakeable) ? undefined : impossible("there is a step nobody knows how to take")
    case "propagate":
      return exception ? undefined : impossible("there is no exception here that could be passed on")
    case "confirm":
      if (open.proposal) return undefined
      if (open.run === undefined) return impossible("there is nothing to confirm: nobody asked a question")
      if (open.choices && !open.choices.includes(String(answer.answer)))
        return impossible(`the question asks for one of ${open.choices.join(", ")}`)
      return confirm(reacting, open, answer)
    case "set":
      return answer.data ? undefined : impossible("there is no data to set")
  }
}

function carryOut(reacting: Reacting, open: Intervention, answer: Answering["answer"]): void {
  const { draft, port } = reacting
  const raised = open.exception && draft.exceptions.get(open.exception)
  const stopped = answer.do === "retry" || answer.do === "skip" ? stoppedAt(reacting, open) : undefined
  if (stopped) resume(reacting, stopped, answer.do === "retry" ? "retry" : "skip")
  if (raised && (answer.do === "run" || answer.do === "rollback")) {
    begin(reacting, { ...occasionOf(reacting, raised, 0), by: port.by }, programFor(reacting, answer), open.id)
  } else if (answer.do === "run" || answer.do === "rollback") {
    const run = open.run && draft.runs.get(open.run)
    if (run) begin(reacting, { ...run, by: port.by }, programFor(reacting, answer), open.id)
  } else if (raised && answer.do === "propagate") {
    propagate(reacting, raised, around(reacting, raised))
  } else if (raised && answer.do === "confirm" && open.proposal) {
    const { stage, remedy } = open.proposal
    const occasion = { ...occasionOf(reacting, raised, 0), by: port.by, intervention: open.id }
    if (!apply(reacting, raised, occasion, stage, remedy)) reacting.climbOn(raised.id, stage)
  } else if (raised) {
    const isRetried = raised.item && answer.do === "set" && !reacting.order({ type: "RetryItem", item: raised.item })
    if (!isRetried) reacting.order({ type: "ResolveException", exception: raised.id })
  }
  reacting.catchUp()
  if (stopped) port.because(numberOf(stopped.id), () => advance(reacting, stopped.id))
  const asking = open.run && draft.runs.get(open.run)
  if (asking?.rollback && answer.do === "dismiss") giveUp(reacting, asking)
  else if (asking && answer.do === "dismiss") {
    abandon(reacting, asking, { withWorklets: true })
    const about = asking.exception && draft.exceptions.get(asking.exception)
    if (about) reacting.order({ type: "ResolveException", exception: about.id, as: "dismissed" })
  } else if (asking) port.because(numberOf(asking.id), () => advance(reacting, asking.id))
}

/** What went wrong is one undo of a rollback, or one only a person can do: it can be tried again, or left as it is. */
function stoppedAt(reacting: Reacting, { exception, run: id }: Intervention): Run | undefined {
  const asking = id && reacting.draft.runs.get(id)
  const { pending } = asking?.rollback ?? {}
  return asking && (pending === "person" || pending === "told") ? asking : stoppedBy(reacting, exception)
}

function confirm(
  reacting: Reacting,
  open: Intervention,
  answer: Extract<Answering["answer"], { readonly do: "confirm" }>,
): Rejection | undefined {
  const run = open.run && reacting.draft.runs.get(open.run)
  const step = run?.steps[run.position - 1]
  if (!run || (step?.do !== "ask" && run.rollback === undefined)) return undefined
  const named =
    step?.do === "ask" && step.into !== undefined && answer.answer !== undefined ? { [step.into]: answer.answer } : {}
  const data = { ...answer.data, ...named }
  if (Object.keys(data).length === 0) return undefined
  return reacting.order({ type: "WriteData", case: run.case, data, run: run.id })
}

function programFor(
  { port }: Reacting,
  answer: Extract<Answering["answer"], { readonly do: "run" | "rollback" }>,
): Program {
  const isTold = { solves: true, stage: "person" } as const
  if (answer.do === "rollback") return { exlet: "steps", steps: [{ do: "rollback", to: answer.to }], ...isTold }
  if (!("exlet" in answer)) return { exlet: "steps", steps: answer.steps, ...isTold }
  const exlet = port.rules.exlet(answer.exlet)
  if (exlet === undefined) throw new Error(`exlet ${answer.exlet} was there a moment ago`)
  return { ...programOf(exlet), solves: true, stage: "person" }
}

function programSteps(
  { port }: Reacting,
  answer: Extract<Answering["answer"], { readonly do: "run" }>,
): readonly Step[] {
  return "exlet" in answer ? (port.rules.exlet(answer.exlet)?.steps ?? []) : answer.steps
}

function missingExlet({ port }: Reacting, name: string): Rejection | undefined {
  return port.rules.exlet(name) ? undefined : exletNotFound(name)
}

export const exletNotFound = (name: string): Rejection => ({
  code: "EXLET_NOT_FOUND",
  message: `there is no exlet "${name}"`,
  remedy: "Look its name up in the repertoire",
})

function impossible(message: string): Rejection {
  return { code: "ANSWER_NOT_POSSIBLE", message, remedy: "Choose another answer" }
}
