import { type UseQueryResult, useQuery } from "@tanstack/react-query"
import { ask } from "../../server/ask.ts"
import { useClient } from "../../server/client.ts"
import { type Alike, type InterventionRow, isAlike } from "./alike.ts"

/** All open questions like these, also those not loaded yet, frozen as they are found; at most as many as are answered at once. */
export function useAllAlike({ key, process, class: name, rows }: Alike): UseQueryResult<readonly InterventionRow[]> {
  const client = useClient()
  const [first] = rows
  return useQuery({
    queryKey: ["interventions", key, "all alike"],
    queryFn: async ({ signal }) => {
      const found: InterventionRow[] = []
      let after: string | undefined
      do {
        const page = await ask(
          client,
          "interventions",
          { process, ...(name !== undefined && { class: name }), limit: 1000, ...(after !== undefined && { after }) },
          signal,
        )
        found.push(...page.rows.filter((row) => first !== undefined && isAlike(row, first)))
        after = page.next
      } while (after !== undefined && found.length < most)
      return found.slice(0, most)
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnMount: false,
  })
}

const most = 1000
