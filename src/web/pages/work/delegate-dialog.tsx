import { useState } from "react"
import type { Output } from "../../../client.ts"
import { ActionDialog } from "../../parts/action-dialog.tsx"
import { Field } from "../../parts/field.tsx"
import { useAgentName } from "../../server/agent-names.ts"
import { useAsk } from "../../server/ask.ts"
import { useSession } from "../../server/session.tsx"
import type { Known } from "../../words/event-words.ts"

interface Props {
  readonly item: Output<"item">
  readonly title: string
  readonly known: Known
  readonly onDone: (says: string) => void
  readonly onClose: () => void
}

/** To one of those who can have it; of the others it is said why not. */
export function DelegateDialog({ item, title, known, onDone, onClose }: Props) {
  const { me, may } = useSession()
  const [to, setTo] = useState("")
  const agentName = useAgentName()
  const canLook = may("see", "intervene")
  const asked = useAsk("candidates", { item: item.id }, { of: item.id.split(".")[0], when: canLook })
  const others = (asked.data?.rows ?? []).filter(({ agent }) => agent !== me.agent)
  const able = others.filter(({ obstacle }) => obstacle === undefined)
  const unable = others.filter(({ obstacle }) => obstacle !== undefined)
  const about =
    asked.data && able.length === 0
      ? "Nobody else can have it now. Hand it back, or raise an exception."
      : "It is with them then, and not with you."
  return (
    <ActionDialog
      verb="delegateItem"
      input={to === "" ? undefined : { item: item.id, to }}
      title={`Delegate “${title}”`}
      label="Delegate"
      known={known}
      onDone={() => onDone(`“${title}” is with ${agentName(to)} now.`)}
      onClose={onClose}
    >
      <Field label="To" about={about} isRequired>
        {(control) =>
          canLook && (asked.isPending || others.length > 0) ? (
            <select
              {...control}
              className="input"
              disabled={asked.isPending}
              value={to}
              onChange={(event) => setTo(event.target.value)}
            >
              <option value="">{asked.isPending ? "Loading…" : "Choose somebody"}</option>
              {able.map(({ agent }) => (
                <option key={agent} value={agent}>
                  {agentName(agent)}
                </option>
              ))}
              {unable.map(({ agent, reason }) => (
                <option key={agent} value={agent} disabled>
                  {agentName(agent)}: {reason}
                </option>
              ))}
            </select>
          ) : (
            <input
              {...control}
              className="input"
              placeholder="The name of an agent"
              value={to}
              onChange={(event) => setTo(event.target.value.trim())}
            />
          )
        }
      </Field>
    </ActionDialog>
  )
}
