import { useEffect, useMemo, useState } from "react"
import { Link, useLocation } from "../../app/location.tsx"
import { Button } from "../../parts/button.tsx"
import { Card } from "../../parts/card.tsx"
import { Empty } from "../../parts/empty.tsx"
import { PageHead } from "../../parts/page-head.tsx"
import { Problem } from "../../parts/problem.tsx"
import { Skeleton } from "../../parts/skeleton.tsx"
import { useList } from "../../server/ask.ts"

import { useClient } from "../../server/client.ts"
import { useFurther } from "../../server/further.ts"
import { useSession } from "../../server/session.tsx"
import { type BulkAction, bulkActions } from "./bulk-actions.ts"
import { BulkDialog } from "./bulk-dialog.tsx"
import { CaseFilterBar } from "./case-filter-bar.tsx"
import { caseQuery, readFilters } from "./case-filters.ts"
import { type CaseRow, CasesTable } from "./cases-table.tsx"
import { gatherCases, mostAtOnce } from "./gather-cases.ts"
import { TaskNet } from "./task-net.tsx"
import "./cases-page.css"

/** All cases: which, where they stand, and what to do with many of them. */
export function CasesPage() {
  const { may } = useSession()
  const { query } = useLocation()
  const filters = useMemo(() => readFilters(query), [query])
  const asked = caseQuery(filters, Date.now())
  const list = useList("cases", { ...asked, limit: 100 })
  const rows = useMemo(() => (list.data?.pages ?? []).flatMap((page) => page.rows), [list.data])
  const [selection, setSelection] = useState<ReadonlyMap<string, CaseRow>>(new Map())
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is not shown any more is not chosen either
  useEffect(() => setSelection(new Map()), [query])
  useFurther(list, rows.length >= 25, 10)
  const select = (ids: ReadonlySet<string>) => {
    const known = new Map([...selection, ...rows.map((row) => [row.id, row] as const)])
    setSelection(new Map([...ids].flatMap((id) => (known.has(id) ? [[id, known.get(id) as CaseRow] as const] : []))))
  }
  const { process } = filters
  return (
    <>
      <PageHead
        title="Cases"
        actions={
          may("do") && (
            <Link className="button main" to="/processes">
              Start a case
            </Link>
          )
        }
      />
      <CaseFilterBar filters={filters} />
      <div className="stack">
        {process !== undefined && <TaskNet key={process} filters={{ ...filters, process }} />}
        <Card isFlush className="cases-card">
          {may("intervene") && (
            <SelectionBar
              selected={[...selection.values()]}
              page={rows}
              hasMore={list.hasNextPage}
              asked={asked}
              onSelect={(chosen) => setSelection(new Map(chosen.map((row) => [row.id, row])))}
            />
          )}
          {list.isPending && (
            <div className="cases-loading">
              <Skeleton lines={10} />
            </div>
          )}
          {list.isError && <Problem error={list.error} onRetry={() => void list.refetch()} />}
          {list.data && rows.length === 0 && !list.hasNextPage && (
            <NoCases isFiltered={Object.keys(filters).length > 0} />
          )}
          {rows.length > 0 && (
            <CasesTable
              rows={rows}
              selection={may("intervene") ? new Set(selection.keys()) : undefined}
              onSelect={select}
            />
          )}
          {list.hasNextPage && (
            <div className="cases-more">
              <Button look="quiet" isBusy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
                {rows.length === 0 ? "Look further" : "Show more"}
              </Button>
            </div>
          )}
        </Card>
      </div>
    </>
  )
}

interface SelectionProps {
  readonly selected: readonly CaseRow[]
  readonly page: readonly CaseRow[]
  readonly hasMore: boolean
  readonly asked: ReturnType<typeof caseQuery>
  readonly onSelect: (rows: readonly CaseRow[]) => void
}

/** How many are chosen, and what can be done with them. */
function SelectionBar({ selected, page, hasMore, asked, onSelect }: SelectionProps) {
  const client = useClient()
  const [action, setAction] = useState<BulkAction>()
  const [isGathering, setGathering] = useState(false)
  const [problem, setProblem] = useState<unknown>()
  const gather = async () => {
    setGathering(true)
    setProblem(undefined)
    try {
      onSelect(await gatherCases(client, asked, AbortSignal.timeout(60_000)))
    } catch (error) {
      setProblem(error)
    } finally {
      setGathering(false)
    }
  }
  const isAll = page.length > 0 && page.every(({ id }) => selected.some((row) => row.id === id))
  return (
    <div className="selection-bar" role="toolbar" aria-label="What to do with the chosen cases">
      <label className="row nowrap">
        <input
          type="checkbox"
          className="checkbox"
          checked={isAll}
          disabled={page.length === 0}
          onChange={() => onSelect(isAll ? [] : page.slice(0, mostAtOnce))}
        />
        {selected.length === 0 ? "Choose all shown" : `${selected.length} chosen`}
      </label>
      {hasMore && (
        <Button look="quiet" isBusy={isGathering} onClick={() => void gather()}>
          Choose all that match, up to {mostAtOnce.toLocaleString("en")}
        </Button>
      )}
      {selected.length > 0 &&
        (Object.keys(bulkActions) as BulkAction[]).map((each) => (
          <Button
            key={each}
            look={"isDangerous" in bulkActions[each] ? "danger" : "plain"}
            icon={bulkActions[each].icon}
            onClick={() => setAction(each)}
          >
            {bulkActions[each].title}
          </Button>
        ))}
      {problem !== undefined && <Problem error={problem} />}
      {action && <BulkDialog action={action} cases={selected} onClose={() => setAction(undefined)} />}
    </div>
  )
}

function NoCases({ isFiltered }: { readonly isFiltered: boolean }) {
  if (isFiltered) return <Empty icon="filter" title="No case is like that" />
  return (
    <Empty icon="cases" title="There are no cases yet">
      <Link to="/processes">Choose a process</Link> and start the first.
    </Empty>
  )
}
