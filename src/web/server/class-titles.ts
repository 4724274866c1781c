import { useCallback, useMemo } from "react"
import { titleOf } from "../../model/forms.ts"
import { useAsk } from "./ask.ts"
import { useSession } from "./session.tsx"

/** What classes of exceptions are called, by their names; where nobody has said, their names are read as words. */
export function useClassTitle(): (name: string) => string {
  const { may } = useSession()
  const { data } = useAsk("exceptionClasses", {}, { when: may("see") || may("teach") || may("intervene") })
  const titles = useMemo(
    () => new Map(data?.rows.flatMap(({ name, title }) => (title === undefined ? [] : [[name, title] as const]))),
    [data],
  )
  return useCallback((name) => titles.get(name) ?? titleOf(name), [titles])
}
