import { useState } from "react"
import { titleOf } from "../../../model/forms.ts"
import { changeQuery, useLocation } from "../../app/location.tsx"
import { Button } from "../../parts/button.tsx"
import { Empty } from "../../parts/empty.tsx"
import { Icon } from "../../parts/icon.tsx"
import { StateBadge } from "../../parts/state-badge.tsx"
import { Table } from "../../parts/table.tsx"
import { useAgentName } from "../../server/agent-names.ts"
import { useSession } from "../../server/session.tsx"
import { fullMoment } from "../../words/moments.ts"
import { GrantDialog } from "./grant-dialog.tsx"
import { type Agent, absenceAt, type Holding, holdingsOf, type OrganisationFacts } from "./organisation-facts.ts"
import "./people-tab.css"

const most = 200

/** Everybody with what they play and can do, and through what. */
export function PeopleTab({ facts }: { readonly facts: OrganisationFacts }) {
  const { query } = useLocation()
  const { may } = useSession()
  const [granting, setGranting] = useState<Agent>()
  const words = (query.get("words") ?? "").toLowerCase()
  const now = Date.now()
  const found = facts.agents.filter((agent) => textOf(agent).includes(words))
  return (
    <div className="stack">
      <input
        className="input people-words"
        type="search"
        aria-label="Find somebody"
        placeholder="Find somebody by name, role, capability or unit"
        value={query.get("words") ?? ""}
        onChange={(event) => changeQuery({ words: event.target.value })}
      />
      {found.length === 0 ? (
        <Empty icon="search" title="Nobody fits these words" />
      ) : (
        <Table<Agent>
          label="People and programs"
          rows={found.slice(0, most)}
          keyOf={({ name }) => name}
          columns={[
            { title: "Name", width: "24%", cell: (agent) => <Name agent={agent} now={now} /> },
            {
              title: "Plays",
              cell: (agent) => <Holdings of="role" holdings={holdingsOf(agent, facts, now)} />,
            },
            {
              title: "Can",
              cell: (agent) => <Holdings of="capability" holdings={holdingsOf(agent, facts, now)} />,
            },
            { title: "Unit", width: "14%", cell: ({ unit }) => unit && titleOf(unit) },
            ...(may("administer")
              ? [
                  {
                    title: "Change",
                    width: "110px",
                    cell: (agent: Agent) => (
                      <Button
                        look="quiet"
                        icon="plus"
                        aria-label={`Grant ${agent.title} a capability`}
                        onClick={() => setGranting(agent)}
                      >
                        Grant…
                      </Button>
                    ),
                  },
                ]
              : []),
          ]}
        />
      )}
      {found.length > most && <p className="soft">{found.length - most} more are not shown; words above find them.</p>}
      {granting && <GrantDialog agent={granting} facts={facts} onClose={() => setGranting(undefined)} />}
    </div>
  )
}

function Name({ agent, now }: { readonly agent: Agent; readonly now: number }) {
  const away = absenceAt(agent, now)
  const nameOf = useAgentName()
  return (
    <div className="people-name">
      <Icon name={agent.isProgram ? "program" : "people"} />
      <div className="grow">
        <strong>{agent.title}</strong> <code className="soft">{agent.name}</code>
        {agent.limit !== undefined && <p className="soft small">at most {agent.limit} items at once</p>}
        {away && (
          <StateBadge state="waiting" word={away.standIn ? `away, ${nameOf(away.standIn)} stands in` : "away"} />
        )}
        {!away &&
          agent.absences
            .filter(({ from }) => from !== undefined && Date.parse(from) > now)
            .map(({ from, to, standIn }) => (
              <p key={`${from} ${to}`} className="soft small">
                away from {from}
                {to && ` to ${to}`}
                {standIn && `, ${nameOf(standIn)} stands in`}
              </p>
            ))}
      </div>
    </div>
  )
}

function Holdings({ of, holdings }: { readonly of: Holding["kind"]; readonly holdings: readonly Holding[] }) {
  const own = holdings.filter(({ kind }) => kind === of)
  if (own.length === 0) return <span className="soft">–</span>
  return (
    <ul className="people-holdings">
      {own.map(({ name, through, grant }) => (
        <li key={name}>
          {titleOf(name)}
          {through.length > 0 && <span className="soft small"> through {through.map(titleOf).join(", ")}</span>}
          {grant && (
            <span className="soft small">
              {" "}
              granted{grant.until !== undefined && ` until ${fullMoment(grant.until)}`}
            </span>
          )}
        </li>
      ))}
    </ul>
  )
}

const textOf = ({ name, title, roles, capabilities, unit = "" }: Agent): string =>
  [name, title, unit, ...roles, ...capabilities].join(" ").toLowerCase()
