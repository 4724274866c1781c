import { type FormEvent, useId, useState } from "react"
import { RefusedError } from "../../../client.ts"
import { Button } from "../../parts/button.tsx"
import { Dialog } from "../../parts/dialog.tsx"
import { Field } from "../../parts/field.tsx"
import { Problem } from "../../parts/problem.tsx"
import { useAct } from "../../server/act.ts"
import type { Right } from "../../server/rights.ts"
import type { Agent } from "./organisation-facts.ts"

interface Props {
  readonly agents: readonly Agent[]
  readonly onMade: (secret: string) => void
  readonly onClose: () => void
}

const rights: readonly Right[] = ["see", "do", "raise", "intervene", "teach", "administer"]

/** Makes a key for somebody, with no more rights than it needs. */
export function NewKeyDialog({ agents, onMade, onClose }: Props) {
  const [agent, setAgent] = useState("")
  const [name, setName] = useState("")
  const [until, setUntil] = useState("")
  const [chosen, setChosen] = useState<readonly Right[]>([])
  const [problem, setProblem] = useState<unknown>()
  const create = useAct("createKey")
  const form = useId()
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const told = await create({
      agent: agent.trim(),
      ...(name.trim() && { name: name.trim() }),
      ...(chosen.length > 0 && { rights: [...chosen] }),
      ...(until && { expiresAt: new Date(until).toISOString() }),
    })
    if (told.ok) onMade(told.value.secret)
    else setProblem(new RefusedError(told.rejection, told.status))
  }
  return (
    <Dialog
      title="New key"
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="main" type="submit" form={form} disabled={agent.trim() === ""}>
            Make it
          </Button>
        </>
      }
    >
      <form id={form} className="stack" onSubmit={(event) => void submit(event).catch(setProblem)}>
        <Field label="Of" isRequired about="The agent it signs in.">
          {(control) => (
            <>
              <input
                {...control}
                className="input"
                list={`${control.id}-known`}
                value={agent}
                onChange={(event) => setAgent(event.target.value)}
              />
              <datalist id={`${control.id}-known`}>
                {agents.map((each) => (
                  <option key={each.name} value={each.name} />
                ))}
              </datalist>
            </>
          )}
        </Field>
        <Field label="What it is for">
          {(control) => (
            <input {...control} className="input" value={name} onChange={(event) => setName(event.target.value)} />
          )}
        </Field>
        <fieldset className="key-rights">
          <legend className="field-label">No more than</legend>
          <div className="row">
            {rights.map((right) => (
              <label key={right} className="row nowrap">
                <input
                  type="checkbox"
                  className="checkbox"
                  checked={chosen.includes(right)}
                  onChange={({ target }) =>
                    setChosen(target.checked ? [...chosen, right] : chosen.filter((each) => each !== right))
                  }
                />
                {right}
              </label>
            ))}
          </div>
          <p className="field-about">All that its agent may, unless some are chosen.</p>
        </fieldset>
        <Field label="Good until" about="Until it is revoked, unless set.">
          {(control) => (
            <input
              {...control}
              type="datetime-local"
              className="input"
              value={until}
              onChange={(event) => setUntil(event.target.value)}
            />
          )}
        </Field>
      </form>
      {problem !== undefined && <Problem error={problem} />}
    </Dialog>
  )
}
