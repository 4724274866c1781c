import { addressOf, Link } from "../../app/location.tsx"
import { Card } from "../../parts/card.tsx"
import { Moment } from "../../parts/moment.tsx"
import { Table } from "../../parts/table.tsx"
import { useAsk } from "../../server/ask.ts"
import { useClassTitle } from "../../server/class-titles.ts"
import { useScopeTitle } from "../../server/scope-title.ts"
import { useSession } from "../../server/session.tsx"
import { eventTitle } from "../../words/rule-words.ts"

/** What people have answered again and again in the same way: each could be a rule. */
export function RulesInTheMaking({ process }: { readonly process: string }) {
  const classTitle = useClassTitle()
  const { may } = useSession()
  const repeated = useAsk("repeatedAnswers", { process }, { when: may("teach") })
  const title = useScopeTitle(process)
  const rows = repeated.data?.rows ?? []
  if (rows.length === 0) return null
  return (
    <Card title="Rules in the making" isFlush>
      <p className="rules-in-the-making">
        People have answered these again and again in the same way. A rule would answer them without asking.
      </p>
      <Table
        label="Rules in the making"
        rows={rows}
        keyOf={({ scope, class: name, says }) => `${name} ${scope} ${says}`}
        columns={[
          { title: "What went wrong", cell: ({ class: name }) => eventTitle(name, classTitle).title },
          { title: "At", cell: ({ scope }) => title(scope) },
          { title: "Answered with", cell: ({ says, then }) => (then === "nothing" ? "doing nothing" : says) },
          { title: "Times", isNumber: true, cell: ({ count }) => count },
          { title: "Last", cell: ({ lastAt }) => <Moment at={lastAt} /> },
          {
            title: "Rule",
            cell: ({ class: on, scope: at, from: { family, version }, then }) => (
              <Link
                to={addressOf(
                  "/rules/new",
                  {},
                  { on, at, family, version: String(version), then: JSON.stringify(then) },
                )}
              >
                Make it a rule
              </Link>
            ),
          },
        ]}
      />
    </Card>
  )
}
