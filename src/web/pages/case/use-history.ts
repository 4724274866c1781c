import { useInfiniteQuery, useQuery } from "@tanstack/react-query"
import { useEffect, useMemo } from "react"
import type { Output } from "../../../client.ts"
import { ask, askedAbout } from "../../server/ask.ts"
import { useClient } from "../../server/client.ts"

type Entry = Output<"entries">["rows"][number]

/** The entries of a family as far as they are there, the newest first. */
export interface History {
  readonly rows: readonly Entry[]
  readonly isPending: boolean
  readonly error: unknown
  retry(): void
  /** Brings those before; absent where there are none. */
  readonly more: (() => void) | undefined
  readonly isMoreComing: boolean
}

const limit = 60
const mostNew = 1000

/** What has happened by now is asked once and stays true; only what happens from then on is asked again and again. */
export function useHistory(family: string): History {
  const client = useClient()
  const past = useInfiniteQuery({
    queryKey: ["past entries", family],
    queryFn: ({ pageParam, signal }) =>
      ask(
        client,
        "entries",
        { family, order: "newest", limit, ...(pageParam !== undefined && { before: pageParam }) },
        signal,
      ),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ next }) => next,
    staleTime: "static",
  })
  const from = past.data?.pages[0]?.rows[0]?.position ?? 0
  const since = useQuery({
    queryKey: ["entries", { from }, family],
    meta: { asked: askedAbout("entries", { family }) },
    queryFn: ({ signal }) => ask(client, "entries", { family, after: from, limit: mostNew }, signal),
    enabled: past.data !== undefined,
  })
  const isFull = (since.data?.rows.length ?? 0) >= mostNew
  const again = past.refetch
  useEffect(() => {
    if (isFull) void again()
  }, [isFull, again])
  const rows = useMemo(
    () => [...(since.data?.rows.toReversed() ?? []), ...(past.data?.pages.flatMap((page) => page.rows) ?? [])],
    [past.data, since.data],
  )
  return {
    rows,
    isPending: past.isPending,
    error: past.error ?? since.error ?? undefined,
    retry: () => void (past.isError ? past.refetch() : since.refetch()),
    more: past.hasNextPage ? () => void past.fetchNextPage() : undefined,
    isMoreComing: past.isFetchingNextPage,
  }
}
