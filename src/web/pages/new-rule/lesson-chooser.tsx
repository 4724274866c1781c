import { useState } from "react"
import { titleOf } from "../../../model/forms.ts"
import { addressOf, changeQuery, Link, navigate, useLocation } from "../../app/location.tsx"
import { Answer } from "../../parts/answer.tsx"
import { Button } from "../../parts/button.tsx"
import { Card } from "../../parts/card.tsx"
import { Empty } from "../../parts/empty.tsx"
import { Field } from "../../parts/field.tsx"
import { Moment } from "../../parts/moment.tsx"
import { StateBadge } from "../../parts/state-badge.tsx"
import { Table } from "../../parts/table.tsx"
import { useAsk } from "../../server/ask.ts"
import { useClassTitle } from "../../server/class-titles.ts"
import { titlesIn } from "../../server/step-titles.ts"
import { eventTitle } from "../../words/rule-words.ts"
import { type Occasion, occasions } from "./occasions.ts"
import "./lesson-chooser.css"

/** What a rule is to be about, and the case it is learnt from: for whoever comes from no case. */
export function LessonChooser() {
  const { query } = useLocation()
  const processes = useAsk("processes", {})
  const rows = processes.data?.rows ?? []
  const process = rows.find(({ name }) => name === query.get("process"))?.name ?? rows[0]?.name
  return (
    <Answer of={processes}>
      {() =>
        process === undefined ? (
          <Card>
            <Empty icon="process" title="There is no process yet">
              A rule is learnt from a case. <Link to="/processes">Deploy a process</Link>, start a case of it, and come
              back.
            </Empty>
          </Card>
        ) : (
          <Choosing process={process} processes={rows} />
        )
      }
    </Answer>
  )
}

interface Props {
  readonly process: string
  readonly processes: readonly { readonly name: string; readonly title?: string }[]
}

function Choosing({ process, processes }: Props) {
  const { query } = useLocation()
  const net = useAsk("net", { process })
  const offered = net.data ? occasions(net.data) : []
  const occasion = offered.find(({ on }) => on === query.get("when")) ?? offered[0]
  const step = occasion?.steps.find(({ task }) => task === query.get("step"))?.task ?? occasion?.steps[0]?.task
  const isOfItem = occasion !== undefined && occasion.steps.length > 0
  return (
    <div className="stack">
      <Card title="What is it about?">
        <div className="lesson-choices">
          <Choice
            label="Process"
            value={process}
            options={processes.map(({ name, title }) => ({ value: name, title: title ?? titleOf(name) }))}
            onChange={(value) => changeQuery({ process: value, step: undefined })}
          />
          <Choice
            label="When"
            value={occasion?.on ?? ""}
            options={offered.map(({ on, title }) => ({ value: on, title }))}
            onChange={(value) => changeQuery({ when: value })}
          />
          {isOfItem && (
            <Choice
              label="Step"
              value={step ?? ""}
              options={occasion.steps.map(({ task, title }) => ({ value: task, title }))}
              onChange={(value) => changeQuery({ step: value })}
            />
          )}
        </div>
      </Card>
      {occasion && (
        <Card title="Learn it from which case?" isFlush>
          {occasion.on === "exception" ? (
            <Exceptions process={process} titles={net.data ? titlesIn(net.data) : new Map()} />
          ) : isOfItem ? (
            <Items key={`${occasion.on} ${step}`} occasion={occasion} process={process} task={step ?? ""} />
          ) : (
            <Cases occasion={occasion} process={process} />
          )}
        </Card>
      )}
    </div>
  )
}

function Items({
  occasion,
  process,
  task,
}: {
  readonly occasion: Occasion
  readonly process: string
  readonly task: string
}) {
  const { on, isLive } = occasion
  const items = useAsk("items", { process, task, live: isLive, limit: 1000 })
  const at = `${process}/${task}`
  return (
    <Answer of={items}>
      {({ rows }) => (
        <>
          {rows.length === 0 ? (
            <Empty icon="work" title={isLive ? "No case stands at this step" : "No case has been through this step"}>
              As soon as one {isLive ? "does" : "has"}, a rule can be learnt from it.{" "}
              <Link to={addressOf("/processes/:process", { process })}>Start a case</Link>
            </Empty>
          ) : (
            <Table
              label="Items"
              rows={rows.toReversed().slice(0, mostRows)}
              keyOf={({ id }) => id}
              columns={[
                {
                  title: "Case",
                  cell: ({ id, case: own }) => (
                    <Link className="mono" to={addressOf("/rules/new", {}, { on, at, case: own, item: id })}>
                      {own}
                    </Link>
                  ),
                },
                { title: "State", cell: ({ status, held }) => <StateBadge state={status} isHeld={held} /> },
              ]}
            />
          )}
          <ByNumber onCase={(id) => navigate(addressOf("/rules/new", {}, { on, at, case: id }))} />
        </>
      )}
    </Answer>
  )
}

