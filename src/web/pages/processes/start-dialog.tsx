import { useMemo, useState } from "react"
import type { JsonObject } from "../../../messages/json.ts"
import type { Drawing } from "../../../model/drawing.ts"
import { titleOf } from "../../../model/forms.ts"
import { addressOf, navigate } from "../../app/location.tsx"
import { ActionDialog } from "../../parts/action-dialog.tsx"
import { DataForm } from "../../parts/data-form.tsx"
import { Field } from "../../parts/field.tsx"
import { problemsIn } from "../../parts/form-problems.ts"
import { withDefaults } from "../../parts/form-values.ts"
import { useLater } from "../../parts/use-later.ts"
import { useAsk } from "../../server/ask.ts"
import { nothingKnown } from "../../words/event-words.ts"
import { tasksOf } from "./found-at.ts"
import type { ProcessView } from "./process-page.tsx"

interface Props {
  readonly view: ProcessView
  readonly isNewest: boolean
  readonly onClose: () => void
}

/** Asks for the data a case begins with, shows what would happen, and leads to the new case. */
export function StartDialog({ view, isNewest, onClose }: Props) {
  const { name, version, title, form } = view
  const [data, setData] = useState<JsonObject>(() => withDefaults(form.fields, {}))
  const settled = useLater(data, 350)
  const isRight = problemsIn(form.fields, settled).length === 0
  const net = useAsk("net", { process: name, version })
  const known = useMemo(
    () => ({ ...nothingKnown, ...(net.data && { titles: titlesIn(net.data as Drawing) }) }),
    [net.data],
  )
  const [number, setNumber] = useState("")
  const under = useLater(number.trim(), 350)
  const input = { process: name, data: settled, ...(!isNewest && { version }), ...(under !== "" && { number: under }) }
  return (
    <ActionDialog
      verb="start"
      input={isRight && settled === data && under === number.trim() ? input : undefined}
      title={`Start a case: ${title ?? titleOf(name)}`}
      label="Start"
      needsReason={false}
      known={known}
      done="The case is started."
      onDone={(told) => navigate(addressOf("/cases/:case", { case: told.case }))}
      onClose={onClose}
    >
      {form.fields.length > 0 && <DataForm form={form} value={data} onChange={setData} />}
      <Field label="Case number" about="If a family has it, the case joins that family. Empty: a family of its own.">
        {(control) => (
          <input
            {...control}
            className="input mono"
            maxLength={200}
            spellCheck={false}
            value={number}
            onChange={(event) => setNumber(event.target.value)}
          />
        )}
      </Field>
    </ActionDialog>
  )
}

function titlesIn(net: Drawing): ReadonlyMap<string, string> {
  const titles = new Map([...tasksOf(net)].map(([task, { title }]) => [task, title]))
  return net.title === undefined ? titles : titles.set(net.process, net.title)
}
