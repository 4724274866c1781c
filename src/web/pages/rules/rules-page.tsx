import { useMemo } from "react"
import { addressOf, changeQuery, Link, useLocation } from "../../app/location.tsx"
import type { PageProps } from "../../app/pages.tsx"
import { Answer } from "../../parts/answer.tsx"
import { Card } from "../../parts/card.tsx"
import { Empty } from "../../parts/empty.tsx"
import { Field } from "../../parts/field.tsx"
import { Icon } from "../../parts/icon.tsx"
import { PageHead } from "../../parts/page-head.tsx"
import { useAsk } from "../../server/ask.ts"
import { useClassTitle } from "../../server/class-titles.ts"
import { useSession } from "../../server/session.tsx"
import { nodesInOrder } from "../../words/step-order.ts"
import { InForce } from "./in-force.tsx"
import { MatrixView } from "./matrix-view.tsx"
import { OtherTrees } from "./other-trees.tsx"
import { ruleMatrix, rulesByProcess } from "./rule-matrix.ts"
import { RulesInTheMaking } from "./rules-in-the-making.tsx"
import "./rules-page.css"

/** What is known about what goes wrong in a process: what rules stand on, and where. */
export function RulesPage(_: PageProps) {
  const { query } = useLocation()
  const { may } = useSession()
  const trees = useAsk("trees", {})
  const processes = useAsk("processes", {})
  const counts = useMemo(() => rulesByProcess(trees.data?.rows ?? []), [trees.data])
  const known = useMemo(() => {
    const named: readonly { readonly name: string; readonly title?: string }[] =
      processes.data?.rows ?? [...counts.keys()].flatMap((name) => (name === undefined ? [] : [{ name }]))
    return named.toSorted((one, other) => (counts.get(other.name) ?? 0) - (counts.get(one.name) ?? 0))
  }, [processes.data, counts])
  const wanted = query.get("process")
  const process = known.find(({ name }) => name === wanted)?.name ?? known[0]?.name
  return (
    <>
      <PageHead
        title="Rules"
        about="What is done when something goes wrong, learnt from cases while they run. Each number is a tree of rules: look into it."
        actions={
          may("teach") &&
          process !== undefined && (
            <Link className="button main" to={addressOf("/rules/new", {}, { process })}>
              <Icon name="plus" /> Teach a rule
            </Link>
          )
        }
      />
      <Answer of={trees}>
        {({ rows }) => (
          <div className="stack rules-page">
            {process !== undefined && (
              <div className="rules-choice">
                <Field label="Process">
                  {(control) => (
                    <select
                      {...control}
                      className="input"
                      value={process ?? ""}
                      onChange={(event) => changeQuery({ process: event.target.value })}
                    >
                      {known.map(({ name, title }) => (
                        <option key={name} value={name}>
                          {title ?? name}
                          {counts.get(name) ? ` (${counts.get(name)} rules)` : ""}
                        </option>
                      ))}
                    </select>
                  )}
                </Field>
              </div>
            )}
            {process === undefined ? (
              processes.data && (
                <Card>
                  <Empty icon="process" title="There is no process yet">
                    <Link to="/processes">Deploy one</Link>, run cases, and teach from what goes wrong with them.
                  </Empty>
                </Card>
              )
            ) : (
              <>
                <RulesInTheMaking process={process} />
                <ProcessRules process={process} trees={rows} />
              </>
            )}
            <OtherTrees trees={rows} />
            <InForce process={process} />
          </div>
        )}
      </Answer>
    </>
  )
}

function ProcessRules({
  process,
  trees,
}: {
  readonly process: string
  readonly trees: Parameters<typeof ruleMatrix>[0]
}) {
  const net = useAsk("net", { process })
  const classTitle = useClassTitle()
  const matrix = useMemo(() => {
    const nodes = nodesInOrder({ nets: net.data?.nets ?? [] })
    const steps = nodes.flatMap(({ task, title, kind }) => (task && isStep(kind) ? [{ name: task, title }] : []))
    return ruleMatrix(trees, process, steps, classTitle)
  }, [net.data, trees, process, classTitle])
  return (
    <Card title="What is asked, and where" side={<span className="soft">{matrix.rules} rules</span>} isFlush>
      {matrix.lines.length === 0 ? (
        <Empty icon="rules" title="Nothing is known yet about what goes wrong here">
          Teach a rule with the button above; or from the timeline of a case whose answer was wrong; or answer an
          intervention with one.
        </Empty>
      ) : (
        <MatrixView matrix={matrix} />
      )}
    </Card>
  )
}

const isStep = (kind: string): boolean => ["task", "program", "message", "timer", "activity"].includes(kind)
