import { useMemo } from "react"
import { changeQuery, Link, useLocation } from "../../app/location.tsx"
import { Answer } from "../../parts/answer.tsx"
import { Card } from "../../parts/card.tsx"
import { Icon } from "../../parts/icon.tsx"
import { PageHead } from "../../parts/page-head.tsx"
import { Tabs } from "../../parts/tabs.tsx"
import { useAsk } from "../../server/ask.ts"
import { useSession } from "../../server/session.tsx"
import { CandidatesTab } from "./candidates-tab.tsx"
import { ChangeOrganisation } from "./change-organisation.tsx"
import { ChangesTab } from "./changes-tab.tsx"
import { KeysTab } from "./keys-tab.tsx"
import { NoOrganisation } from "./no-organisation.tsx"
import { type Entry, factsOf } from "./organisation-facts.ts"
import { PeopleTab } from "./people-tab.tsx"
import { RolesTab } from "./roles-tab.tsx"
import { UnitsTab } from "./units-tab.tsx"

const tabs = ["people", "roles", "units", "candidates", "changes", "keys"] as const
type TabKey = (typeof tabs)[number]

/** Who there is, what everybody plays and can do, and who could do what. */
export function OrganisationPage() {
  const { may } = useSession()
  const { query } = useLocation()
  const organisation = useAsk("organisation", {}, { when: may("see") })
  if (query.has("change") && may("administer")) return <ChangeOrganisation />
  return (
    <>
      <PageHead
        title="Organisation"
        about="Tasks say what they need; this says who there is. What is changed here is in force at once."
        actions={
          may("administer") &&
          organisation.data &&
          organisation.data.rows.length > 0 && (
            <Link className="button" to="/organisation?change=yes">
              <Icon name="edit" /> Add or change…
            </Link>
          )
        }
      />
      <Answer of={organisation}>{({ rows }) => <OrganisationBody rows={rows} />}</Answer>
    </>
  )
}

function OrganisationBody({ rows }: { readonly rows: readonly Entry[] }) {
  const { query } = useLocation()
  const { may } = useSession()
  const facts = useMemo(() => factsOf(rows), [rows])
  const tab = tabs.find((each) => each === query.get("tab")) ?? "people"
  const isEmpty = facts.agents.length === 0
  return (
    <Card>
      <Tabs<TabKey>
        label="Parts of the organisation"
        tabs={[
          { key: "people", title: "People and programs", count: facts.agents.length },
          { key: "roles", title: "Roles and capabilities", count: facts.roles.length + facts.capabilities.length },
          { key: "units", title: "Units", count: facts.units.length },
          { key: "candidates", title: "Who could do what" },
          { key: "changes", title: "Changes" },
          ...(may("administer") ? [{ key: "keys" as const, title: "API keys" }] : []),
        ]}
        chosen={tab}
        onChoose={(next) => changeQuery({ tab: next === "people" ? undefined : next, chosen: undefined })}
      >
        {tab === "people" && (isEmpty ? <NoOrganisation /> : <PeopleTab facts={facts} />)}
        {tab === "roles" && (isEmpty ? <NoOrganisation /> : <RolesTab facts={facts} />)}
        {tab === "units" && <UnitsTab facts={facts} />}
        {tab === "candidates" && <CandidatesTab />}
        {tab === "changes" && <ChangesTab />}
        {tab === "keys" && may("administer") && <KeysTab agents={facts.agents} />}
      </Tabs>
    </Card>
  )
}
