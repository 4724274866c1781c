import { useState } from "react"
import { titleOf } from "../../../model/forms.ts"
import { addressOf, navigate } from "../../app/location.tsx"
import { ActionDialog } from "../../parts/action-dialog.tsx"
import { Field } from "../../parts/field.tsx"
import { Menu } from "../../parts/menu.tsx"
import { useAgentName } from "../../server/agent-names.ts"
import { useAsk } from "../../server/ask.ts"
import { useKnownOfCase } from "../../server/known-case.ts"
import type { CaseView } from "./case-page.tsx"
import type { ItemView } from "./item-summary.tsx"
import { StepField } from "./step-field.tsx"

const simple = {
  suspendItem: { label: "Suspend", icon: "held", done: "The item is suspended." },
  continueItem: { label: "Continue", icon: "started", done: "The item goes on." },
  restartItem: { label: "Restart", icon: "loop", done: "The item begins again." },
  skipItem: { label: "Skip", icon: "skipped", done: "The case goes on without it." },
  forceCompleteItem: { label: "Complete from outside", icon: "completed", done: "The item is completed." },
  failItem: { label: "Fail", icon: "failed", done: "The item failed." },
  removeItem: { label: "Remove", icon: "removed", done: "The item was removed." },
  recheckItem: { label: "Ask the rules again", icon: "rules", done: "The rules were asked again." },
} as const

type Simple = keyof typeof simple
type Action = Simple | "reassignItem" | "jump" | "rollback"

/** What can be done about one item, by whoever runs operations. */
export function ItemActions({ item, view }: { readonly item: ItemView; readonly view: CaseView }) {
  const [open, setOpen] = useState<Action>()
  const [to, setTo] = useState("")
  const agentName = useAgentName()
  const known = useKnownOfCase(view)
  const name = item.title ?? titleOf(item.task)
  const shared = {
    known,
    onClose: () => {
      setOpen(undefined)
      setTo("")
    },
  }
  const choose = (action: Action) => () => setOpen(action)
  const offered = item.endedAt === undefined ? liveActions(item) : []
  return (
    <>
      <Menu
        label={`More about ${name}`}
        isBare
        icon="more"
        choices={[
          ...offered.map((action) => ({
            label: simple[action].label,
            icon: simple[action].icon,
            isDangerous: action === "removeItem",
            onChoose: choose(action),
          })),
          ...(item.endedAt === undefined
            ? [
                ...(item.kind === "work"
                  ? [{ label: "Reassign…", icon: "people" as const, onChoose: choose("reassignItem") }]
                  : []),
                { label: "Jump from here…", icon: "skipped" as const, onChoose: choose("jump") },
                {
                  label: "Raise an exception…",
                  icon: "trouble" as const,
                  onChoose: () => navigate(addressOf("/cases/:case/raise", { case: view.id }, { item: item.id })),
                },
              ]
            : []),
          ...(item.status === "enabled" || item.status === "offered"
            ? []
            : [{ label: "Roll back to here…", icon: "undo" as const, onChoose: choose("rollback") }]),
        ]}
      />
      {open !== undefined && open in simple && (
        <ActionDialog
          {...shared}
          verb={open as Simple}
          input={{ item: item.id }}
          title={`${simple[open as Simple].label}: ${name}`}
          label={simple[open as Simple].label}
          isDangerous={open === "removeItem"}
          done={simple[open as Simple].done}
        />
      )}
      {open === "reassignItem" && (
        <ActionDialog
          {...shared}
          verb="reassignItem"
          input={to === "" ? undefined : { item: item.id, to }}
          title={`Reassign: ${name}`}
          label="Reassign"
          done={`It is with ${agentName(to)} now.`}
        >
          <AgentField item={item.id} value={to} onChange={setTo} />
        </ActionDialog>
      )}
      {open === "jump" && (
        <ActionDialog
          {...shared}
          verb="jump"
          input={to === "" ? undefined : { case: view.id, item: item.id, to }}
          title={`Jump from ${name}`}
          label="Jump"
          done="The case goes on elsewhere."
        >
          <StepField
            view={view}
            label="Go on at"
            about="This item is left for it; nothing is undone."
            value={to}
            onChange={setTo}
          />
        </ActionDialog>
      )}
      {open === "rollback" && (
        <ActionDialog
          {...shared}
          verb="rollback"
          input={{ case: view.id, to: item.task, item: item.id }}
          title={`Roll back to ${name}`}
          label="Roll back"
          isDangerous
          done="The case is being rolled back."
        />
      )}
    </>
  )
}

function liveActions({ status, holds }: ItemView): readonly Simple[] {
  const isHeldByPerson = holds.some(({ owner }) => owner.kind === "person")
  return [
    isHeldByPerson ? "continueItem" : "suspendItem",
    ...(status === "started" ? (["restartItem"] as const) : []),
    "skipItem",
    "forceCompleteItem",
    "failItem",
    "recheckItem",
    "removeItem",
  ]
}

function AgentField({
  item,
  value,
  onChange,
}: {
  readonly item: string
  readonly value: string
  readonly onChange: (agent: string) => void
}) {
  const candidates = useAsk("candidates", { item })
  const agentName = useAgentName()
  return (
    <Field label="To" isRequired about="Those who can have it come first; of the others it is told why not.">
      {(control) => (
        <select {...control} className="input" value={value} onChange={(event) => onChange(event.target.value)}>
          <option value="">Choose an agent</option>
          {candidates.data?.rows.map(({ agent, obstacle, reason }) => (
            <option key={agent} value={agent}>
              {obstacle === undefined ? agentName(agent) : `${agentName(agent)}: ${reason}`}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}
