import { useMemo, useState } from "react"
import { titleOf } from "../../../model/forms.ts"
import { changeQuery } from "../../app/location.tsx"
import { NetView } from "../../net/net-view.tsx"
import { Button } from "../../parts/button.tsx"
import { Card } from "../../parts/card.tsx"
import { Problem } from "../../parts/problem.tsx"
import { Skeleton } from "../../parts/skeleton.tsx"
import { useAsk } from "../../server/ask.ts"
import { type CaseFilters, caseQuery } from "./case-filters.ts"
import { itemsIn, taskMarks } from "./task-marks.ts"
import "./task-net.css"

interface Props {
  readonly filters: CaseFilters & { readonly process: string }
}

/** The net of the chosen process with what stands where in the listed cases, for each version; a step that is chosen filters them. */
export function TaskNet({ filters }: Props) {
  const { process, task } = filters
  const { order: _, ...asked } = caseQuery(filters, Date.now())
  const counts = useAsk("taskCounts", { ...asked, process }, { keep: true })
  const newest = useAsk("processes", {}).data?.rows.find(({ name }) => name === process)?.version
  const [chosen, choose] = useState<number>()
  const versions = counts.data?.versions ?? []
  const version =
    filters.version ?? [chosen, newest, versions[0]?.version].find((each) => has(versions, each)) ?? newest
  const rows = versions.find((each) => each.version === version)?.rows
  const marks = useMemo(() => taskMarks(rows ?? []), [rows])
  return (
    <Card
      title="Where the cases stand"
      isFlush
      side={
        task ? (
          <Button look="quiet" icon="close" onClick={() => changeQuery({ task: undefined })}>
            Only at “{titleOf(task)}”
          </Button>
        ) : (
          <span className="soft small">Choose a step to see only the cases there</span>
        )
      }
    >
      {counts.isError && <Problem error={counts.error} onRetry={() => void counts.refetch()} />}
      {versions.length > 1 && (
        <div className="task-net-versions row" role="group" aria-label="Version of the net">
          {versions.map((each) => (
            <Button
              key={each.version}
              look={each.version === version ? "main" : "plain"}
              aria-pressed={each.version === version}
              onClick={() => choose(each.version)}
            >
              {`Version ${each.version}: ${itemsIn(each.rows)}`}
            </Button>
          ))}
        </div>
      )}
      {counts.data?.looked !== undefined && (
        <p className="task-net-versions soft small">
          {`Counts cover the newest ${counts.data.looked.toLocaleString("en")} cases. Add a filter to count fewer.`}
        </p>
      )}
      {/* Which activities are open at first depends on what is in them. */}
      {counts.isPending ? (
        <div className="net-frame" style={{ height }}>
          <Skeleton />
        </div>
      ) : (
        <NetView
          key={version}
          process={process}
          version={version}
          marks={marks}
          chosen={task}
          onChoose={(next) => changeQuery({ task: next === task ? undefined : next })}
          height={height}
        />
      )}
    </Card>
  )
}

const height = 320

const has = (versions: readonly { readonly version: number }[], version: number | undefined): boolean =>
  versions.some((each) => each.version === version)