function Cases({ occasion: { on, isLive }, process }: { readonly occasion: Occasion; readonly process: string }) {
  const cases = useAsk("cases", { process, order: "newest", limit: mostRows, ...(!isLive && { state: "completed" }) })
  return (
    <Answer of={cases}>
      {({ rows }) => (
        <>
          {rows.length === 0 ? (
            <Empty icon="cases" title={isLive ? "There is no case yet" : "No case is over yet"}>
              <Link to={addressOf("/processes/:process", { process })}>Start a case</Link>, and a rule can be learnt
              from it.
            </Empty>
          ) : (
            <Table
              label="Cases"
              rows={rows}
              keyOf={({ id }) => id}
              columns={[
                {
                  title: "Case",
                  cell: ({ id }) => (
                    <Link className="mono" to={addressOf("/rules/new", {}, { on, at: process, case: id })}>
                      {id}
                    </Link>
                  ),
                },
                { title: "State", cell: ({ state, held }) => <StateBadge state={state} isHeld={held} /> },
                { title: "Started", cell: ({ startedAt }) => <Moment at={startedAt} /> },
              ]}
            />
          )}
          <ByNumber onCase={(id) => navigate(addressOf("/rules/new", {}, { on, at: process, case: id }))} />
        </>
      )}
    </Answer>
  )
}

function Exceptions({ process, titles }: { readonly process: string; readonly titles: ReadonlyMap<string, string> }) {
  const classTitle = useClassTitle()
  const exceptions = useAsk("exceptions", { process, open: false, limit: 1000 })
  return (
    <Answer of={exceptions}>
      {({ rows }) =>
        rows.length === 0 ? (
          <Empty icon="completed" title="Nothing has gone wrong here yet">
            Whatever does can be taught about from here, and from its case.
          </Empty>
        ) : (
          <Table
            label="What went wrong"
            rows={rows.toReversed().slice(0, mostRows)}
            keyOf={({ id }) => id}
            columns={[
              {
                title: "What",
                cell: ({ class: on, at, case: id, item }) => (
                  <Link
                    to={addressOf(
                      "/rules/new",
                      {},
                      { on, at: at === process ? at : `${process}/${at}`, case: id, item },
                    )}
                  >
                    {eventTitle(on, classTitle).title}
                  </Link>
                ),
              },
              { title: "At", cell: ({ at }) => titles.get(at) ?? titleOf(at) },
              { title: "Case", cell: ({ case: id }) => <span className="mono">{id}</span> },
              { title: "State", cell: ({ state }) => <StateBadge state={state} /> },
              { title: "When", cell: ({ raisedAt }) => <Moment at={raisedAt} /> },
            ]}
          />
        )
      }
    </Answer>
  )
}

/** A case that is not among those listed. */
function ByNumber({ onCase }: { readonly onCase: (id: string) => void }) {
  const [id, setId] = useState("")
  return (
    <form
      className="lesson-by-number"
      onSubmit={(event) => {
        event.preventDefault()
        if (id.trim() !== "") onCase(id.trim())
      }}
    >
      <Field label="Another case">
        {(control) => (
          <input
            {...control}
            className="input mono"
            placeholder="its number"
            value={id}
            onChange={(event) => setId(event.target.value)}
          />
        )}
      </Field>
      <Button type="submit" disabled={id.trim() === ""}>
        Learn from it
      </Button>
    </form>
  )
}

interface ChoiceProps {
  readonly label: string
  readonly value: string
  readonly options: readonly { readonly value: string; readonly title: string }[]
  readonly onChange: (value: string) => void
}

function Choice({ label, value, options, onChange }: ChoiceProps) {
  return (
    <Field label={label}>
      {(control) => (
        <select {...control} className="input" value={value} onChange={(event) => onChange(event.target.value)}>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.title}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

const mostRows = 30
