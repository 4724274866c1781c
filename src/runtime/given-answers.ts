import { remedyText } from "../exceptions/remedy-text.ts"
import type { Event } from "../messages/events.ts"
import type { Stage } from "../messages/handling.ts"
import { type AgentId, type ExceptionId, engineAgent, type InterventionId } from "../messages/ids.ts"
import type { JsonObject } from "../messages/json.ts"
import type { AnswerGiven } from "../store/port.ts"

/** What an event says has been done about which exception; undefined: nothing. The last word about each counts. */
export function answerIn(
  event: Event,
  { at, by }: { readonly at: number; readonly by: AgentId },
  aboutOf: (intervention: InterventionId) => ExceptionId | undefined,
): { readonly exception: ExceptionId; readonly answer: AnswerGiven } | undefined {
  switch (event.type) {
    case "DecisionMade":
      if (event.exception === undefined || event.conclusion?.says !== "nothing") return undefined
      return { exception: event.exception, answer: { stage: event.stage ?? "rules", says: "nothing", at } }
    case "StageReached":
      if (event.exception === undefined || event.remedy === undefined) return undefined
      return { exception: event.exception, answer: { stage: event.stage, says: remedyText(event.remedy), at } }
    case "RunStarted": {
      const { exception, exlet, stage = "rules", solves, intervention } = event
      if (exception === undefined || (stage === "mandatory" && !solves)) return undefined
      const said = intervention ? personally("person", exlet, by, at) : { stage, says: exlet, at }
      return { exception, answer: said }
    }
    case "InterventionAnswered": {
      const exception = aboutOf(event.intervention)
      return exception && { exception, answer: personally("person", answerText(event.answer), by, at) }
    }
    default:
      return undefined
  }
}

function personally(stage: Stage, says: string, by: AgentId, at: number): AnswerGiven {
  return { stage, says, at, ...(by !== engineAgent && { by }) }
}

/** A person's answer in a few words, the same for the same answers. */
export function answerText({ do: verb, exlet, to, target, steps }: JsonObject): string {
  if (verb === "run") return typeof exlet === "string" ? exlet : Array.isArray(steps) ? "steps" : "run"
  const object = [to, target].find((each) => typeof each === "string")
  return object === undefined ? String(verb) : `${verb} ${object}`
}
