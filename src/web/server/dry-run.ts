import { type UseQueryResult, useQuery } from "@tanstack/react-query"
import type { Input, OperationName } from "../../client.ts"
import type { Event } from "../../messages/events.ts"
import { ask, askedAbout, type Question } from "./ask.ts"
import { useClient } from "./client.ts"

/** What a command would do as things stand, or why it would be refused. Nothing is asked while `input` is undefined, or `when` is false. */
export function useDryRun<Name extends OperationName & Question>(
  name: Name,
  input: Input<Name> | undefined,
  when = true,
): UseQueryResult<readonly Event[]> {
  const client = useClient()
  return useQuery({
    queryKey: [name, input, "dry run"],
    meta: { asked: askedAbout(name, input) },
    queryFn: async ({ signal }) => {
      const told = await ask(client, name, { ...input, dryRun: true } as Input<Name>, signal)
      return (told as { readonly events?: readonly Event[] }).events ?? []
    },
    enabled: when && input !== undefined,
    staleTime: 0,
    gcTime: 0,
  })
}
