import { useRef, useState } from "react"
import type { Finding } from "../../../messages/findings.ts"
import { Button } from "../../parts/button.tsx"
import { drawThen } from "../../parts/draw-then.ts"
import { PageHead } from "../../parts/page-head.tsx"
import { useKept } from "../../parts/use-kept.ts"
import { useLater } from "../../parts/use-later.ts"
import { useSession } from "../../server/session.tsx"
import { DeployDialog } from "./deploy-dialog.tsx"
import { FilesEditor } from "./files-editor.tsx"
import { Verification } from "./verification.tsx"
import { example, isWritten, lineAt, pasted, type Written } from "./written.ts"
import "./new-process.css"

interface Props {
  readonly begin: Written
  /** What it is kept by while it is not deployed. */
  readonly called: string
  readonly title: string
  readonly trail: readonly (readonly [title: string, address: string])[]
  /** Where one is led when it is deployed, unless that is a process. */
  readonly back: string
}

/** Definitions while they are written, with what is wrong with them beside, until they are deployed. */
export function Writing({ begin, called, title, trail, back }: Props) {
  const { may, me } = useSession()
  const [first] = useState(begin)
  const kept = useKept<Written>(`exlet-process ${me.agent} ${called}`, first, isWritten)
  const { value: files, change: setFiles } = kept
  const [at, setAt] = useState(0)
  const [isDeploying, setDeploying] = useState(false)
  const text = useRef<HTMLTextAreaElement>(null)
  const settled = useLater(files, 900)
  const isEmpty = files.every((file) => file.text.trim() === "")
  const show = ({ place: { file, line } }: Finding) => {
    const index = files.findIndex(({ name }) => name === file)
    if (index < 0 || line === undefined) return
    drawThen(
      () => setAt(index),
      () => select(text.current, files[index]?.text ?? "", line),
    )
  }
  return (
    <>
      <PageHead
        title={title}
        trail={trail}
        about="Paste it, choose files or drop them here: YAML or JSON, or WQM (XML). YAWL and BPMN cannot be read yet."
        actions={
          <>
            {isEmpty && (
              <Button icon="book" onClick={() => setFiles([pasted(example)])}>
                Begin with an example
              </Button>
            )}
            {kept.isTyped && (
              <Button icon="undo" onClick={kept.forget}>
                Discard
              </Button>
            )}
            {may("administer") && (
              <Button look="main" icon="upload" disabled={isEmpty} onClick={() => setDeploying(true)}>
                Deploy…
              </Button>
            )}
          </>
        }
      />
      <div className="new-process">
        <FilesEditor files={files} at={at} onFiles={setFiles} onAt={setAt} text={text} />
        <Verification files={settled} isSettled={settled === files} onPlace={show} />
      </div>
      {isDeploying && (
        <DeployDialog files={files} back={back} onClose={() => setDeploying(false)} onDeployed={kept.forget} />
      )}
    </>
  )
}

function select(area: HTMLTextAreaElement | null, text: string, line: number): void {
  if (area === null) return
  const [start, end] = lineAt(text, line)
  area.focus()
  area.setSelectionRange(start, end)
  area.scrollTop = Math.max(0, (line - 6) * Number.parseFloat(getComputedStyle(area).lineHeight))
}
