import { useState } from "react"
import { Button } from "./button.tsx"
import "./copied-text.css"

interface Props {
  readonly label: string
  readonly text: string
}

/** A text to read and to take along. */
export function CopiedText({ label, text }: Props) {
  const [isCopied, setCopied] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(text)
    setCopied(true)
    setTimeout(() => setCopied(false), 2000)
  }
  return (
    <div className="copied-text">
      <Button icon={isCopied ? "check" : "link"} onClick={() => void copy()}>
        {isCopied ? "Copied" : "Copy"}
      </Button>
      <pre tabIndex={0} role="region" aria-label={label}>
        {text}
      </pre>
    </div>
  )
}
