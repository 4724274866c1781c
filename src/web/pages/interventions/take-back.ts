import { useCallback } from "react"
import { RefusedError } from "../../../client.ts"
import { addressOf, navigate } from "../../app/location.tsx"
import { problemOf } from "../../parts/problem.tsx"
import type { Toast } from "../../parts/toasts.tsx"
import { useAct } from "../../server/act.ts"

/** Takes an answer back, and tells what came of it; the question is looked at again. */
export function useTakeBack(): (intervention: string) => Promise<Toast> {
  const act = useAct("takeBack")
  return useCallback(
    async (intervention) => {
      try {
        const told = await act({ intervention, reason: "Undone at once" })
        if (!told.ok) throw new RefusedError(told.rejection, told.status)
        navigate(addressOf("/interventions/:intervention", { intervention }))
        return { text: "The answer was taken back. The question is open again." }
      } catch (error) {
        const { title, remedy } = problemOf(error)
        return { tone: "trouble", text: `It cannot be taken back. ${title} ${remedy ?? ""}` }
      }
    },
    [act],
  )
}
