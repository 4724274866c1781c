import { useInfiniteQuery } from "@tanstack/react-query"
import { useMemo, useState } from "react"
import type { Output } from "../../../client.ts"
import { Button } from "../../parts/button.tsx"
import { Empty } from "../../parts/empty.tsx"
import { Problem } from "../../parts/problem.tsx"
import { Skeleton } from "../../parts/skeleton.tsx"
import { useAgentName } from "../../server/agent-names.ts"
import { ask } from "../../server/ask.ts"
import { useClient } from "../../server/client.ts"
import { type ProcessVersion, useDrawings } from "../../server/drawings.ts"
import { learnNames } from "../../words/event-words.ts"
import { knownOfCase } from "../../words/known-of-case.ts"
import type { CaseView } from "./case-page.tsx"
import { TimelineEntry } from "./timeline-entry.tsx"
import "./timeline.css"

const limit = 60

/** The case's own process, and those of the cases that were started meanwhile. */
function processesIn(rows: Output<"entries">["rows"], view: CaseView): readonly ProcessVersion[] {
  const all = new Map([[view.process, view.version]])
  for (const { events } of rows)
    for (const event of events) if (event.type === "CaseStarted") all.set(event.process, event.version)
  return [...all].slice(0, 12).map(([process, version]) => ({ process, version }))
}

/** What happened in the family, the newest first, and why. */
export function Timeline({ family, view }: { readonly family: string; readonly view: CaseView }) {
  const client = useClient()
  const [all, setAll] = useState(false)
  const entries = useInfiniteQuery({
    queryKey: ["entries", family, family, "newest"],
    queryFn: ({ pageParam, signal }) =>
      ask(
        client,
        "entries",
        { family, order: "newest", limit, ...(pageParam !== undefined && { before: pageParam }) },
        signal,
      ),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ next }) => (next === 0 ? undefined : next),
    maxPages: 100,
  })
  const rows = useMemo(() => entries.data?.pages.flatMap((page) => page.rows) ?? [], [entries.data])
  const drawings = useDrawings(useMemo(() => processesIn(rows, view), [rows, view]))
  const agentName = useAgentName()
  const known = useMemo(
    () =>
      learnNames(
        rows.flatMap(({ events }) => events),
        { ...knownOfCase(view, drawings), agent: agentName },
      ),
    [rows, view, drawings, agentName],
  )
  if (entries.isError) return <Problem error={entries.error} onRetry={() => void entries.refetch()} />
  if (entries.isPending) return <Skeleton />
  if (rows.length === 0) return <Empty icon="timer" title="Nothing has happened yet" />
  return (
    <div className="timeline">
      <label className="row small">
        <input type="checkbox" className="checkbox" checked={all} onChange={(event) => setAll(event.target.checked)} />
        Show also what only the machinery does
      </label>
      <ol>
        {rows.map((entry) => (
          <TimelineEntry key={entry.position} entry={entry} known={known} all={all} view={view} />
        ))}
      </ol>
      {entries.hasNextPage && (
        <Button isBusy={entries.isFetchingNextPage} onClick={() => void entries.fetchNextPage()}>
          Show what was before
        </Button>
      )}
    </div>
  )
}
