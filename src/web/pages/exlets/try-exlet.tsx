import { useState } from "react"
import type { Json } from "../../../messages/json.ts"
import { Button } from "../../parts/button.tsx"
import { Card } from "../../parts/card.tsx"
import { EventList } from "../../parts/event-list.tsx"
import { Field } from "../../parts/field.tsx"
import { Problem } from "../../parts/problem.tsx"
import { useAsk } from "../../server/ask.ts"
import { useDryRun } from "../../server/dry-run.ts"
import { useProcessTitle } from "../../server/process-titles.ts"
import { useStepTitles } from "../../server/step-titles.ts"

/** Lets the steps be taken on a copy of a case: what would happen at once is shown, and nothing is done. */
export function TryExlet({ steps }: { readonly steps: readonly Json[] }) {
  const [id, setId] = useState("")
  const [item, setItem] = useState("")
  const [tried, setTried] = useState<Json[]>()
  const cases = useAsk("cases", { state: "running", order: "newest", limit: 100 })
  const processTitle = useProcessTitle()
  const process = cases.data?.rows.find((row) => row.id === id)?.process
  const titles = useStepTitles(process ?? "", process !== undefined)
  const items = useAsk("items", { case: id, live: true, limit: 100 }, { when: id !== "" })
  const input = tried && id !== "" ? { case: id, steps: tried, ...(item && { item }) } : undefined
  const told = useDryRun("run", input)
  const begin = (next: string) => {
    setId(next)
    setItem("")
    setTried(undefined)
  }
  return (
    <Card title="Try it on a case">
      <div className="stack">
        <p className="soft">Nothing is done: it is tried on a copy, as the case stands now.</p>
        <Field label="Case">
          {(control) => (
            <select {...control} className="input" value={id} onChange={(event) => begin(event.target.value)}>
              <option value="">Pick a running case</option>
              {cases.data?.rows.map((row) => (
                <option key={row.id} value={row.id}>
                  {processTitle(row.process)} · {row.id}
                </option>
              ))}
            </select>
          )}
        </Field>
        {id !== "" && (
          <Field label="At">
            {(control) => (
              <select
                {...control}
                className="input"
                value={item}
                onChange={(event) => {
                  setItem(event.target.value)
                  setTried(undefined)
                }}
              >
                <option value="">the case itself</option>
                {items.data?.rows.map((row) => (
                  <option key={row.id} value={row.id}>
                    {titles.get(row.task) ?? row.task} · {row.id}
                  </option>
                ))}
              </select>
            )}
          </Field>
        )}
        <div>
          <Button
            icon="play"
            disabled={id === "" || steps.length === 0}
            isBusy={input !== undefined && told.isFetching}
            onClick={() => setTried([...steps])}
          >
            Try it
          </Button>
        </div>
        {input !== undefined && told.isError && <Problem error={told.error} />}
        {input !== undefined && told.data && (
          <section aria-label="What would happen" aria-live="polite" className="stack tight">
            <h3>What would happen</h3>
            <EventList events={told.data} all />
          </section>
        )}
      </div>
    </Card>
  )
}
