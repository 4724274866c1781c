import { useMemo } from "react"
import type { Output } from "../../../client.ts"
import { changeQuery, useLocation } from "../../app/location.tsx"
import type { PageProps } from "../../app/pages.tsx"
import { caseMarks, wholeCase } from "../../net/case-marks.ts"
import { NetView } from "../../net/net-view.tsx"
import { WholeCaseLine } from "../../net/whole-case-line.tsx"
import { Answer } from "../../parts/answer.tsx"
import { Card } from "../../parts/card.tsx"
import { Tabs } from "../../parts/tabs.tsx"
import { useAgentName } from "../../server/agent-names.ts"
import { useAsk } from "../../server/ask.ts"
import { CaseHead } from "./case-head.tsx"
import { ChosenTask } from "./chosen-task.tsx"
import { DataTab } from "./data-tab.tsx"
import { ExceptionsTab } from "./exceptions-tab.tsx"
import { FamilyCard } from "./family-card.tsx"
import { ItemsTab } from "./items-tab.tsx"
import { LogTab } from "./log-tab.tsx"
import { Timeline } from "./timeline.tsx"
import { Waits } from "./waits.tsx"
import "./case-page.css"

export type CaseView = Output<"case">

/** One case, live: its net, its family, what happened and why, and everything one can do about it. */
export function CasePage({ parameters }: PageProps) {
  const id = parameters.case ?? ""
  const asked = useAsk("case", { case: id }, { of: familyIn(id) })
  return <Answer of={asked}>{(view) => <CaseBody view={view} />}</Answer>
}

/** Ids inside a family begin with its own. */
const familyIn = (id: string): string => id.split(".", 1)[0] ?? id

const tabs = ["timeline", "data", "items", "exceptions", "log"] as const
type TabKey = (typeof tabs)[number]

function CaseBody({ view }: { readonly view: CaseView }) {
  const { query } = useLocation()
  const agentName = useAgentName()
  const marks = useMemo(() => caseMarks(view, agentName), [view, agentName])
  const whole = useMemo(() => wholeCase(view, agentName), [view, agentName])
  const task = query.get("task") ?? undefined
  const tab = tabs.find((each) => each === query.get("tab")) ?? "timeline"
  return (
    <>
      <CaseHead view={view} />
      <Card isFlush className="case-net">
        <WholeCaseLine of={whole} />
        <NetView
          process={view.process}
          version={view.version}
          marks={marks}
          chosen={task}
          onChoose={(next) => changeQuery({ task: next })}
          height={330}
        />
      </Card>
      <div className="case-columns">
        <Card>
          <Tabs<TabKey>
            label="About this case"
            tabs={[
              { key: "timeline", title: "Timeline" },
              { key: "data", title: "Data" },
              { key: "items", title: "Items", count: view.items.length + (view.more?.items ?? 0) },
              { key: "exceptions", title: "Exceptions", count: view.exceptions.length + (view.more?.exceptions ?? 0) },
              { key: "log", title: "Log" },
            ]}
            chosen={tab}
            onChoose={(next) => changeQuery({ tab: next === "timeline" ? undefined : next })}
          >
            {tab === "timeline" && <Timeline family={view.family} view={view} />}
            {tab === "data" && <DataTab view={view} />}
            {tab === "items" && <ItemsTab view={view} />}
            {tab === "exceptions" && <ExceptionsTab view={view} />}
            {tab === "log" && <LogTab family={view.family} />}
          </Tabs>
        </Card>
        <div className="stack case-side">
          {task !== undefined && <ChosenTask key={task} task={task} view={view} />}
          <Waits view={view} />
          <FamilyCard view={view} />
        </div>
      </div>
    </>
  )
}
