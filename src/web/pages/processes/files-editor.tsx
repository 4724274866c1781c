import { type DragEvent, type RefObject, useRef, useState } from "react"
import type { BundleFile } from "../../../model/bundle.ts"
import { Button } from "../../parts/button.tsx"
import { formatOf, type Written } from "./written.ts"
import "./files-editor.css"

interface Props {
  readonly files: Written
  /** Which of them is open. */
  readonly at: number
  readonly onFiles: (files: Written) => void
  readonly onAt: (at: number) => void
  readonly text: RefObject<HTMLTextAreaElement | null>
}

/** Text to write and paste into, and a place to drop files on. */
export function FilesEditor({ files, at, onFiles, onAt, text }: Props) {
  const [isOver, setOver] = useState(false)
  const chooser = useRef<HTMLInputElement>(null)
  const open = files[at] ?? files[0]
  const bring = async (list: FileList | null) => {
    const brought = await Promise.all([...(list ?? [])].map(readFile))
    if (brought.length === 0) return
    const kept = files.filter((file) => file.text.trim() !== "" && !brought.some(({ name }) => name === file.name))
    onFiles([...kept, ...brought])
    onAt(kept.length)
  }
  const write = (next: string) => {
    const file = { name: nameFor(open?.name ?? "process.yaml", next), text: next }
    onFiles(files.map((each) => (each === open ? file : each)))
  }
  const dropped = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    void bring(event.dataTransfer.files)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is another way to do what the button does
    <div
      className={`files-editor${isOver ? " over" : ""}`}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={dropped}
    >
      <div className="files-editor-bar">
        <div className="row grow">
          {files.map((file, index) => (
            <span key={file.name} className={`files-editor-file${file === open ? " open" : ""}`}>
              <button type="button" aria-pressed={file === open} onClick={() => onAt(index)}>
                {file.name}
              </button>
              {files.length > 1 && (
                <Button
                  look="quiet"
                  icon="close"
                  aria-label={`Leave out ${file.name}`}
                  onClick={() => {
                    onFiles(files.toSpliced(index, 1))
                    onAt(0)
                  }}
                />
              )}
            </span>
          ))}
        </div>
        <Button icon="upload" onClick={() => chooser.current?.click()}>
          Choose files
        </Button>
        <input
          ref={chooser}
          type="file"
          multiple
          hidden
          accept=".yaml,.yml,.json,.xml,.wqm"
          aria-label="Files to bring"
          onChange={(event) => void bring(event.target.files)}
        />
      </div>
      <textarea
        ref={text}
        className="input mono"
        aria-label={`Text of ${open?.name ?? "the process"}`}
        placeholder={placeholder}
        spellCheck={false}
        autoCapitalize="off"
        wrap="off"
        value={open?.text ?? ""}
        onChange={(event) => write(event.target.value)}
      />
    </div>
  )
}

/** What was pasted decides what the file is, as long as nobody has named it. */
function nameFor(name: string, text: string): string {
  if (!/^process\.(yaml|xml)$/.test(name)) return name
  return formatOf(text) === "ours" ? "process.yaml" : "process.xml"
}

const readFile = async (file: File): Promise<BundleFile> => ({ name: file.name, text: await file.text() })

const placeholder = `Paste a process here, or drop files.

process: order
flow:
  - task: pack
  - task: send`
