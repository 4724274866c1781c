import { createContext, type ReactNode, useCallback, useContext, useMemo, useRef, useState } from "react"
import { RefusedError, type Told } from "../../client.ts"
import { Button } from "./button.tsx"
import { Icon } from "./icon.tsx"
import { problemOf } from "./problem.tsx"
import "./toasts.css"

export interface Toast {
  readonly text: string
  readonly tone?: "done" | "trouble"
  /** A way back, where there is one. What it is refused with is told. */
  readonly undo?: () => unknown
  /** Another thing to do next. */
  readonly action?: { readonly label: string; readonly onClick: () => void }
}

const ToastContext = createContext<(toast: Toast) => void>(() => undefined)

/** Tells what came of something, for some seconds; as long as somebody points at it or has the focus in it, it stays. */
export function useToast(): (toast: Toast) => void {
  return useContext(ToastContext)
}

export function ToastProvider({ children }: { readonly children: ReactNode }) {
  const [toasts, setToasts] = useState<readonly (Toast & { readonly id: number })[]>([])
  const next = useRef(1)
  const list = useRef<HTMLElement>(null)
  const drop = useCallback((id: number) => setToasts((all) => all.filter((toast) => toast.id !== id)), [])
  const show = useCallback(
    (toast: Toast) => {
      const id = next.current++
      setToasts((all) => [...all.slice(-3), { ...toast, id }])
      const end = () => (isLookedAt(list.current) ? setTimeout(end, 2000) : drop(id))
      setTimeout(end, toast.undo || toast.tone === "trouble" ? 12_000 : 6000)
    },
    [drop],
  )
  const dismiss = (id: number) => {
    drop(id)
    document.getElementById("page")?.focus({ preventScroll: true })
  }
  const takeBack = async (undo: () => unknown) => {
    try {
      const told = (await undo()) as Partial<Told<unknown>> | undefined
      if (told?.ok === false && told.rejection) throw new RefusedError(told.rejection, told.status ?? 400)
    } catch (error) {
      const { title, remedy = "" } = problemOf(error, "act")
      show({ tone: "trouble", text: `It cannot be undone. ${title} ${remedy}` })
    }
  }
  const value = useMemo(() => show, [show])
  return (
    <ToastContext.Provider value={value}>
      {children}
      <section ref={list} className="toasts" aria-label="What came of it" aria-live="polite">
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
                  dismiss(id)
                  void takeBack(undo)
                }}
              >
                Undo
              </Button>
            )}
            <Button look="quiet" icon="close" aria-label="Dismiss" onClick={() => dismiss(id)} />
          </div>
        ))}
      </section>
    </ToastContext.Provider>
  )
}

const isLookedAt = (list: HTMLElement | null): boolean => list?.matches(":hover, :focus-within") === true
