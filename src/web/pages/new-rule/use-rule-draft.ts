import { useCallback, useState } from "react"
import { useSession } from "../../server/session.tsx"
import type { LessonSource } from "./lesson-source.ts"
import { draftFrom, draftKey, newDraft, type RuleDraft } from "./rule-draft.ts"

export interface Drafting {
  readonly draft: RuleDraft
  change(part: Partial<RuleDraft>): void
  /** Nothing was typed, or it is learnt. */
  forget(): void
}

/** A rule while it is written, kept in the tab until it is learnt, whatever becomes of the page or the server. */
export function useRuleDraft(source: LessonSource): Drafting {
  const { me } = useSession()
  const key = draftKey(me.agent, source)
  const { on } = source
  const [draft, setDraft] = useState(() => draftFrom(sessionStorage.getItem(key), on))
  const change = useCallback(
    (part: Partial<RuleDraft>) =>
      setDraft((before) => {
        const next = { ...before, ...part }
        sessionStorage.setItem(key, JSON.stringify(next))
        return next
      }),
    [key],
  )
  const forget = useCallback(() => {
    sessionStorage.removeItem(key)
    setDraft(newDraft(on))
  }, [key, on])
  return { draft, change, forget }
}
