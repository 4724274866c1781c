import { useState } from "react"
import { placeOfScope } from "../../../model/scope-text.ts"
import { changeQuery } from "../../app/location.tsx"
import { Answer } from "../../parts/answer.tsx"
import { Button } from "../../parts/button.tsx"
import { Empty } from "../../parts/empty.tsx"
import { Moment } from "../../parts/moment.tsx"
import { StateBadge } from "../../parts/state-badge.tsx"
import { Table } from "../../parts/table.tsx"
import { Tabs } from "../../parts/tabs.tsx"
import { useAsk } from "../../server/ask.ts"

/** What the tree was asked, the newest first, or what it could be asked now. */
export function CasePicker({ tree, at }: { readonly tree: string; readonly at: string }) {
  const [kind, setKind] = useState<"past" | "live">("past")
  const { process, task } = placeOfScope(at)
  return (
    <div className="case-picker">
      <Tabs
        label="Which case"
        tabs={[
          { key: "past", title: "Decisions of the past" },
          { key: "live", title: "Cases as they stand" },
        ]}
        chosen={kind}
        onChoose={setKind}
      >
        {kind === "past" ? (
          <PastDecisions tree={tree} />
        ) : task === undefined ? (
          <LiveCases {...(process !== undefined && { process })} />
        ) : (
          <LiveItems process={process ?? ""} task={task} />
        )}
      </Tabs>
    </div>
  )
}

function PastDecisions({ tree }: { readonly tree: string }) {
  const [shown, setShown] = useState(pageSize)
  const asked = useAsk("decisions", { tree, order: "newest", limit: 1000 })
  return (
    <Answer of={asked}>
      {({ rows }) =>
        rows.length === 0 ? (
          <Empty icon="rules" title="This tree was never asked">
            As soon as a case comes by, it is here.
          </Empty>
        ) : (
          <>
            <Table
              label="Decisions"
              rows={rows.slice(0, shown)}
              keyOf={({ family, version }) => `${family} ${version}`}
              columns={[
                {
                  title: "Case",
                  cell: ({ family, version }) => (
                    <button
                      type="button"
                      className="link mono"
                      onClick={() => changeQuery({ family, version: String(version) })}
                    >
                      {family}
                    </button>
                  ),
                },
                { title: "Answer", cell: (row) => <DecisionAnswer {...row} /> },
              ]}
            />
            {rows.length > shown && (
              <p className="case-picker-more">
                <Button onClick={() => setShown(shown + 40)}>Show more</Button>
              </p>
            )}
          </>
        )
      }
    </Answer>
  )
}

/** Each decision is asked for by itself, as only those that are looked at matter. */
function DecisionAnswer({ family, version, failed }: { family: string; version: number; failed: boolean }) {
  const { data } = useAsk("explain", { family, version })
  if (failed) return <StateBadge state="failed" />
  return data === undefined ? <span className="soft">…</span> : (data.says ?? <span className="soft">nothing</span>)
}

function LiveCases({ process }: { readonly process?: string }) {
  const cases = useAsk("cases", { state: "running", limit: 40, ...(process !== undefined && { process }) })
  return (
    <Answer of={cases}>
      {({ rows }) =>
        rows.length === 0 ? (
          <Empty icon="cases" title="No case is running here" />
        ) : (
          <Table
            label="Running cases"
            rows={rows}
            keyOf={({ id }) => id}
            columns={[
              {
                title: "Case",
                cell: ({ id }) => (
                  <button type="button" className="link mono" onClick={() => changeQuery({ case: id })}>
                    {id}
                  </button>
                ),
              },
              { title: "State", cell: ({ state, held }) => <StateBadge state={state} isHeld={held} /> },
              { title: "Since", cell: ({ startedAt }) => <Moment at={startedAt} /> },
            ]}
          />
        )
      }
    </Answer>
  )
}

function LiveItems({ process, task }: { readonly process: string; readonly task: string }) {
  const items = useAsk("items", { process, task, live: true, limit: 40 })
  return (
    <Answer of={items}>
      {({ rows }) =>
        rows.length === 0 ? (
          <Empty icon="work" title="No item of this task is live" />
        ) : (
          <Table
            label="Live items"
            rows={rows}
            keyOf={({ id }) => id}
            columns={[
              {
                title: "Item",
                cell: ({ id, case: own }) => (
                  <button type="button" className="link mono" onClick={() => changeQuery({ case: own, item: id })}>
                    {id}
                  </button>
                ),
              },
              { title: "State", cell: ({ status, held }) => <StateBadge state={status} isHeld={held} /> },
            ]}
          />
        )
      }
    </Answer>
  )
}

const pageSize = 12
