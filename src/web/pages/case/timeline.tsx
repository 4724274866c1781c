import { useMemo, useRef, useState } from "react"
import type { Output } from "../../../client.ts"
import { Button } from "../../parts/button.tsx"
import { Empty } from "../../parts/empty.tsx"
import { Problem } from "../../parts/problem.tsx"
import { Skeleton } from "../../parts/skeleton.tsx"
import { useAgentName } from "../../server/agent-names.ts"
import { useClassTitle } from "../../server/class-titles.ts"
import { type ProcessVersion, useDrawings } from "../../server/drawings.ts"
import { learnNames } from "../../words/event-words.ts"
import { knownOfCase } from "../../words/known-of-case.ts"
import type { CaseView } from "./case-page.tsx"
import { TimelineEntry, toldOf } from "./timeline-entry.tsx"
import { useHistory } from "./use-history.ts"
import "./timeline.css"

/** The case's own process, and those of the cases that were started meanwhile. */
function processesIn(rows: Output<"entries">["rows"], view: CaseView): readonly ProcessVersion[] {
  const all = new Map([[view.process, view.version]])
  for (const { events } of rows)
    for (const event of events) if (event.type === "CaseStarted") all.set(event.process, event.version)
  return [...all].slice(0, 12).map(([process, version]) => ({ process, version }))
}

/** What happened in the family, the newest first, and why. */
export function Timeline({ family, view }: { readonly family: string; readonly view: CaseView }) {
  const [all, setAll] = useState(false)
  const entries = useHistory(family)
  const { rows } = entries
  const drawings = useDrawings(useMemo(() => processesIn(rows, view), [rows, view]))
  const agent = useAgentName()
  const classTitle = useClassTitle()
  const known = useMemo(
    () =>
      learnNames(
        rows.flatMap(({ events }) => events),
        { ...knownOfCase(view, drawings), agent, classTitle },
      ),
    [rows, view, drawings, agent, classTitle],
  )
  const kept = useKept<Told>(saysTheSame)
  if (entries.error) return <Problem error={entries.error} onRetry={entries.retry} />
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
          <TimelineEntry
            key={entry.position}
            entry={entry}
            told={kept(entry.position, toldOf(entry, known, all))}
            id={view.id}
            family={family}
            process={view.process}
          />
        ))}
      </ol>
      {entries.more && (
        <Button isBusy={entries.isMoreComing} onClick={entries.more}>
          Show what was before
        </Button>
      )}
    </div>
  )
}

type Told = ReturnType<typeof toldOf>

const saysTheSame = (one: Told, other: Told): boolean =>
  one.length === other.length &&
  one.every(({ text, times }, index) => text === other[index]?.text && times === other[index]?.times)

/** The value of before under the same key, if it is as good: so that what has not changed is not drawn again. */
function useKept<Value>(isSame: (one: Value, other: Value) => boolean) {
  const all = useRef(new Map<number, Value>())
  return (key: number, next: Value): Value => {
    const before = all.current.get(key)
    if (before !== undefined && isSame(before, next)) return before
    all.current.set(key, next)
    return next
  }
}
