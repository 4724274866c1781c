import { placeOfScope } from "../../../model/scope-text.ts"
import { addressOf, Link } from "../../app/location.tsx"
import { Card } from "../../parts/card.tsx"
import { Table } from "../../parts/table.tsx"
import { useClassTitle } from "../../server/class-titles.ts"
import { eventTitle, treeParts } from "../../words/rule-words.ts"

interface Tree {
  readonly key: string
  readonly on: string
  readonly at: string
  readonly nodes: readonly unknown[]
}

/** Trees that belong to no process: everywhere, for a role, a unit, an agent, data of a class. */
export function OtherTrees({ trees }: { readonly trees: readonly Tree[] }) {
  const classTitle = useClassTitle()
  const rows = trees.filter(({ at, nodes }) => placeOfScope(at).process === undefined && nodes.length > 0)
  if (rows.length === 0) return null
  return (
    <Card title="In every process" isFlush>
      <Table
        label="Rules in every process"
        rows={rows}
        keyOf={({ key }) => key}
        columns={[
          {
            title: "Event",
            cell: ({ key, on }) => (
              <Link to={addressOf("/rules/:tree", { tree: key })}>{eventTitle(on, classTitle).title}</Link>
            ),
          },
          { title: "Where", cell: ({ at }) => <span className="mono">{at}</span> },
          { title: "Handler", cell: ({ key }) => treeParts(key).handler ?? <span className="soft">–</span> },
          { title: "Rules", isNumber: true, cell: ({ nodes }) => nodes.length },
        ]}
      />
    </Card>
  )
}
