import { useCallback } from "react"
import type { Output } from "../../client.ts"
import { titleOf } from "../../model/forms.ts"
import { useAsk } from "./ask.ts"
import { useSession } from "./session.tsx"

/** What people, programs, roles and units are called; whoever may not see them reads their names. */
export function useAgentName(): (name: string) => string {
  const { may } = useSession()
  const { data } = useAsk("organisation", {}, { when: may("see") })
  return useCallback((name) => (data && namesIn(data).get(name)) ?? name, [data])
}

type Organisation = Output<"organisation">

/** One for each answer, however many parts of a page ask. */
const known = new WeakMap<Organisation, ReadonlyMap<string, string>>()

function namesIn(organisation: Organisation): ReadonlyMap<string, string> {
  const before = known.get(organisation)
  if (before) return before
  const entries = organisation.rows
    .filter(({ kind }) => ["agent", "role", "unit"].includes(kind))
    // Where a role has the name of an agent, the agent is meant.
    .toSorted((one, other) => Number(one.kind === "agent") - Number(other.kind === "agent"))
    .map(({ kind, name, source }) => [name, calledIn(source) ?? (kind === "agent" ? name : titleOf(name))] as const)
  const names = new Map(entries)
  known.set(organisation, names)
  return names
}

function calledIn(source: unknown): string | undefined {
  const { name, title } = (source ?? {}) as { readonly name?: unknown; readonly title?: unknown }
  return [name, title].find((each) => typeof each === "string")
}
