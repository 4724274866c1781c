import { useCallback, useState } from "react"
import type { JsonObject } from "../../../messages/json.ts"
import { type Draft, draftFrom, nothingTyped, shownIn, stillTyped, typedInto, without } from "./draft.ts"

export interface Drafting {
  readonly draft: Draft
  /** What the form shows. */
  readonly value: JsonObject
  change(value: JsonObject): void
  /** Takes what the item has. */
  forget(name?: string): void
}

/** What somebody types into an item, kept in his tab until it is sent, however often the item changes or the page is loaded. */
export function useDraft(agent: string, item: string, data: JsonObject): Drafting {
  const key = `exlet-draft ${agent} ${item}`
  const [kept, setKept] = useState(() => draftFrom(sessionStorage.getItem(key)))
  const keep = useCallback(
    (next: Draft) => {
      setKept(next)
      if (Object.keys(next).length === 0) sessionStorage.removeItem(key)
      else sessionStorage.setItem(key, JSON.stringify(next))
    },
    [key],
  )
  const draft = stillTyped(kept, data)
  return {
    draft,
    value: shownIn(draft, data),
    change: (value) => keep(typedInto(draft, data, value)),
    forget: (name) => keep(name === undefined ? nothingTyped : without(draft, name)),
  }
}
