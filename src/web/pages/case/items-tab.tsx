import { useState } from "react"
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
import { instanceWords } from "./instance-words.ts"
import { ItemActions } from "./item-actions.tsx"
import type { ItemView } from "./item-summary.tsx"
import { useCaseItems } from "./use-case-items.ts"

export function ItemsTab({ view }: { readonly view: CaseView }) {
  const { may } = useSession()
  const [most, setMost] = useState(atFirst)
  const { items, more, isBusy } = useCaseItems(view)
  const isAll = view.more?.items === undefined
  if (view.items.length === 0) return <Empty icon="work" title="There is nothing to do in this case yet" />
  return (
    <>
      <Table
        label="Items"
        rows={isAll ? items.toReversed().slice(0, most) : items}
        keyOf={({ id }) => id}
        columns={[
          {
            title: "Task",
            cell: ({ task, title, instances }) => (
              <button type="button" className="text-button" onClick={() => changeQuery({ task })}>
                {title ?? titleOf(task)}
                {instances.length > 0 && ` ${instanceWords(instances)}`}
              </button>
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
      {isAll && items.length > most && (
        <Button onClick={() => setMost(most + atFirst * 5)}>{`Show more of ${items.length} items`}</Button>
      )}
      {more && (
        <Button isBusy={isBusy} onClick={more}>{`Show more of ${items.length + leftOut(view, items)} items`}</Button>
      )}
    </>
  )
}

/** How many items of the case are not in the list yet. */
const leftOut = ({ items, more }: CaseView, listed: readonly ItemView[]): number =>
  Math.max(0, items.length + (more?.items ?? 0) - listed.length)

const atFirst = 100
