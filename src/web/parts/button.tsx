import type { ButtonHTMLAttributes, ReactNode } from "react"
import { Icon, type IconName } from "./icon.tsx"
import "./button.css"

interface Props extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** `plain` unless set; `main` is the one thing to do here. */
  readonly look?: "main" | "plain" | "quiet" | "danger"
  readonly icon?: IconName
  /** While true it says so, and cannot be pressed. */
  readonly isBusy?: boolean
  readonly children?: ReactNode
}

/** With an icon alone it needs an `aria-label`. */
export function Button({ look = "plain", icon, isBusy = false, children, disabled, title, ...rest }: Props) {
  const isBare = children === undefined
  return (
    <button
      type="button"
      className={`button ${look}${isBare ? " bare" : ""}`}
      disabled={disabled || isBusy}
      aria-busy={isBusy || undefined}
      title={title ?? (isBare ? rest["aria-label"] : undefined)}
      {...rest}
    >
      {isBusy ? <span className="turning" aria-hidden="true" /> : icon && <Icon name={icon} />}
      {children}
    </button>
  )
}
