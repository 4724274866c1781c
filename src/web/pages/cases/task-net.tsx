import { useMemo } from "react"
import { titleOf } from "../../../model/forms.ts"
import { changeQuery } from "../../app/location.tsx"
import { NetView } from "../../net/net-view.tsx"
import { Button } from "../../parts/button.tsx"
import { Card } from "../../parts/card.tsx"
import { useAsk } from "../../server/ask.ts"
import type { CaseFilters } from "./case-filters.ts"
import { taskMarks } from "./task-marks.ts"

/** The net of the chosen process with what stands where; a step that is chosen filters the cases. */
export function TaskNet({ filters }: { readonly filters: CaseFilters & { readonly process: string } }) {
  const { process, version, task } = filters
  const counts = useAsk("taskCounts", { process, ...(version && { version }) }, { keep: true })
  const marks = useMemo(() => taskMarks(counts.data?.rows ?? []), [counts.data])
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
      <NetView
        process={process}
        version={version}
        marks={marks}
        chosen={task}
        onChoose={(chosen) => changeQuery({ task: chosen === task ? undefined : chosen })}
        height={320}
      />
    </Card>
  )
}
