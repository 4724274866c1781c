import { useState } from "react"
import { addressOf, Link, navigate } from "../../app/location.tsx"
import type { PageProps } from "../../app/pages.tsx"
import { Answer } from "../../parts/answer.tsx"
import { Button } from "../../parts/button.tsx"
import { Card } from "../../parts/card.tsx"
import { Empty } from "../../parts/empty.tsx"
import { Moment } from "../../parts/moment.tsx"
import { PageHead } from "../../parts/page-head.tsx"
import { Table } from "../../parts/table.tsx"
import { useAsk } from "../../server/ask.ts"
import { useSession } from "../../server/session.tsx"
import { ExletPage } from "./exlet-page.tsx"
import { exletSteps } from "./exlet-source.ts"
import { ExletUses } from "./exlet-uses.tsx"
import { NewExlet } from "./new-exlet.tsx"
import "./exlets-page.css"

/** What can be done about exceptions: all exlets, or one of them. */
export function ExletsPage({ parameters: { exlet } }: PageProps) {
  return exlet === undefined ? <ExletList /> : <ExletPage key={exlet} name={exlet} />
}

function ExletList() {
  const { may } = useSession()
  const exlets = useAsk("exlets", {})
  const [typed, setTyped] = useState("")
  const [isNew, setNew] = useState(false)
  return (
    <>
      <PageHead
        title="Exlets"
        about="What is done when something goes wrong: a list of steps that handles it from outside the process."
        actions={
          may("administer") && (
            <Button look="main" icon="plus" onClick={() => setNew(true)}>
              New exlet
            </Button>
          )
        }
      />
      <Answer of={exlets}>
        {({ rows }) =>
          rows.length === 0 ? (
            <Card>
              <Empty icon="exlet" title="There are no exlets yet">
                {may("administer")
                  ? "Build one, or deploy a bundle that has some; rules then say when each is run."
                  : "Whoever may administer can build some; rules then say when each is run."}
              </Empty>
            </Card>
          ) : (
            <Card
              title={`${rows.length} ${rows.length === 1 ? "exlet" : "exlets"}`}
              isFlush
              side={
                <input
                  className="input exlets-find"
                  aria-label="Find an exlet"
                  placeholder="Find"
                  value={typed}
                  onChange={(event) => setTyped(event.target.value)}
                />
              }
            >
              <Table
                label="Exlets"
                rows={rows.filter(({ name }) => name.toLowerCase().includes(typed.trim().toLowerCase()))}
                keyOf={({ name }) => name}
                columns={[
                  {
                    title: "Name",
                    cell: ({ name }) => <Link to={addressOf("/exlets/:exlet", { exlet: name })}>{name}</Link>,
                  },
                  { title: "Steps", cell: ({ source }) => <StepWords source={exletSteps(source)} /> },
                  { title: "Used by", cell: ({ name }) => <ExletUses name={name} isShort /> },
                  {
                    title: "Changed",
                    cell: ({ at, by }) => (
                      <span className="soft" title={`by ${by}`}>
                        <Moment at={at} />
                      </span>
                    ),
                  },
                ]}
              />
            </Card>
          )
        }
      </Answer>
      {isNew && (
        <NewExlet
          taken={exlets.data?.rows.map(({ name }) => name) ?? []}
          onClose={() => setNew(false)}
          onName={(name) => navigate(addressOf("/exlets/:exlet", { exlet: name }, { new: "yes" }))}
        />
      )}
    </>
  )
}

function StepWords({ source }: { readonly source: ReturnType<typeof exletSteps> }) {
  const words = source.map((step) => (typeof step === "string" ? step : (Object.keys(step ?? {})[0] ?? "?")))
  return (
    <span className="exlet-words">
      {words.slice(0, 5).map((word, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a word may come twice
        <span key={index}>{word}</span>
      ))}
      {words.length > 5 && <span>…</span>}
    </span>
  )
}
