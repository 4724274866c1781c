import type { Output } from "../../../client.ts"
import { titleOf } from "../../../model/forms.ts"
import { addressOf, Link } from "../../app/location.tsx"
import { AgentName } from "../../parts/agent-name.tsx"
import { Answer } from "../../parts/answer.tsx"
import { Card } from "../../parts/card.tsx"
import { Empty } from "../../parts/empty.tsx"
import { Moment } from "../../parts/moment.tsx"
import { CountBadge, StateBadge } from "../../parts/state-badge.tsx"
import { type Column, Table } from "../../parts/table.tsx"
import { useAsk } from "../../server/ask.ts"
import { useClassTitle } from "../../server/class-titles.ts"
import { useProcessTitle } from "../../server/process-titles.ts"
import { useStepTitles } from "../../server/step-titles.ts"
import { headline } from "../interventions/alike.ts"
import "./overview-lists.css"

type Standing = Output<"overview">["rows"][number]
type OpenGroup = Output<"openGroups">["rows"][number]

/** Each process with how its cases stand; those in trouble first. */
export function ByProcess({ rows }: { readonly rows: readonly Standing[] }) {
  const processes = useAsk("processes", {})
  const titles = new Map(processes.data?.rows.map(({ name, title }) => [name, title]))
  const busy = rows.filter(({ running, trouble, ended }) => running + trouble + ended > 0)
  const count = (number: number, process: string, query: Readonly<Record<string, string>>) =>
    number === 0 ? (
      <span className="soft">–</span>
    ) : (
      <Link to={addressOf("/cases", {}, { process, ...query })}>{number.toLocaleString()}</Link>
    )
  const columns: readonly Column<Standing>[] = [
    {
      title: "Process",
      cell: ({ process }) => (
        <Link to={addressOf("/cases", {}, { process })}>{titles.get(process) ?? titleOf(process)}</Link>
      ),
    },
    {
      title: "In trouble",
      isNumber: true,
      cell: ({ trouble, process }) => (
        <span className={trouble > 0 ? "overview-trouble" : undefined}>
          {count(trouble, process, { standing: "trouble" })}
        </span>
      ),
    },
    { title: "Held", isNumber: true, cell: ({ held, process }) => count(held, process, { standing: "held" }) },
    { title: "Running", isNumber: true, cell: ({ running, process }) => count(running, process, { state: "running" }) },
  ]
  return (
    <Card title="By process" isFlush>
      {busy.length === 0 ? (
        <Empty icon="cases" title="No case runs" />
      ) : (
        <div className="overview-list">
          <Table
            label="By process"
            columns={columns}
            keyOf={({ process }) => process}
            rows={busy.toSorted((one, other) => other.trouble - one.trouble || other.running - one.running)}
          />
        </div>
      )}
    </Card>
  )
}

/** What is open, one row for each class and place. */
export function ByException() {
  const groups = useAsk("openGroups", {})
  const columns: readonly Column<OpenGroup>[] = [
    {
      title: "Exception",
      cell: ({ class: name, at, process }) => (
        <Link to={addressOf("/cases", {}, name ? { process, exception: name } : { process, standing: "trouble" })}>
          <OpenAt at={at} process={process} {...(name !== undefined && { class: name })} />
        </Link>
      ),
    },
    {
      title: "Open",
      isNumber: true,
      cell: ({ exceptions, interventions }) => (
        <CountBadge count={Math.max(exceptions, interventions)} tone="trouble" label="open" />
      ),
    },
    {
      title: "Since",
      cell: ({ since }) => (
        <span className="overview-since soft">
          <Moment at={since} />
        </span>
      ),
    },
  ]
  return (
    <Card title="By exception" isFlush>
      <Answer of={groups}>
        {({ rows }) =>
          rows.length === 0 ? (
            <Empty icon="completed" title="Nothing is in trouble" />
          ) : (
            <div className="overview-list">
              <Table
                label="By exception"
                columns={columns}
                rows={rows.slice(0, 50)}
                keyOf={({ process, at, class: name }) => `${process}/${at} ${name}`}
              />
            </div>
          )
        }
      </Answer>
    </Card>
  )
}

function OpenAt({ at, process, class: name }: Pick<OpenGroup, "at" | "process" | "class">) {
  const titles = useStepTitles(process)
  const classTitle = useClassTitle()
  return (
    <>
      {name ? classTitle(name) : "A question"} at “{titles.get(at) ?? titleOf(at)}”
    </>
  )
}

function Headline({ row }: { readonly row: Parameters<typeof headline>[0] & { readonly process: string } }) {
  return <>{headline(row, useStepTitles(row.process), useClassTitle())}</>
}

/** What people are asked, what is overdue before the rest. */
export function OpenInterventions({ count, overdue }: { readonly count: number; readonly overdue: number }) {
  const list = useAsk("interventions", { limit: 8 })
  const processTitle = useProcessTitle()
  return (
    <Card
      title="Open interventions"
      side={
        <>
          {overdue > 0 && (
            <Link to="/interventions?overdue=true">
              <StateBadge state="open" word={`${overdue} overdue`} />
            </Link>
          )}
          <Link to="/interventions">{count > 0 ? `All ${count}` : "To the inbox"}</Link>
        </>
      }
      isFlush
    >
      <Answer of={list}>
        {({ rows }) =>
          rows.length === 0 ? (
            <Empty icon="completed" title="Nobody is asked anything" />
          ) : (
            <ul className="overview-questions">
              {rows.map(({ dueAt, to, process, ...row }) => (
                <li key={row.id}>
                  <Link to={addressOf("/interventions/:intervention", { intervention: row.id })} className="cut">
                    <Headline row={{ ...row, process }} />
                  </Link>
                  <span className={dueAt !== undefined && dueAt <= Date.now() ? "overview-late" : "soft"}>
                    {dueAt !== undefined && (
                      <>
                        due <Moment at={dueAt} />
                      </>
                    )}
                  </span>
                  <span className="soft small cut">
                    {processTitle(process)}
                    {to && (
                      <>
                        , with <AgentName of={to} />
                      </>
                    )}
                  </span>
                </li>
              ))}
            </ul>
          )
        }
      </Answer>
    </Card>
  )
}
