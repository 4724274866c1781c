import { type FormEvent, useId, useState } from "react"
import { Button } from "../../parts/button.tsx"
import { Dialog } from "../../parts/dialog.tsx"
import { Field } from "../../parts/field.tsx"
import { nameProblem } from "./exlet-source.ts"

interface Props {
  readonly taken: readonly string[]
  readonly onName: (name: string) => void
  readonly onClose: () => void
}

/** Asks for the name of a new exlet. */
export function NewExlet({ taken, onName, onClose }: Props) {
  const [name, setName] = useState("")
  const form = useId()
  const problem = nameProblem(name.trim(), taken)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() !== "" && problem === undefined) onName(name.trim())
  }
  return (
    <Dialog
      title="New exlet"
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="main" type="submit" form={form} disabled={name.trim() === "" || problem !== undefined}>
            Build it
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit}>
        <Field label="Name" about="What it does, as in move-to-mid-venue." isRequired problem={problem}>
          {(control) => (
            <input
              {...control}
              className="input"
              autoFocus
              maxLength={200}
              value={name}
              onChange={(event) => setName(event.target.value)}
            />
          )}
        </Field>
      </form>
    </Dialog>
  )
}
