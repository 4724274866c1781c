import type { Output } from "../../../client.ts"
import { titleOf } from "../../../model/forms.ts"
import { changeQuery, useLocation } from "../../app/location.tsx"
import { AgentName } from "../../parts/agent-name.tsx"
import { Answer } from "../../parts/answer.tsx"
import { Empty } from "../../parts/empty.tsx"
import { Field } from "../../parts/field.tsx"
import { Icon } from "../../parts/icon.tsx"
import { sentence } from "../../parts/problem.tsx"
import { useAsk } from "../../server/ask.ts"
import { nodesInOrder } from "../../words/step-order.ts"
import "./candidates-tab.css"

/** Who could do a task, and of everybody else why not. */
export function CandidatesTab() {
  const { query } = useLocation()
  const processes = useAsk("processes", {})
  const names = processes.data?.rows ?? []
  const process = query.get("process") ?? names[0]?.name
  const net = useAsk("net", { process: process ?? "" }, { when: process !== undefined })
  const tasks = nodesInOrder({ nets: net.data?.nets ?? [] }).filter(({ kind }) => kind === "task")
  const task = tasks.find((each) => each.task === query.get("task")) ?? tasks[0]
  if (processes.data && names.length === 0)
    return (
      <Empty icon="process" title="There is no process yet">
        As soon as one is deployed, it is told here who could do its tasks.
      </Empty>
    )
  return (
    <div className="stack">
      <div className="candidates-choice">
        <Field label="Process">
          {(control) => (
            <select
              {...control}
              className="input"
              value={process ?? ""}
              onChange={(event) => changeQuery({ process: event.target.value, task: undefined })}
            >
              {names.map(({ name, title }) => (
                <option key={name} value={name}>
                  {title ?? titleOf(name)}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Field label="Task">
          {(control) => (
            <select
              {...control}
              className="input"
              value={task?.task ?? ""}
              onChange={(event) => changeQuery({ task: event.target.value })}
            >
              {tasks.map((each) => (
                <option key={each.id} value={each.task}>
                  {each.title}
                </option>
              ))}
            </select>
          )}
        </Field>
      </div>
      {net.data && task === undefined && <Empty icon="work" title="Nobody has to do anything in this process" />}
      {process !== undefined && task?.task !== undefined && (
        <Candidates process={process} task={task.task} title={task.title} />
      )}
    </div>
  )
}

function Candidates({
  process,
  task,
  title,
}: {
  readonly process: string
  readonly task: string
  readonly title: string
}) {
  const asked = useAsk("whoCan", { process, task }, { keep: true })
  return (
    <Answer of={asked}>
      {({ rows, needsCase }) => {
        const can = rows.filter(({ obstacle }) => obstacle === undefined)
        const others = rows.filter(({ obstacle }) => obstacle !== undefined)
        return (
          <div className="stack">
            <p>
              <strong>{title}</strong>:{" "}
              {rows.length === 0 ? "anybody may do it." : `${can.length} of ${rows.length} could do it.`}
            </p>
            {needsCase.map(({ part, says }) => (
              <p key={part} className="soft">
                {sentence(says)} Only a case can tell.
              </p>
            ))}
            <Assessments label="Who could do it" rows={can} isCan />
            <Assessments label="Who could not, and why" rows={others} />
          </div>
        )
      }}
    </Answer>
  )
}

interface AssessmentsProps {
  readonly label: string
  readonly rows: Output<"candidates">["rows"]
  readonly isCan?: boolean
}

function Assessments({ label, rows, isCan = false }: AssessmentsProps) {
  if (rows.length === 0) return null
  return (
    <section aria-label={label} className="stack tight">
      <h3>{label}</h3>
      <ul className={`candidates ${isCan ? "can" : "cannot"}`}>
        {rows.map(({ agent, reason, standsInFor }) => (
          <li key={agent}>
            <Icon name={isCan ? "completed" : "removed"} />
            <strong>
              <AgentName of={agent} />
            </strong>
            <span className="soft grow">
              {sentence(reason)}
              {standsInFor && (
                <>
                  {" "}
                  Stands in for <AgentName of={standsInFor} />.
                </>
              )}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
