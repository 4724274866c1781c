import type { ReactNode } from "react"
import { Icon, type IconName } from "./icon.tsx"
import "./empty.css"

interface Props {
  readonly icon: IconName
  /** What is not there. */
  readonly title: string
  /** What to do next. */
  readonly children?: ReactNode
}

export function Empty({ icon, title, children }: Props) {
  return (
    <div className="empty">
      <Icon name={icon} size={28} />
      <p className="empty-title">{title}</p>
      {children && <div className="soft">{children}</div>}
    </div>
  )
}
