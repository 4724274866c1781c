import { useState } from "react"
import { type Output, RefusedError } from "../../../client.ts"
import type { Finding } from "../../../messages/findings.ts"
import { addressOf, navigate } from "../../app/location.tsx"
import { Icon } from "../../parts/icon.tsx"
import { Problem } from "../../parts/problem.tsx"
import { ReasonDialog } from "../../parts/reason-dialog.tsx"
import { Skeleton } from "../../parts/skeleton.tsx"
import { useToast } from "../../parts/toasts.tsx"
import { useAct } from "../../server/act.ts"
import { useAsk } from "../../server/ask.ts"
import { changesOf } from "./deployed-changes.ts"
import { FindingList } from "./finding-list.tsx"
import type { Written } from "./written.ts"
import "./deploy-dialog.css"

interface Props {
  readonly files: Written
  /** Where one is led where no process is among them. */
  readonly back: string
  readonly onClose: () => void
  readonly onDeployed: () => void
}

/** Tells what would change, asks why, and deploys. */
export function DeployDialog({ files, back, onClose, onDeployed }: Props) {
  const written = files.filter(({ text }) => text.trim() !== "")
  const [isDeploying, setDeploying] = useState(false)
  // Once it is being deployed nothing would be new any more; what was seen before stays.
  const tried = useAsk("deploy", { files: written, dryRun: true }, { when: !isDeploying })
  const deploy = useAct("deploy")
  const toast = useToast()
  const changes = tried.data && changesOf(tried.data)
  const isNew = changes?.some((change) => change.isNew) ?? false
  const done = (deployment: Output<"deploy">) => {
    const [first] = deployment.processes
    toast({ text: "It is deployed." })
    onDeployed()
    onClose()
    navigate(first ? addressOf("/processes/:process", { process: first.name }) : back)
  }
  return (
    <ReasonDialog
      title="Deploy"
      label="Deploy"
      isReady={isNew}
      act={async (reason) => {
        setDeploying(true)
        const told = await deploy({ files: written, reason })
        if (!told.ok) setDeploying(false)
        return told
      }}
      onDone={done}
      onClose={onClose}
    >
      <section aria-label="What will change" className="stack tight">
        <h3>What will change</h3>
        {tried.isPending && <Skeleton lines={3} />}
        {tried.isError && <Refused error={tried.error} />}
        {changes && !isNew && <p className="soft">Nothing: all of it is deployed as it stands here.</p>}
        {changes && (
          <ul className="deploy-changes">
            {changes.map((change) => (
              <li key={change.text} className={change.isNew ? "new" : "same"}>
                <Icon name={change.isNew ? "plus" : "check"} size={14} /> {change.text}
              </li>
            ))}
          </ul>
        )}
        {isNew && <p className="soft small">Cases that run go on with the version they were started with.</p>}
      </section>
      {tried.data && tried.data.findings.length > 0 && (
        <FindingList findings={tried.data.findings as readonly Finding[]} />
      )}
    </ReasonDialog>
  )
}

/** A definition with errors is refused with all of them. */
function Refused({ error }: { readonly error: unknown }) {
  const findings = error instanceof RefusedError ? error.rejection.findings : undefined
  if (!findings) return <Problem error={error} />
  return (
    <>
      <p>It cannot be deployed as it is. Mend what is wrong first:</p>
      <FindingList findings={findings as readonly Finding[]} />
    </>
  )
}
