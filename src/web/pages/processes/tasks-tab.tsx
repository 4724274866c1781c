import type { Drawing, DrawnKind, DrawnNode } from "../../../model/drawing.ts"
import { changeQuery } from "../../app/location.tsx"
import { Empty } from "../../parts/empty.tsx"
import { Icon, type IconName } from "../../parts/icon.tsx"
import { Table } from "../../parts/table.tsx"
import { durationWords } from "../../words/durations.ts"
import { nodesInOrder } from "../../words/step-order.ts"
import "./tasks-tab.css"

interface Props {
  readonly net: Drawing
  readonly chosen: string | undefined
}

/** The steps somebody or something does, and who. */
export function TasksTab({ net, chosen }: Props) {
  const rows = nodesInOrder(net).filter(({ kind, task }) => task !== undefined && kind in doers)
  if (rows.length === 0) return <Empty icon="work" title="Nobody has anything to do in it" />
  return (
    <Table<DrawnNode>
      label="Tasks"
      rows={rows}
      keyOf={({ id }) => id}
      isChosen={({ task }) => task === chosen}
      columns={[
        {
          title: "Task",
          cell: ({ kind, title, task }) => (
            <button
              type="button"
              className="tasks-name"
              onClick={() => changeQuery({ task: task === chosen ? undefined : task })}
            >
              <Icon name={doers[kind] ?? "work"} /> {title}
            </button>
          ),
        },
        { title: "Who", cell: whoOf },
        {
          title: "Within",
          cell: ({ deadline }) =>
            deadline === undefined ? <span className="soft">any time</span> : (durationWords(deadline) ?? deadline),
        },
        {
          title: "Besides",
          cell: ({ isNominated, isMultiple, isAside, alternativeOf }) => (
            <span className="soft">
              {[
                isNominated && "rules pick worklets for it",
                isMultiple && "once for each of several",
                isAside && "only when exceptions or people lead there",
                alternativeOf !== undefined && `stands in for ${alternativeOf}`,
              ]
                .filter(Boolean)
                .join(", ")}
            </span>
          ),
        },
      ]}
    />
  )
}

function whoOf({ kind, needs, worker }: DrawnNode) {
  if (worker !== undefined) return `the program ${worker}`
  if (kind === "message") return <span className="soft">waits for a message</span>
  if (kind === "timer") return <span className="soft">waits for a moment</span>
  return needs ?? <span className="soft">anybody</span>
}

const doers: Readonly<Partial<Record<DrawnKind, IconName>>> = {
  task: "work",
  program: "program",
  message: "message",
  timer: "timer",
}
