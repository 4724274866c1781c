import { useState } from "react"
import type { Output } from "../../../client.ts"
import { ActionDialog } from "../../parts/action-dialog.tsx"
import { Button } from "../../parts/button.tsx"
import { Field } from "../../parts/field.tsx"
import { useSession } from "../../server/session.tsx"
import { WhoField } from "./answer-form.tsx"

/** Take it oneself, give it to somebody, or say that it is due later. */
export function InterventionActions({ of }: { readonly of: Output<"intervention"> }) {
  const { me } = useSession()
  const [open, setOpen] = useState<"take" | "assign" | "postpone">()
  const close = () => setOpen(undefined)
  return (
    <>
      {of.to !== me.agent && <Button onClick={() => setOpen("take")}>Take it</Button>}
      <Button onClick={() => setOpen("assign")}>Assign…</Button>
      <Button onClick={() => setOpen("postpone")}>Postpone…</Button>
      {open === "take" && (
        <ActionDialog
          verb="assignIntervention"
          input={{ intervention: of.id, to: me.agent }}
          title="Take this question"
          label="Take it"
          needsReason={false}
          done="It is with you now"
          onClose={close}
        />
      )}
      {open === "assign" && <Assign intervention={of.id} onClose={close} />}
      {open === "postpone" && <Postpone intervention={of.id} dueAt={of.dueAt} onClose={close} />}
    </>
  )
}

function Assign({ intervention, onClose }: { readonly intervention: string; readonly onClose: () => void }) {
  const [to, setTo] = useState("")
  return (
    <ActionDialog
      verb="assignIntervention"
      input={to.trim() ? { intervention, to: to.trim() } : undefined}
      title="Assign this question"
      label="Assign"
      done={`It is with ${to} now`}
      onClose={onClose}
    >
      <WhoField value={to} onChange={setTo} problem={undefined} isRequired />
    </ActionDialog>
  )
}

interface PostponeProps {
  readonly intervention: string
  readonly dueAt: number | undefined
  readonly onClose: () => void
}

function Postpone({ intervention, dueAt, onClose }: PostponeProps) {
  const [text, setText] = useState(() => localText(Math.max(dueAt ?? 0, Date.now()) + 24 * 3_600_000))
  const moment = text === "" ? undefined : new Date(text).getTime()
  return (
    <ActionDialog
      verb="postpone"
      input={moment === undefined || Number.isNaN(moment) ? undefined : { intervention, dueAt: moment }}
      title="Postpone this question"
      label="Postpone"
      done="It is due later"
      onClose={onClose}
    >
      <Field label="Due at" isRequired>
        {(control) => (
          <input
            {...control}
            type="datetime-local"
            className="input"
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </Field>
    </ActionDialog>
  )
}

/** As such a control wants it: local, to the minute. */
function localText(at: number): string {
  const date = new Date(at)
  return new Date(at - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}
