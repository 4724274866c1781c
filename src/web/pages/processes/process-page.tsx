import { useMemo } from "react"
import type { Output } from "../../../client.ts"
import type { Finding } from "../../../messages/findings.ts"
import type { Drawing } from "../../../model/drawing.ts"
import { titleOf } from "../../../model/forms.ts"
import { changeQuery, useLocation } from "../../app/location.tsx"
import type { PageProps } from "../../app/pages.tsx"
import { Answer } from "../../parts/answer.tsx"
import { Button } from "../../parts/button.tsx"
import { Card } from "../../parts/card.tsx"
import { PageHead } from "../../parts/page-head.tsx"
import { Problem } from "../../parts/problem.tsx"
import { Skeleton } from "../../parts/skeleton.tsx"
import { Tabs } from "../../parts/tabs.tsx"
import { useAsk } from "../../server/ask.ts"
import { useSession } from "../../server/session.tsx"
import { ProcessHead } from "./process-head.tsx"
import { SourceTab } from "./source-tab.tsx"
import { TasksTab } from "./tasks-tab.tsx"
import { VerifiedNet } from "./verified-net.tsx"
import { VersionsTab } from "./versions-tab.tsx"

export type ProcessView = Output<"process">

/** One process: its net with what was found on it, its tasks, versions and text, and how to start a case. */
export function ProcessPage({ parameters }: PageProps) {
  const { query } = useLocation()
  const version = Number(query.get("version")) || undefined
  const process = useAsk("process", {
    process: parameters.process ?? "",
    ...(version !== undefined && { version }),
  })
  if (process.isError && process.data === undefined)
    return (
      <>
        <PageHead title={titleOf(parameters.process ?? "")} trail={[["Processes", "/processes"]]} />
        <Problem error={process.error} onRetry={() => void process.refetch()} />
      </>
    )
  return <Answer of={process}>{(view) => <ProcessBody view={view} />}</Answer>
}

const tabs = ["tasks", "versions", "source"] as const
type TabKey = (typeof tabs)[number]

function ProcessBody({ view }: { readonly view: ProcessView }) {
  const { name, version } = view
  const { query } = useLocation()
  const { may } = useSession()
  const net = useAsk("net", { process: name, version })
  const isVerifying = query.has("verify")
  const verified = useAsk("verify", { bundle: view.source }, { when: isVerifying && may("see", "teach") })
  const versions = useAsk("processes", { versions: true })
  const tab = tabs.find((each) => each === query.get("tab")) ?? "tasks"
  const task = query.get("task") ?? undefined
  const sketch = useMemo(() => net.data && { source: view.source, net: net.data as Drawing }, [net.data, view.source])
  const own = (versions.data?.rows ?? []).filter((each) => each.name === name)
  return (
    <div className="stack">
      <ProcessHead view={view} versions={own} />
      <Answer
        of={net}
        loading={
          <Card>
            <Skeleton lines={8} />
          </Card>
        }
      >
        {() => (
          <VerifiedNet
            sketch={sketch}
            findings={(verified.data?.findings ?? nothing) as readonly Finding[]}
            pending={
              verified.data ? undefined : verified.isError ? (
                <Problem error={verified.error} onRetry={() => void verified.refetch()} />
              ) : isVerifying ? (
                <p className="verified-clean soft">
                  It is being verified together with all rules there are. That may take a while…
                </p>
              ) : (
                <p className="verified-clean">
                  <Button icon="search" onClick={() => changeQuery({ verify: "yes" })}>
                    Verify
                  </Button>
                  <span className="soft">
                    Looks for what may go wrong when it runs, together with all rules there are.
                  </span>
                </p>
              )
            }
            height={400}
            chosen={task}
            onChoose={(next) => changeQuery({ task: next })}
          />
        )}
      </Answer>
      <Card>
        <Tabs<TabKey>
          label="About this process"
          tabs={[
            { key: "tasks", title: "Tasks" },
            { key: "versions", title: "Versions", count: own.length },
            { key: "source", title: "Source" },
          ]}
          chosen={tab}
          onChoose={(next) => changeQuery({ tab: next === "tasks" ? undefined : next })}
        >
          {tab === "tasks" && sketch && <TasksTab net={sketch.net} chosen={task} />}
          {tab === "versions" && <VersionsTab view={view} versions={own} />}
          {tab === "source" && <SourceTab view={view} />}
        </Tabs>
      </Card>
    </div>
  )
}

const nothing: readonly Finding[] = []
