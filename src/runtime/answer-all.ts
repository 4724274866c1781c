import type { Event } from "../messages/events.ts"
import type { InterventionId } from "../messages/ids.ts"
import type { Json } from "../messages/json.ts"
import type { Rejection } from "../messages/rejections.ts"
import { isMap } from "../model/read-value.ts"
import { type Act, type Answer, accept, refuse } from "./answer.ts"
import type { Frozen, IsShown, Meant, Selected } from "./reevaluating.ts"
import { isOfStore } from "./refusals.ts"
import { severalAtOnce } from "./several-at-once.ts"

/** What came of each, what was due first before the rest; `next`: there are more, to be selected after this one. */
export interface AnsweredAll {
  readonly rows: readonly AnsweredRow[]
  readonly next?: InterventionId
}

export interface AnsweredRow extends Meant {
  readonly isAnswered: boolean
  /** Why it was not. */
  readonly rejection?: Rejection
}

export interface AnswerAllOptions extends Omit<Act, "expected"> {
  /** Why somebody may not answer one of them, where a door knows more than the engine. */
  readonly forbids?: (id: InterventionId) => Promise<Rejection | undefined>
  /** Which of a list are selected at all; all unless given. */
  readonly isShown?: IsShown
}

export interface AnsweringAll {
  /** Why nothing can be answered so, whatever is asked. */
  wrong(told: Json): Rejection | undefined
  freeze(selected: Selected): Promise<Frozen>
  answer(id: InterventionId, told: Json, act: Act): Promise<Answer<readonly Event[]>>
  /** The answer of some work, also if a store failed in it. */
  attempt<Value>(work: () => Promise<Answer<Value>>): Promise<Answer<Value>>
  /** Writes down what was answered; or why it may not be written, though all was done. */
  done(value: AnsweredAll): Promise<Rejection | undefined>
}

export async function answerAll(
  parts: AnsweringAll,
  selected: Selected,
  told: Json,
  { forbids, isShown: _, key: __, ...act }: AnswerAllOptions,
): Promise<Answer<AnsweredAll>> {
  if (told === "teach" || (isMap(told) && told.do === "teach")) return refuse(taughtOnce)
  const wrong = parts.wrong(told)
  if (wrong) return refuse(wrong)
  const { meant, next } = await parts.freeze(selected)
  const rows = await severalAtOnce(meant, async (each): Promise<AnsweredRow> => {
    const { intervention } = each
    // What fails of one says nothing of the others.
    const answer = await parts.attempt(async () => {
      const forbidden = await forbids?.(intervention)
      return forbidden ? refuse(forbidden) : parts.answer(intervention, told, act)
    })
    return { ...each, isAnswered: answer.ok, ...(!answer.ok && { rejection: answer.rejection }) }
  })
  const value = { rows, ...(next && { next }) }
  // With the same key again, what the store has refused is tried again.
  const isFinal = !act.dryRun && !rows.some(({ rejection }) => rejection && isOfStore(rejection))
  const unwritten = isFinal ? await parts.done(value) : undefined
  return unwritten ? refuse(unwritten) : accept(value)
}

const taughtOnce: Rejection = {
  code: "ANSWER_NOT_POSSIBLE",
  message: "a rule is taught once, and not for each of many",
  remedy: "Teach it with one of them, then have the others looked at again",
}
