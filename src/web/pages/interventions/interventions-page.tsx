import { useRef, useState } from "react"
import { useListKeys } from "../../app/list-keys.ts"
import { addressOf, changeQuery, Link, navigate, useLocation } from "../../app/location.tsx"
import type { PageProps } from "../../app/pages.tsx"
import { Button } from "../../parts/button.tsx"
import { Card } from "../../parts/card.tsx"
import { Empty } from "../../parts/empty.tsx"
import { PageHead } from "../../parts/page-head.tsx"
import { Problem } from "../../parts/problem.tsx"
import { Skeleton } from "../../parts/skeleton.tsx"
import { Tabs } from "../../parts/tabs.tsx"
import { useNext } from "../../parts/use-next.ts"
import { useList } from "../../server/ask.ts"
import { useFurther } from "../../server/further.ts"
import { useSession } from "../../server/session.tsx"
import { type Alike, alikeIn } from "./alike.ts"
import { AnswerAllDialog } from "./answer-all-dialog.tsx"
import { InterventionDetail } from "./intervention-detail.tsx"
import { InterventionFilters, useInterventionFilters } from "./intervention-filters.tsx"
import { InterventionList } from "./intervention-list.tsx"
import "./interventions-page.css"

/** The inbox: what people are asked at the left, one of them at the right. */
export function InterventionsPage({ parameters: { intervention: chosen } }: PageProps) {
  const { me, may } = useSession()
  const { query } = useLocation()
  const filters = useInterventionFilters()
  const [group, setGroup] = useState<Alike>()
  const isOpenTab = filters.tab === "open"
  const list = useList("interventions", {
    ...(filters.class !== undefined && { class: filters.class }),
    ...(filters.process !== undefined && { process: filters.process }),
    ...(filters.mine && { to: me.agent }),
    ...(isOpenTab ? { ...(filters.overdue && { overdue: true }) } : { open: false, order: "newest" as const }),
    limit: 100,
  })
  const shown = (list.data?.pages ?? []).flatMap((page) => page.rows).filter(({ open }) => open === isOpenTab)
  // Open ones are among them as well.
  useFurther(list, isOpenTab || shown.length >= 20, 5)
  // What somebody reads stays, though something more urgent comes or somebody else answers it.
  const read = useRef<{ readonly id: string; readonly among: string }>(undefined)
  const among = JSON.stringify(filters)
  const isRead = read.current?.among === among || shown.some(({ id }) => id === read.current?.id)
  const first = chosen ?? (isRead ? read.current?.id : shown[0]?.id)
  read.current = first === undefined ? undefined : { id: first, among }
  const inOrder = alikeIn(shown).flatMap((group) => group.rows.map(({ id }) => id))
  const isFiltered = filters.class ?? filters.process ?? (filters.mine || filters.overdue)
  const addressOfQuestion = (id: string) =>
    addressOf("/interventions/:intervention", { intervention: id }, Object.fromEntries(query))
  useListKeys(inOrder, first, (id) => navigate(addressOfQuestion(id), { replace: true }))
  const next = useNext(inOrder, first)
  return (
    <>
      <PageHead title="Interventions" about="What people are asked, because nothing else has known an answer." />
      <div className="interventions">
        <div className="interventions-side">
          <InterventionFilters />
          <Tabs
            label="Open or answered"
            tabs={[
              { key: "open", title: "Open" },
              { key: "answered", title: "Answered" },
            ]}
            chosen={filters.tab}
            onChoose={(tab) => navigate(addressOf("/interventions", {}, { ...Object.fromEntries(query), tab }))}
          >
            <Card isFlush>
              {list.isPending && (
                <div className="interventions-loading">
                  <Skeleton lines={8} />
                </div>
              )}
              {list.isError && <Problem error={list.error} onRetry={() => void list.refetch()} />}
              {list.data && shown.length === 0 && <NothingOpen isFiltered={!!isFiltered} isOpenTab={isOpenTab} />}
              <InterventionList
                rows={shown}
                chosen={first}
                {...(isOpenTab && may("intervene") && { onAnswerAll: setGroup })}
              />
              {list.hasNextPage && (
                <Button look="quiet" isBusy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
                  Show more
                </Button>
              )}
            </Card>
          </Tabs>
        </div>
        <section aria-label="The chosen question" className="interventions-main">
          {first !== undefined && (
            <InterventionDetail
              key={first}
              id={first}
              next={next === undefined ? undefined : addressOfQuestion(next)}
              onAnswered={() => navigate(addressOfQuestion(first), { replace: true })}
            />
          )}
        </section>
      </div>
      {group && <AnswerAllDialog group={group} onClose={() => setGroup(undefined)} />}
    </>
  )
}

function NothingOpen({ isFiltered, isOpenTab }: { readonly isFiltered: boolean; readonly isOpenTab: boolean }) {
  if (isFiltered)
    return (
      <Empty icon="filter" title="Nothing like that">
        <Button
          look="quiet"
          onClick={() => changeQuery({ class: undefined, process: undefined, to: undefined, overdue: undefined })}
        >
          Show all
        </Button>
      </Empty>
    )
  if (!isOpenTab) return <Empty icon="intervention" title="Nothing has been answered yet" />
  return (
    <Empty icon="completed" title="Nobody is asked anything">
      What goes wrong is handled by rules, or nothing goes wrong. <Link to="/">To the overview</Link>
    </Empty>
  )
}
