import { useState } from "react"
import { ActionDialog } from "../../parts/action-dialog.tsx"
import { Button } from "../../parts/button.tsx"
import { Menu } from "../../parts/menu.tsx"
import { useAct } from "../../server/act.ts"
import { useKnownOfCase } from "../../server/known-case.ts"
import type { CaseView } from "./case-page.tsx"
import { StepField } from "./step-field.tsx"

type Action = "suspend" | "continue" | "jump" | "rollback" | "recheck" | "remove"

/** What can be done about a whole case. */
export function CaseActions({ view }: { readonly view: CaseView }) {
  const [open, setOpen] = useState<Action>()
  const [step, setStep] = useState("")
  const lift = useAct("continueCase")
  const close = () => {
    setOpen(undefined)
    setStep("")
  }
  const known = useKnownOfCase(view)
  if (view.state !== "running") return null
  const isHeldByPerson = view.holds.some(({ owner, target }) => owner.kind === "person" && target.kind === "case")
  const shared = { known, onClose: close }
  return (
    <>
      {isHeldByPerson ? (
        <Button icon="started" onClick={() => setOpen("continue")}>
          Continue
        </Button>
      ) : (
        <Button icon="held" onClick={() => setOpen("suspend")}>
          Suspend
        </Button>
      )}
      <Menu
        label="More"
        choices={[
          { label: "Jump…", icon: "skipped", onChoose: () => setOpen("jump") },
          { label: "Roll back…", icon: "undo", onChoose: () => setOpen("rollback") },
          { label: "Ask the rules again", icon: "rules", onChoose: () => setOpen("recheck") },
          { label: "Remove…", icon: "removed", isDangerous: true, onChoose: () => setOpen("remove") },
        ]}
      />
      {open === "suspend" && (
        <ActionDialog
          {...shared}
          verb="suspendCase"
          input={{ case: view.id }}
          title="Suspend this case"
          label="Suspend"
          done="The case is suspended."
          undo={() => lift({ case: view.id, reason: "suspended by mistake" })}
        />
      )}
      {open === "continue" && (
        <ActionDialog
          {...shared}
          verb="continueCase"
          input={{ case: view.id }}
          title="Continue this case"
          label="Continue"
          done="The case goes on."
        />
      )}
      {open === "jump" && (
        <ActionDialog
          {...shared}
          verb="jump"
          input={step === "" ? undefined : { case: view.id, to: step }}
          title="Go on elsewhere"
          label="Jump"
          done="The case goes on elsewhere."
        >
          <StepField
            view={view}
            label="Go on at"
            about="Everything live in the case is left for it; nothing is undone."
            value={step}
            onChange={setStep}
          />
        </ActionDialog>
      )}
      {open === "rollback" && (
        <ActionDialog
          {...shared}
          verb="rollback"
          input={step === "" ? undefined : { case: view.id, to: step }}
          title="Roll back"
          label="Roll back"
          isDangerous
          done="The case is being rolled back."
        >
          <StepField
            view={view}
            label="Back to"
            about="It and all that came of it is undone, newest first; then it is enabled again."
            value={step}
            onChange={setStep}
            onlyBegun
          />
        </ActionDialog>
      )}
      {open === "recheck" && (
        <ActionDialog
          {...shared}
          verb="recheckCase"
          input={{ case: view.id }}
          title="Ask the rules again"
          label="Ask again"
          needsReason={false}
          done="The rules were asked again."
        >
          <p>About everything that waits, and every open exception, with the rules as they are now.</p>
        </ActionDialog>
      )}
      {open === "remove" && (
        <ActionDialog
          {...shared}
          verb="removeCase"
          input={{ case: view.id }}
          title="Remove this case"
          label="Remove"
          isDangerous
          done="The case was removed."
        >
          <p>It ends, with everything that was started for it. What was done outside is not undone.</p>
        </ActionDialog>
      )}
    </>
  )
}
