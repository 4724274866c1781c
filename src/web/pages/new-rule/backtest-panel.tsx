import { useEffect, useRef, useState } from "react"
import { type Input, type Output, RefusedError } from "../../../client.ts"
import { addressOf, Link } from "../../app/location.tsx"
import { Button } from "../../parts/button.tsx"
import { Card } from "../../parts/card.tsx"
import { Icon } from "../../parts/icon.tsx"
import { Moment } from "../../parts/moment.tsx"
import { Problem } from "../../parts/problem.tsx"
import { Table } from "../../parts/table.tsx"
import { useClient } from "../../server/client.ts"
import "./backtest-panel.css"

type Backtest = Output<"backtest">

type State =
  | { readonly is: "idle" }
  | { readonly is: "running"; readonly checked: number; readonly of: number }
  | { readonly is: "told"; readonly about: string; readonly told: Backtest }
  | { readonly is: "wrong"; readonly error: unknown }

/** Asks the tree again about everything it was ever asked, with the rule in it; it can be cancelled at any time. */
export function BacktestPanel({ input }: { readonly input: Input<"backtest"> | undefined }) {
  const client = useClient()
  const [state, setState] = useState<State>({ is: "idle" })
  const running = useRef<AbortController>(undefined)
  const about = JSON.stringify(input)
  useEffect(() => () => running.current?.abort(), [])

  const run = async () => {
    if (input === undefined) return
    const stop = new AbortController()
    running.current?.abort()
    running.current = stop
    setState({ is: "running", checked: 0, of: 0 })
    try {
      const told = await client.backtest(input, {
        signal: stop.signal,
        onProgress: ({ checked, of }) => setState({ is: "running", checked, of }),
      })
      if (stop.signal.aborted) return
      if (told.ok) setState({ is: "told", about, told: told.value })
      else setState({ is: "wrong", error: new RefusedError(told.rejection, told.status) })
    } catch (error) {
      if (!stop.signal.aborted) setState({ is: "wrong", error })
    }
  }
  const cancel = () => {
    running.current?.abort()
    setState({ is: "idle" })
  }
  return (
    <Card
      title="What it would have changed"
      side={
        state.is === "running" ? (
          <Button onClick={cancel}>Cancel</Button>
        ) : (
          <Button icon="play" disabled={input === undefined} onClick={run}>
            {state.is === "told" ? "Try again" : "Try on all past decisions"}
          </Button>
        )
      }
      isFlush={state.is === "told" && state.told.changes.length > 0}
    >
      <div aria-live="polite">
        {state.is === "idle" && (
          <p className="soft">
            {input === undefined
              ? "Say when the rule holds and what it does; then it can be tried on everything this tree was ever asked."
              : "The rule can be tried on everything this tree was ever asked, before it is learnt."}
          </p>
        )}
        {state.is === "running" && (
          <p className="row">
            <progress value={state.checked} max={state.of || 1} aria-label="Progress" />
            {count(state.checked)} of {count(state.of)} decisions
          </p>
        )}
        {state.is === "wrong" && <Problem error={state.error} />}
        {state.is === "told" && <Told told={state.told} isOld={state.about !== about} />}
      </div>
    </Card>
  )
}

function Told({ told, isOld }: { readonly told: Backtest; readonly isOld: boolean }) {
  const { checked, changed, changes, failed } = told
  const words = (
    <p className={changes.length > 0 ? "backtest-words" : undefined}>
      {checked === 0
        ? "This tree was never asked anything, so there is nothing to compare."
        : `Of ${count(checked)} decisions, ${changed === 0 ? "none" : count(changed)} would have come out otherwise.`}
      {failed > 0 && <span className="field-problem"> In {count(failed)} a condition could not be evaluated.</span>}
      {isOld && <span className="soft"> That was before you changed the rule; try it again.</span>}
    </p>
  )
  if (changes.length === 0) return words
  return (
    <>
      {words}
      <div className="backtest-changes">
        <Table
          label="What would have come out otherwise"
          rows={changes.slice(0, mostRows)}
          keyOf={({ family, version }) => `${family} ${version}`}
          columns={[
            {
              title: "Case",
              cell: ({ case: id, item }) => (
                <Link className="mono" to={addressOf("/cases/:case", { case: id })}>
                  {item ?? id}
                </Link>
              ),
            },
            { title: "When", cell: ({ at }) => <Moment at={at} /> },
            {
              title: "Before → after",
              cell: ({ before, after }) => (
                <span className="backtest-change">
                  <span className="soft">{before ?? "nothing"}</span>
                  <Icon name="right" size={12} label="becomes" />
                  <strong>{after ?? "nothing"}</strong>
                </span>
              ),
            },
          ]}
        />
      </div>
      {changed > mostRows && <p className="backtest-words soft">And {count(changed - mostRows)} more.</p>}
    </>
  )
}

const count = (of: number): string => of.toLocaleString("en")
const mostRows = 100
