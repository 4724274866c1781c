import { useState } from "react"
import type { Output } from "../../../client.ts"
import { Answer } from "../../parts/answer.tsx"
import { Button } from "../../parts/button.tsx"
import { Empty } from "../../parts/empty.tsx"
import { Moment } from "../../parts/moment.tsx"
import { Table } from "../../parts/table.tsx"
import { useAsk } from "../../server/ask.ts"

type Change = Output<"organisationChanges">["rows"][number]

const atOnce = 50

/** Who changed what of the organisation, when and why; the newest first. */
export function ChangesTab() {
  const changes = useAsk("organisationChanges", {})
  const [shown, setShown] = useState(atOnce)
  return (
    <Answer of={changes}>
      {({ rows }) =>
        rows.length === 0 ? (
          <Empty icon="people" title="Nothing was ever changed" />
        ) : (
          <div className="stack">
            <Table<Change>
              label="Changes of the organisation"
              rows={rows.toReversed().slice(0, shown)}
              keyOf={({ kind, name, version }) => `${kind} ${name} ${version}`}
              columns={[
                { title: "When", width: "130px", cell: ({ at }) => <Moment at={at} /> },
                {
                  title: "What",
                  cell: ({ kind, name, version, source }) => (
                    <>
                      {kind} {kind !== "grant" && <code>{name}</code>}{" "}
                      <span className="soft">
                        {source === null ? "removed" : version === 1 ? "added" : `changed, version ${version}`}
                      </span>
                    </>
                  ),
                },
                {
                  title: "To",
                  width: "36%",
                  cell: ({ source }) => (
                    <code className="change-source">{source === null ? "" : JSON.stringify(source)}</code>
                  ),
                },
                { title: "By", cell: ({ by }) => by },
                { title: "Why", cell: ({ reason }) => reason ?? <span className="soft">no reason was given</span> },
              ]}
            />
            {rows.length > shown && (
              <Button onClick={() => setShown(shown + atOnce)}>Show more ({rows.length - shown})</Button>
            )}
          </div>
        )
      }
    </Answer>
  )
}
