import { useCallback, useMemo } from "react"
import { useAsk } from "./ask.ts"
import { useSession } from "./session.tsx"

/** What people, programs, roles and units are called; whoever may not see them reads their names. */
export function useAgentName(): (name: string) => string {
  const { may } = useSession()
  const { data } = useAsk("organisation", {}, { when: may("see") })
  const titles = useMemo(
    () =>
      new Map(
        (data?.rows ?? [])
          .filter(({ kind }) => ["agent", "role", "unit"].includes(kind))
          .flatMap(({ name, source }) => {
            const title = source === null || typeof source !== "object" ? undefined : (source as Titled).title
            return typeof title === "string" ? [[name, title] as const] : []
          }),
      ),
    [data],
  )
  return useCallback((name) => titles.get(name) ?? name, [titles])
}

interface Titled {
  readonly title?: unknown
}
