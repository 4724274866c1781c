import { type ReactNode, useEffect } from "react"
import { Link } from "../app/location.tsx"
import { Icon } from "./icon.tsx"
import "./page-head.css"

interface Props {
  readonly title: string
  /** Where one came from: titles and addresses, outermost first. */
  readonly trail?: readonly (readonly [title: string, to: string])[]
  /** Beside the title: states, ids. */
  readonly beside?: ReactNode
  readonly about?: ReactNode
  /** What can be done here. */
  readonly actions?: ReactNode
}

/** The top of a page; its title is the browser's as well. */
export function PageHead({ title, trail = [], beside, about, actions }: Props) {
  useEffect(() => {
    document.title = `${title} · Exlet`
  }, [title])
  return (
    <header className="page-head">
      {trail.length > 0 && (
        <nav aria-label="Where this is" className="page-trail">
          {trail.map(([name, to]) => (
            <span key={to}>
              <Link to={to}>{name}</Link>
              <Icon name="right" size={12} />
            </span>
          ))}
        </nav>
      )}
      <div className="row">
        <h1>{title}</h1>
        {beside}
        {actions && <div className="row end">{actions}</div>}
      </div>
      {about && <p className="soft">{about}</p>}
    </header>
  )
}
