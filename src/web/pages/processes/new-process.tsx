import { useRef, useState } from "react"
import { stringify } from "yaml"
import type { Finding } from "../../../messages/findings.ts"
import { titleOf } from "../../../model/forms.ts"
import { addressOf } from "../../app/location.tsx"
import { Answer } from "../../parts/answer.tsx"
import { Button } from "../../parts/button.tsx"
import { PageHead } from "../../parts/page-head.tsx"
import { useKept } from "../../parts/use-kept.ts"
import { useLater } from "../../parts/use-later.ts"
import { useAsk } from "../../server/ask.ts"
import { useSession } from "../../server/session.tsx"
import { DeployDialog } from "./deploy-dialog.tsx"
import { FilesEditor } from "./files-editor.tsx"
import { Verification } from "./verification.tsx"
import { example, isWritten, lineAt, pasted, type Written } from "./written.ts"
import "./new-process.css"

interface Props {
  /** The process it is a new version of. */
  readonly of: string | undefined
  /** There is no other yet. */
  readonly isFirst?: boolean
}

/** Something new, written or brought: what is wrong with it is told before it is deployed. */
export function NewProcess({ of, isFirst = false }: Props) {
  const before = useAsk("process", { process: of ?? "" }, { when: of !== undefined })
  if (of === undefined) return <Writing begin={[{ name: "process.yaml", text: "" }]} isFirst={isFirst} />
  return (
    <Answer of={before}>
      {({ source, name, title }) => (
        <Writing
          begin={[{ name: `${name}.yaml`, text: stringify(source) }]}
          of={{ name, title: title ?? titleOf(name) }}
        />
      )}
    </Answer>
  )
}

interface WritingProps {
  readonly begin: Written
  readonly of?: { readonly name: string; readonly title: string }
  readonly isFirst?: boolean
}

function Writing({ begin, of, isFirst = false }: WritingProps) {
  const { may, me } = useSession()
  const kept = useKept<Written>(`exlet-process ${me.agent} ${of?.name ?? ""}`, begin, isWritten)
  const { value: files, change: setFiles } = kept
  const [at, setAt] = useState(0)
  const [isDeploying, setDeploying] = useState(false)
  const text = useRef<HTMLTextAreaElement>(null)
  const settled = useLater(files, 900)
  const isEmpty = files.every((file) => file.text.trim() === "")
  const show = ({ place: { file, line } }: Finding) => {
    const index = files.findIndex(({ name }) => name === file)
    if (index < 0 || line === undefined) return
    setAt(index)
    requestAnimationFrame(() => select(text.current, files[index]?.text ?? "", line))
  }
  return (
    <>
      <PageHead
        title={of ? `New version of ${of.title}` : isFirst ? "The first process" : "New process"}
        trail={[
          ["Processes", "/processes"],
          ...(of ? [[of.title, addressOf("/processes/:process", { process: of.name })] as const] : []),
        ]}
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
      {isDeploying && <DeployDialog files={files} onClose={() => setDeploying(false)} onDeployed={kept.forget} />}
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
