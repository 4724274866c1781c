import type { Refusal } from "../../api/problems.ts"
import type { Event } from "../../messages/events.ts"
import { asFamilyId, type FamilyId } from "../../messages/ids.ts"
import type { Act, Answer } from "../../runtime/answer.ts"
import type { Asking, Handled } from "../handler.ts"

/** How handlers say what came of it. */

export const given = <Value>(value: Value, revision?: number): Handled<Value> => ({
  ok: true,
  value,
  ...(revision !== undefined && { revision }),
})

export const refused = (rejection: Refusal): { readonly ok: false; readonly rejection: Refusal } => ({
  ok: false,
  rejection,
})

/** What the engine is told of a command besides what it is about. */
export function actOf(input: { readonly reason?: string; readonly dryRun?: boolean }, asking: Asking): Act {
  const { reason, dryRun } = input
  const { key, expected, desk } = asking
  return desk.act({
    ...(reason !== undefined && { reason }),
    ...(dryRun && { dryRun }),
    ...(key !== undefined && { key }),
    ...(expected !== undefined && { expected }),
  })
}

/** What happened, as far as whoever asked may see it. */
export async function done(
  answer: Answer<readonly Event[]>,
  family: FamilyId | string,
  { desk }: Asking,
): Promise<Handled<{ readonly events: readonly Event[] }>> {
  if (!answer.ok) return answer
  return given({ events: await desk.history.events(asFamilyId(family), answer.value) })
}

/** The engine's value, told in another way. */
export function told<Value, Told>(answer: Answer<Value>, tell: (value: Value) => Told): Handled<Told> {
  return answer.ok ? given(tell(answer.value)) : answer
}
