import { useState } from "react"
import { Field } from "../../parts/field.tsx"
import { ReasonDialog } from "../../parts/reason-dialog.tsx"
import { useToast } from "../../parts/toasts.tsx"
import { useAct } from "../../server/act.ts"
import type { Agent, OrganisationFacts } from "./organisation-facts.ts"

interface Props {
  readonly agent: Agent
  readonly facts: OrganisationFacts
  readonly onClose: () => void
}

/** Somebody can do more than before, for a time or for good. */
export function GrantDialog({ agent, facts, onClose }: Props) {
  const [capability, setCapability] = useState("")
  const [until, setUntil] = useState("")
  const grant = useAct("grant")
  const toast = useToast()
  return (
    <ReasonDialog
      title={`Grant ${agent.title} a capability`}
      label="Grant"
      isReady={capability.trim() !== ""}
      act={(reason) =>
        grant({
          ...{ agent: agent.name, capabilities: [capability.trim()], reason },
          ...(until && { until: new Date(until).toISOString() }),
        })
      }
      onDone={() => {
        toast({ text: `${agent.title} can do ${capability} now.` })
        onClose()
      }}
      onClose={onClose}
    >
      <Field label="Capability" isRequired about="Items that wait for it are offered at once.">
        {(control) => (
          <>
            <input
              {...control}
              className="input"
              list={`${control.id}-known`}
              value={capability}
              onChange={(event) => setCapability(event.target.value)}
            />
            <datalist id={`${control.id}-known`}>
              {facts.capabilities.map(({ name }) => (
                <option key={name} value={name} />
              ))}
            </datalist>
          </>
        )}
      </Field>
      <Field label="Until" about="For good unless set.">
        {(control) => (
          <input
            {...control}
            className="input"
            type="datetime-local"
            value={until}
            onChange={(event) => setUntil(event.target.value)}
          />
        )}
      </Field>
    </ReasonDialog>
  )
}
