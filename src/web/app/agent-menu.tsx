import { useState } from "react"
import { Button } from "../parts/button.tsx"
import { Dialog } from "../parts/dialog.tsx"
import { Field } from "../parts/field.tsx"
import { useAgentName } from "../server/agent-names.ts"
import { useAsk } from "../server/ask.ts"
import { useSession } from "../server/session.tsx"

/** Who one is; whoever may administer can look at the window as somebody else does. */
export function AgentMenu() {
  const { me, as } = useSession()
  const agentName = useAgentName()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        look="quiet"
        icon="people"
        onClick={() => setOpen(true)}
        title={as === undefined ? `Signed in as ${me.agent}` : `Acting as ${as}`}
      >
        <span className="cut agent-name">{agentName(as ?? me.agent)}</span>
      </Button>
      {isOpen && <AgentDialog onClose={() => setOpen(false)} />}
    </>
  )
}

function AgentDialog({ onClose }: { readonly onClose: () => void }) {
  const { me, as, may, actAs, signOut } = useSession()
  const canChoose = as !== undefined || may("administer")
  return (
    <Dialog
      title={as === undefined ? me.agent : `Acting as ${as}`}
      onClose={onClose}
      foot={
        me.by === "session" && (
          <Button icon="out" onClick={() => void signOut()}>
            Sign out
          </Button>
        )
      }
    >
      <p>
        May {me.rights.length === 0 ? "do nothing here" : me.rights.join(", ")}.
        {me.by === "development" && " Nobody has to sign in to a development server."}
      </p>
      {canChoose && <ActAs onChosen={onClose} />}
      {as !== undefined && (
        <Button
          icon="undo"
          onClick={() => {
            actAs(undefined)
            onClose()
          }}
        >
          Be yourself again
        </Button>
      )}
    </Dialog>
  )
}

function ActAs({ onChosen }: { readonly onChosen: () => void }) {
  const { as, actAs } = useSession()
  const agents = useAsk("organisation", {})
  const agentName = useAgentName()
  const names = (agents.data?.rows ?? []).filter(({ kind }) => kind === "agent").map(({ name }) => name)
  return (
    <Field
      label="Act as"
      about="You see and may do what this agent sees and may do. What you do is recorded as done by them."
    >
      {(control) => (
        <select
          {...control}
          className="input"
          value={as ?? ""}
          onChange={(event) => {
            actAs(event.target.value || undefined)
            onChosen()
          }}
        >
          <option value="">yourself</option>
          {names.map((name) => (
            <option key={name} value={name}>
              {agentName(name)}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}
