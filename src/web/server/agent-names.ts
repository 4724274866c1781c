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
            const { title: said, name: own } = source === null || typeof source !== "object" ? {} : (source as Titled)
            const title = said ?? own
            return typeof title === "string" ? [[name, title] as const] : []
          }),
      ),
    [data],
  )
  return useCallback((name) => titles.get(name) ?? name, [titles])
}

interface Titled {
  readonly title?: unknown
  /** Of people. */
  readonly name?: unknown
}
