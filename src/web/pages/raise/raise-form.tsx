import { useState } from "react"
import type { JsonObject } from "../../../messages/json.ts"
import { DataForm } from "../../parts/data-form.tsx"
import { problemsIn, problemsLeft, type ValueProblem } from "../../parts/form-problems.ts"
import { withDefaults } from "../../parts/form-values.ts"
import { ReasonField } from "../../parts/reason-field.tsx"
import type { Known } from "../../words/event-words.ts"
import { RaiseCard } from "./raise-card.tsx"
import type { RaisedChoice } from "./triggers.ts"

interface Props {
  readonly at: { readonly case: string; readonly item?: string }
  readonly trigger: RaisedChoice
  readonly known: Known
}

/** What is to be said with something known, and what would follow. */
export function RaiseForm({ at, trigger, known }: Props) {
  const { fields } = trigger.parameters
  const [value, setValue] = useState<JsonObject>(() => withDefaults(fields, {}))
  const [problems, setProblems] = useState<readonly ValueProblem[]>([])
  const [reason, setReason] = useState("")
  const wrong = problemsIn(fields, value)
  const input = {
    case: at.case,
    class: trigger.class,
    ...(trigger.level === "item" && at.item !== undefined && { item: at.item }),
    ...(Object.keys(value).length > 0 && { with: value }),
  }
  return (
    <RaiseCard
      verb="raise"
      title={trigger.title}
      label="Raise"
      done={`“${trigger.title}” was raised.`}
      input={wrong.length === 0 ? input : undefined}
      reason={reason}
      known={known}
      onIncomplete={() => setProblems(wrong)}
      onFields={setProblems}
    >
      {fields.length > 0 && (
        <DataForm
          form={trigger.parameters}
          value={value}
          problems={problems}
          onChange={(next) => {
            setProblems(problemsLeft(problems, value, next))
            setValue(next)
          }}
        />
      )}
      <ReasonField
        value={reason}
        onChange={setReason}
        about="Kept in the history with what happens. It may be left out."
      />
    </RaiseCard>
  )
}
