import { useState } from "react"
import { titleOf } from "../../../model/forms.ts"
import { addressOf, changeQuery, Link, navigate } from "../../app/location.tsx"
import { AgentName } from "../../parts/agent-name.tsx"
import { Button } from "../../parts/button.tsx"
import { Menu } from "../../parts/menu.tsx"
import { Moment } from "../../parts/moment.tsx"
import { PageHead } from "../../parts/page-head.tsx"
import { CountBadge } from "../../parts/state-badge.tsx"
import { useSession } from "../../server/session.tsx"
import { ExportDialog } from "./export-dialog.tsx"
import { useProcessCounts } from "./process-counts.ts"
import type { ProcessView } from "./process-page.tsx"
import { RemoveDialog } from "./remove-dialog.tsx"
import { StartDialog } from "./start-dialog.tsx"
import "./process-head.css"

interface Props {
  readonly view: ProcessView
  readonly versions: readonly { readonly version: number }[]
}

type Open = "start" | "remove" | "bundle" | "wqm"

export function ProcessHead({ view, versions }: Props) {
  const { name, version, isRemoved } = view
  const { may } = useSession()
  const [open, setOpen] = useState<Open>()
  const count = useProcessCounts()(name)
  const newest = Math.max(version, ...versions.map((each) => each.version))
  const title = view.title ?? titleOf(name)
  const close = () => setOpen(undefined)
  return (
    <>
      <PageHead
        title={title}
        trail={[["Processes", "/processes"]]}
        beside={
          <>
            {versions.length > 1 ? (
              <select
                className="input process-version"
                aria-label="Version"
                value={version}
                onChange={(event) =>
                  changeQuery({
                    version: Number(event.target.value) === newest ? undefined : event.target.value,
                    task: undefined,
                  })
                }
              >
                {versions
                  .toSorted((a, b) => b.version - a.version)
                  .map((each) => (
                    <option key={each.version} value={each.version}>
                      Version {each.version}
                      {each.version === newest ? " (newest)" : ""}
                    </option>
                  ))}
              </select>
            ) : (
              <span className="soft">version {version}</span>
            )}
            {count && count.trouble > 0 && <CountBadge count={count.trouble} tone="trouble" label="cases in trouble" />}
          </>
        }
        about={
          <>
            <code>{name}</code> · deployed <Moment at={view.deployedAt} /> by <AgentName of={view.deployedBy} />
            {view.reason && `: ${view.reason}`}
            {isRemoved && " · removed: no case of it can be started any more"}
          </>
        }
        actions={
          <>
            <Link className="button quiet" to={addressOf("/cases", {}, { process: name })}>
              {count ? `${count.running} ${count.running === 1 ? "case runs" : "cases run"}` : "Its cases"}
            </Link>
            <Link className="button quiet" to={addressOf("/rules", {}, { process: name })}>
              Its rules
            </Link>
            <Menu
              label="More"
              choices={[
                ...(may("administer")
                  ? [
                      {
                        label: "New version…",
                        icon: "edit" as const,
                        onChoose: () => navigate(addressOf("/processes", {}, { new: name })),
                      },
                    ]
                  : []),
                { label: "Export as a bundle", icon: "out", onChoose: () => setOpen("bundle") },
                { label: "Export as WQM (XML)", icon: "out", onChoose: () => setOpen("wqm") },
                ...(may("administer") && !isRemoved
                  ? [
                      {
                        label: "Remove…",
                        icon: "removed" as const,
                        isDangerous: true,
                        onChoose: () => setOpen("remove"),
                      },
                    ]
                  : []),
              ]}
            />
            {may("do") && !isRemoved && (
              <Button look="main" icon="play" onClick={() => setOpen("start")}>
                Start a case…
              </Button>
            )}
          </>
        }
      />
      {open === "start" && <StartDialog view={view} isNewest={version === newest} onClose={close} />}
      {open === "remove" && <RemoveDialog name={name} title={title} onClose={close} />}
      {(open === "bundle" || open === "wqm") && <ExportDialog view={view} to={open} onClose={close} />}
    </>
  )
}
