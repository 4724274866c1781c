import { createContext, type ReactNode, useCallback, useContext, useMemo, useRef, useState } from "react"
import { Button } from "./button.tsx"
import { Icon } from "./icon.tsx"
import "./toasts.css"

export interface Toast {
  readonly text: string
  readonly tone?: "done" | "trouble"
  /** A way back, where there is one. */
  readonly undo?: () => void | Promise<void>
  /** Another thing to do next. */
  readonly action?: { readonly label: string; readonly onClick: () => void }
}

const ToastContext = createContext<(toast: Toast) => void>(() => undefined)

/** Tells what came of something, for some seconds. */
export function useToast(): (toast: Toast) => void {
  return useContext(ToastContext)
}

export function ToastProvider({ children }: { readonly children: ReactNode }) {
  const [toasts, setToasts] = useState<readonly (Toast & { readonly id: number })[]>([])
  const next = useRef(1)
  const drop = useCallback((id: number) => setToasts((all) => all.filter((toast) => toast.id !== id)), [])
  const show = useCallback(
    (toast: Toast) => {
      const id = next.current++
      setToasts((all) => [...all.slice(-3), { ...toast, id }])
      setTimeout(() => drop(id), toast.undo || toast.tone === "trouble" ? 12_000 : 6000)
    },
    [drop],
  )
  const value = useMemo(() => show, [show])
  return (
    <ToastContext.Provider value={value}>
      {children}
      <section className="toasts" aria-label="What came of it" aria-live="polite">
        {toasts.map(({ id, text, tone = "done", undo, action }) => (
          <div key={id} className={`toast ${tone}`}>
            <Icon name={tone === "done" ? "completed" : "trouble"} />
            <span className="grow">{text}</span>
            {action && (
              <Button look="quiet" onClick={action.onClick}>
                {action.label}
              </Button>
            )}
            {undo && (
              <Button
                look="quiet"
                icon="undo"
                onClick={() => {
                  drop(id)
                  void undo()
                }}
              >
                Undo
              </Button>
            )}
            <Button look="quiet" icon="close" aria-label="Dismiss" onClick={() => drop(id)} />
          </div>
        ))}
      </section>
    </ToastContext.Provider>
  )
}
