import { type QueryClient, useQueryClient } from "@tanstack/react-query"
import { Freshness } from "./freshness.ts"
import type { Asked } from "./outdated.ts"

declare module "@tanstack/react-query" {
  interface Register {
    /** What was asked; absent: nothing that happens makes it old. */
    queryMeta: { readonly asked?: Asked } & Record<string, unknown>
  }
}

const all = new WeakMap<QueryClient, Freshness>()

/** Returns what decides which of the queries in view are asked again; one for the whole web app. */
export function useFreshness(): Freshness {
  const queries = useQueryClient()
  const known = all.get(queries)
  if (known) return known
  const fresh = new Freshness((isOld) =>
    queries.invalidateQueries({ predicate: ({ meta }) => meta?.asked !== undefined && isOld(meta.asked) }),
  )
  all.set(queries, fresh)
  return fresh
}
