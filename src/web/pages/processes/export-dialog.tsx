import { stringify } from "yaml"
import type { Finding } from "../../../messages/findings.ts"
import { Answer } from "../../parts/answer.tsx"
import { Button } from "../../parts/button.tsx"
import { CopiedText } from "../../parts/copied-text.tsx"
import { Dialog } from "../../parts/dialog.tsx"
import { useAsk } from "../../server/ask.ts"
import { FindingList } from "./finding-list.tsx"
import type { ProcessView } from "./process-page.tsx"

interface Props {
  readonly view: ProcessView
  readonly to: "bundle" | "wqm"
  readonly onClose: () => void
}

/** The process in another format, to copy or to keep as a file, and what that format has no words for. */
export function ExportDialog({ view, to, onClose }: Props) {
  const converted = useAsk("convert", { bundle: view.source, to })
  const text = converted.data && (converted.data.wqm ?? stringify(converted.data.bundle))
  const file = to === "wqm" ? `${view.name}.xml` : `${view.name}.yaml`
  return (
    <Dialog
      title={to === "wqm" ? "As WQM (XML)" : "As a bundle"}
      width="wide"
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>Close</Button>
          <Button look="main" icon="out" disabled={text === undefined} onClick={() => text && download(file, text)}>
            {`Download ${file}`}
          </Button>
        </>
      }
    >
      <Answer of={converted}>
        {({ findings }) => (
          <>
            {findings.length > 0 && <FindingList findings={findings as readonly Finding[]} />}
            <CopiedText label={file} text={text ?? ""} />
          </>
        )}
      </Answer>
    </Dialog>
  )
}

function download(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: "text/plain" }))
  const link = document.createElement("a")
  link.href = address
  link.download = name
  link.click()
  URL.revokeObjectURL(address)
}
