import { type MouseEvent, useEffect, useRef } from "react"
import type { Output } from "../../../client.ts"
import { titleOf } from "../../../model/forms.ts"
import { Link } from "../../app/location.tsx"
import { Button } from "../../parts/button.tsx"
import { Empty } from "../../parts/empty.tsx"
import { Icon } from "../../parts/icon.tsx"
import { Problem } from "../../parts/problem.tsx"
import { Skeleton } from "../../parts/skeleton.tsx"
import type { useList } from "../../server/ask.ts"
import { useProcessTitle } from "../../server/process-titles.ts"
import { lookOf } from "../../words/states.ts"
import { Due } from "./due.tsx"
import { addressOfItem, isBesideList } from "./going.ts"
import "./work-list.css"

type Row = Output<"worklist">["rows"][number]

export interface Group {
  readonly title: string
  readonly list: ReturnType<typeof useList<"worklist">>
  readonly rows: readonly Row[]
}

interface Props {
  readonly groups: readonly Group[]
  readonly chosen: string | undefined
  readonly isEmpty: boolean
  readonly isFiltered: boolean
  /** With focus: by a key, and so the keys go on there. */
  readonly onChoose: Choosing
}

type Choosing = (id: string, focus: boolean) => void

export function WorkList({ groups, chosen, isEmpty, isFiltered, onChoose }: Props) {
  const failed = groups.find(({ list }) => list.isError && list.data === undefined)
  if (failed) return <Problem error={failed.list.error} onRetry={() => void failed.list.refetch()} />
  if (isEmpty)
    return (
      <Empty icon="search" title={isFiltered ? "Nothing fits these filters" : "Nothing here"}>
        <Link to="/work">Show everything</Link>
      </Empty>
    )
  if (groups.every(({ list, rows }) => rows.length === 0 && list.isPending)) return <Skeleton lines={8} />
  return (
    <div className="work-list">
      {groups
        .filter(({ rows }) => rows.length > 0)
        .map((group) => (
          <WorkGroup key={group.title} group={group} chosen={chosen} onChoose={onChoose} />
        ))}
    </div>
  )
}

interface GroupProps {
  readonly group: Group
  readonly chosen: string | undefined
  readonly onChoose: Choosing
}

function WorkGroup({ group: { title, list, rows }, chosen, onChoose }: GroupProps) {
  const processTitle = useProcessTitle()
  return (
    <section className="work-group" aria-label={title}>
      <h2 className="row">
        <span className="grow">{title}</span>
        <span className="soft">
          {rows.length}
          {list.hasNextPage && "+"}
          <span className="unseen"> items</span>
        </span>
      </h2>
      <ul>
        {rows.map((row) => (
          <WorkRow
            key={row.id}
            row={row}
            process={row.processTitle ?? processTitle(row.process)}
            isChosen={row.id === chosen}
            onChoose={onChoose}
          />
        ))}
      </ul>
      {list.hasNextPage && (
        <Button look="quiet" icon="down" isBusy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          Show more
        </Button>
      )}
    </section>
  )
}

interface RowProps {
  readonly process: string
  readonly row: Row
  readonly isChosen: boolean
  readonly onChoose: Choosing
}

function WorkRow({ row, process, isChosen, onChoose }: RowProps) {
  const { tone, icon, word } = lookOf(row.status, row.held)
  const link = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (isChosen && isBesideList()) link.current?.scrollIntoView({ block: "nearest" })
  }, [isChosen])
  // The list stays where it is; another tab is for whoever asks for one.
  const choose = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    onChoose(row.id, event.detail === 0)
  }
  return (
    <li ref={link}>
      <Link
        to={addressOfItem(row.id)}
        className="work-row"
        aria-current={isChosen ? "true" : undefined}
        onClick={choose}
      >
        <span className={`work-state ${tone}`} title={word}>
          <Icon name={icon} label={word} />
        </span>
        <span className="grow stack work-words">
          <span className="row nowrap">
            <span className="grow cut work-title">{row.title ?? titleOf(row.task)}</span>
            {row.priority > 0 && (
              <span className="work-priority" title={`Priority ${row.priority}`}>
                <Icon name="up" size={12} label="Priority" /> {row.priority}
              </span>
            )}
            <Due at={row.dueAt} isShort />
          </span>
          <span className="row nowrap soft small">
            <span className="cut">{process}</span>
            <span className="grow cut mono work-case">{row.case}</span>
          </span>
        </span>
      </Link>
    </li>
  )
}
