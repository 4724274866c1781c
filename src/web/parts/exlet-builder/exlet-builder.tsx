import { useState } from "react"
import type { Json } from "../../../messages/json.ts"
import { useAsk } from "../../server/ask.ts"
import { Answer } from "../answer.tsx"
import { Tabs } from "../tabs.tsx"
import { useLater } from "../use-later.ts"
import { findingsByStep, newStep, withStep } from "./chain.ts"
import { ChainText } from "./chain-text.tsx"
import { StepChain } from "./step-chain.tsx"
import { StepPalette } from "./step-palette.tsx"
import "./exlet-builder.css"

interface Props {
  /** As in a bundle. */
  readonly steps: readonly Json[]
  readonly onChange: (steps: readonly Json[]) => void
  /** What it is run for and where, if that is known: its expressions are checked for there. */
  readonly on?: string
  readonly at?: string
  /** It can only be looked at. */
  readonly isFixed?: boolean
}

/**
 * The steps of an exlet drawn as a chain, with a palette to take from, a form for each step, and what is wrong with them as it is
 * built; or the same as text. Saving is up to whoever uses it.
 */
export function ExletBuilder({ steps, onChange, on = "Exception", at = "everywhere", isFixed = false }: Props) {
  const [view, setView] = useState<"chain" | "text">("chain")
  const [unread, setUnread] = useState<string>()
  const forms = useAsk("stepForms", {})
  const settled = useLater(steps, 300)
  const checked = useAsk(
    "checkCondition",
    { on, at, if: "true", then: [...settled] },
    { when: settled.length > 0, keep: true },
  )
  const findings = findingsByStep(settled.length > 0 ? (checked.data?.findings ?? []) : [])
  return (
    <div className="exlet-builder">
      <Tabs
        label="How the steps are shown"
        tabs={[
          { key: "chain", title: "Steps" },
          { key: "text", title: "Text" },
        ]}
        chosen={view}
        onChoose={setView}
      >
        {view === "text" ? (
          <ChainText steps={steps} onChange={onChange} isFixed={isFixed} unread={unread} onUnread={setUnread} />
        ) : (
          <Answer of={forms}>
            {({ rows }) => (
              <div className={`exlet-builder-sides${isFixed ? " fixed" : ""}`}>
                <StepChain
                  steps={steps}
                  forms={rows}
                  findings={findings}
                  isFixed={isFixed}
                  at={at}
                  onChange={onChange}
                />
                {!isFixed && <StepPalette forms={rows} onAdd={(form) => onChange(withStep(steps, newStep(form)))} />}
              </div>
            )}
          </Answer>
        )}
      </Tabs>
      {unread !== undefined && view === "chain" && (
        <p className="field-problem" role="status">
          What stands under Text cannot be read yet, and is not among these steps.
        </p>
      )}
      {(findings.get(undefined) ?? []).map(({ code, message, remedy }) => (
        <p key={code + message} className="field-problem">
          {message} {remedy}
        </p>
      ))}
    </div>
  )
}
