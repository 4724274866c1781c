import { useCallback, useMemo } from "react"
import { titleOf } from "../../model/forms.ts"
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
          // An agent is called what stands there first, if a role has his name.
          .toSorted((one, other) => Number(one.kind === "agent") - Number(other.kind === "agent"))
          .map(
            ({ kind, name, source }) => [name, calledIn(source) ?? (kind === "agent" ? name : titleOf(name))] as const,
          ),
      ),
    [data],
  )
  return useCallback((name) => titles.get(name) ?? name, [titles])
}

function calledIn(source: unknown): string | undefined {
  const { name, title } = (source ?? {}) as { readonly name?: unknown; readonly title?: unknown }
  return [name, title].find((each) => typeof each === "string")
}
