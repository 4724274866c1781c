import { type ReactNode, useEffect, useId, useRef } from "react"
import { Button } from "./button.tsx"
import "./dialog.css"

interface Props {
  readonly title: string
  readonly onClose: () => void
  readonly children: ReactNode
  /** Buttons at its foot. */
  readonly foot?: ReactNode
  readonly width?: "usual" | "wide"
}

/** Over everything else until it is closed; the browser keeps the focus inside, and Escape closes it. */
export function Dialog({ title, onClose, children, foot, width = "usual" }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => {
    const opened = dialog.current
    if (!opened?.open) opened?.showModal()
    return () => opened?.close()
  }, [])
  return (
    <dialog
      ref={dialog}
      className={`dialog ${width}`}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
    >
      <header className="row nowrap">
        <h2 id={id} className="grow">
          {title}
        </h2>
        <Button look="quiet" icon="close" aria-label="Close" onClick={onClose} />
      </header>
      <div className="dialog-body stack">{children}</div>
      {foot && <footer className="row">{foot}</footer>}
    </dialog>
  )
}
