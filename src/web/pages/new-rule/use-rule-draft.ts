import { type Kept, useKept } from "../../parts/use-kept.ts"
import { useSession } from "../../server/session.tsx"
import type { LessonSource } from "./lesson-source.ts"
import { draftKey, isDraft, newDraft, type RuleDraft } from "./rule-draft.ts"

/** A rule while it is written, until it is learnt. */
export function useRuleDraft(source: LessonSource): Kept<RuleDraft> {
  const { me } = useSession()
  return useKept(draftKey(me.agent, source), newDraft(source.on, source.then), isDraft)
}
