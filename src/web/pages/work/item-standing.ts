import type { Output } from "../../../client.ts"
import type { FormField } from "../../../model/forms.ts"

type Item = Output<"item">

/** How an item stands to whoever looks at it. */
export type Standing =
  | { readonly is: "mine" | "free" }
  | { readonly is: "taken"; readonly by: string }
  /** It was completed, skipped, removed …; nobody can do it any more. */
  | { readonly is: "over"; readonly as: string; readonly by?: string }
  /** It waits for a program, a message, a moment. */
  | { readonly is: "other" }

export function standingOf({ kind, status, agent, endedAt }: Item, me: string): Standing {
  if (endedAt !== undefined) return { is: "over", as: status, ...(agent !== undefined && { by: agent }) }
  if (kind !== "work") return { is: "other" }
  if (agent === undefined) return { is: "free" }
  return agent === me ? { is: "mine" } : { is: "taken", by: agent }
}

/** What is to be filled in. What the item does not read has a value of its own in the case: left empty, it stays as it is. */
export function fieldsToFill({ form, data }: Item): readonly FormField[] {
  return form.fields
    .filter(({ readOnly }) => !readOnly)
    .map((field) => (field.name in data ? field : { ...field, required: false }))
}

export type ItemAction = "complete" | "save" | "start" | "take" | "decline" | "handBack" | "delegate" | "raise"

/** What whoever may do it can do with an item as it stands; the first is the one to do. */
export function actionsAt(item: Item, me: string): readonly ItemAction[] {
  const { is } = standingOf(item, me)
  if (is === "over") return []
  if (is === "taken" || is === "other" || item.held) return ["raise"]
  const isStarted = item.status === "started"
  const own: readonly ItemAction[] =
    is === "free" ? ["take", "decline"] : isStarted ? ["handBack", "delegate"] : ["decline", "handBack", "delegate"]
  return ["complete", isStarted ? "save" : "start", ...own, "raise"]
}

/** The rows in their order, held ones last: nobody can work on those now. */
export function heldLast<Row extends { readonly held: boolean }>(rows: readonly Row[]): readonly Row[] {
  return [...rows.filter(({ held }) => !held), ...rows.filter(({ held }) => held)]
}

/** Whether an item can be filled in and completed now: it is the caller's or free, and nothing holds it. */
export function isFillable(item: Item, me: string): boolean {
  const { is } = standingOf(item, me)
  return (is === "mine" || is === "free") && !item.held
}

/** One step along a list, which ends at its ends. */
export function stepAlong(ids: readonly string[], id: string | undefined, step: 1 | -1): string | undefined {
  const at = id === undefined ? -1 : ids.indexOf(id)
  if (at < 0) return step === 1 ? ids[0] : ids.at(-1)
  return ids[Math.min(ids.length - 1, Math.max(0, at + step))]
}
