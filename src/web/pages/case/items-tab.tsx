import { titleOf } from "../../../model/forms.ts"
import { changeQuery } from "../../app/location.tsx"
import { AgentName } from "../../parts/agent-name.tsx"
import { Button } from "../../parts/button.tsx"
import { Empty } from "../../parts/empty.tsx"
import { Moment } from "../../parts/moment.tsx"
import { StateBadge } from "../../parts/state-badge.tsx"
import { Table } from "../../parts/table.tsx"
import { useSession } from "../../server/session.tsx"
import type { CaseView } from "./case-page.tsx"
import { ItemActions } from "./item-actions.tsx"

export function ItemsTab({ view }: { readonly view: CaseView }) {
  const { may } = useSession()
  if (view.items.length === 0) return <Empty icon="work" title="There is nothing to do in this case yet" />
  return (
    <Table
      label="Items"
      rows={view.items.toReversed().slice(0, 300)}
      keyOf={({ id }) => id}
      columns={[
        {
          title: "Task",
          cell: ({ task, title, instances }) => (
            <Button look="quiet" onClick={() => changeQuery({ task })}>
              {title ?? titleOf(task)}
              {instances.length > 0 && ` ${instances.map(({ instance }) => instance).join(".")}`}
            </Button>
          ),
        },
        { title: "State", cell: ({ status, held }) => <StateBadge state={status} isHeld={held} /> },
        { title: "With", cell: ({ agent }) => agent && <AgentName of={agent} /> },
        { title: "Since", cell: ({ enabledAt, endedAt }) => <Moment at={endedAt ?? enabledAt} /> },
        {
          title: "Actions",
          cell: (item) => may("intervene") && view.state === "running" && <ItemActions item={item} view={view} />,
        },
      ]}
    />
  )
}
