import { type ReactNode, useId, useLayoutEffect, useRef } from "react"
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

/**
 * Over everything else until it is closed; the browser keeps the focus inside, and Escape closes it. The first thing to be said
 * has the focus, and afterwards whatever had it before.
 */
export function Dialog({ title, onClose, children, foot, width = "usual" }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  // What a dialog is removed from under has no focus any more: it is given back before.
  useLayoutEffect(() => {
    const opened = dialog.current
    const before = document.activeElement
    if (!opened?.open) opened?.showModal()
    opened?.querySelector<HTMLElement>(`.dialog-body :is(${controls})`)?.focus()
    return () => {
      opened?.close()
      if (before instanceof HTMLElement && before !== document.body && before.isConnected) before.focus()
      else document.getElementById("page")?.focus({ preventScroll: true })
    }
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

const controls = "input:not([type=hidden], [disabled]), select:not([disabled]), textarea:not([disabled])"
