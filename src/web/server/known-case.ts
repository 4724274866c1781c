import { useMemo } from "react"
import type { Output } from "../../client.ts"
import type { Known } from "../words/event-words.ts"
import { knownOfCase } from "../words/known-of-case.ts"
import { useAgentName } from "./agent-names.ts"
import { useClassTitle } from "./class-titles.ts"
import { useDrawings } from "./drawings.ts"
import { useSession } from "./session.tsx"

/** What everything of a case is called, for telling what happens to it. */
export function useKnownOfCase(seen: Output<"case"> | undefined): Known {
  const { may } = useSession()
  const { process, version } = seen ?? {}
  const canSee = may("see")
  const wanted = useMemo(
    () => (canSee && process !== undefined && version !== undefined ? [{ process, version }] : []),
    [canSee, process, version],
  )
  const drawings = useDrawings(wanted)
  const agent = useAgentName()
  const classTitle = useClassTitle()
  return useMemo(() => ({ ...knownOfCase(seen, drawings), agent, classTitle }), [seen, drawings, agent, classTitle])
}
