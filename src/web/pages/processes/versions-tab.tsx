import type { Output } from "../../../client.ts"
import { addressOf, Link } from "../../app/location.tsx"
import { AgentName } from "../../parts/agent-name.tsx"
import { Moment } from "../../parts/moment.tsx"
import { Table } from "../../parts/table.tsx"
import type { ProcessView } from "./process-page.tsx"

type Row = Output<"processes">["rows"][number]

interface Props {
  readonly view: ProcessView
  readonly versions: readonly Row[]
}

/** Who deployed which version, when and why. */
export function VersionsTab({ view, versions }: Props) {
  return (
    <Table
      label="Versions"
      rows={versions.toSorted((a, b) => b.version - a.version)}
      keyOf={({ version }) => String(version)}
      isChosen={({ version }) => version === view.version}
      columns={[
        {
          title: "Version",
          width: "110px",
          cell: ({ version }) => (
            <Link
              to={addressOf(
                "/processes/:process",
                { process: view.name },
                { version: String(version), tab: "versions" },
              )}
            >
              Version {version}
            </Link>
          ),
        },
        { title: "Deployed", width: "160px", cell: ({ deployedAt }) => <Moment at={deployedAt} /> },
        { title: "By", width: "160px", cell: ({ deployedBy }) => <AgentName of={deployedBy} /> },
        { title: "Why", cell: ({ reason }) => reason ?? <span className="soft">no reason was given</span> },
      ]}
    />
  )
}
