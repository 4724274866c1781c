import { useMemo } from "react"
import type { Output } from "../../../client.ts"
import { titleOf } from "../../../model/forms.ts"
import { changeQuery, Link, useLocation } from "../../app/location.tsx"
import { Answer } from "../../parts/answer.tsx"
import { Empty } from "../../parts/empty.tsx"
import { Icon } from "../../parts/icon.tsx"
import { PageHead } from "../../parts/page-head.tsx"
import { useAsk } from "../../server/ask.ts"
import { useSession } from "../../server/session.tsx"
import { NewProcess } from "./new-process.tsx"
import { ProcessCard } from "./process-card.tsx"
import { type ProcessCount, useProcessCounts } from "./process-counts.ts"
import "./processes-page.css"

type Row = Output<"processes">["rows"][number]

/** All processes; with `?new` a new one, or a new version of the one it names. */
export function ProcessesPage() {
  const { query } = useLocation()
  const { may } = useSession()
  const processes = useAsk("processes", {})
  const isNew = query.has("new") && may("see", "teach")
  if (isNew) return <NewProcess key={query.get("new")} of={query.get("new") || undefined} />
  return (
    <Answer of={processes}>
      {({ rows }) =>
        rows.length === 0 && may("administer") ? <NewProcess of={undefined} isFirst /> : <AllProcesses rows={rows} />
      }
    </Answer>
  )
}

function AllProcesses({ rows }: { readonly rows: readonly Row[] }) {
  const { query } = useLocation()
  const { may } = useSession()
  const countOf = useProcessCounts()
  const words = query.get("words") ?? ""
  const shown = useMemo(() => inOrder(rows, words, countOf), [rows, words, countOf])
  return (
    <>
      <PageHead
        title="Processes"
        about="How work goes when it goes well. What to do when it does not is learnt beside them."
        actions={
          may("administer") && (
            <Link className="button main" to="/processes?new=">
              <Icon name="plus" /> New process
            </Link>
          )
        }
      />
      {rows.length === 0 ? (
        <Empty icon="process" title="There is no process yet">
          Whoever may administer can deploy one.
        </Empty>
      ) : (
        <>
          <input
            className="input processes-words"
            type="search"
            aria-label="Find a process"
            placeholder="Find a process"
            value={words}
            onChange={(event) => changeQuery({ words: event.target.value })}
          />
          <ul className="processes-grid">
            {shown.map((process) => (
              <ProcessCard key={process.name} process={process} count={countOf(process.name)} />
            ))}
          </ul>
          {shown.length === 0 && (
            <Empty icon="search" title="No process is called so">
              Other words find more.
            </Empty>
          )}
        </>
      )}
    </>
  )
}

/** Where most goes on first; what was removed last. */
function inOrder(
  rows: readonly Row[],
  words: string,
  countOf: (name: string) => ProcessCount | undefined,
): readonly Row[] {
  const wanted = words.toLowerCase().split(/\s+/)
  const called = ({ name, title }: Row) => title ?? titleOf(name)
  const fits = (row: Row) => wanted.every((word) => `${called(row)} ${row.name}`.toLowerCase().includes(word))
  return rows
    .filter(fits)
    .toSorted(
      (a, b) =>
        Number(a.isRemoved) - Number(b.isRemoved) ||
        (countOf(b.name)?.running ?? 0) - (countOf(a.name)?.running ?? 0) ||
        called(a).localeCompare(called(b)),
    )
}
