import { useQueries } from "@tanstack/react-query"
import type { Output } from "../../client.ts"
import { ask, askedAbout } from "./ask.ts"
import { useClient } from "./client.ts"

export interface ProcessVersion {
  readonly process: string
  readonly version: number
}

/** The drawings of several processes, as far as they are there. */
export function useDrawings(wanted: readonly ProcessVersion[]): readonly Output<"net">[] {
  const client = useClient()
  return useQueries({
    queries: wanted.map((input) => ({
      queryKey: ["net", input],
      meta: { asked: askedAbout("net", input) },
      queryFn: ({ signal }: { readonly signal: AbortSignal }) => ask(client, "net", input, signal),
    })),
    combine: (answers) => answers.flatMap(({ data }) => (data === undefined ? [] : [data])),
  })
}
