import { type ReactNode, useId } from "react"
import "./card.css"

interface Props {
  readonly title?: string
  /** At the right of its title. */
  readonly side?: ReactNode
  readonly children: ReactNode
  /** Nothing between its edge and what is inside: for tables and nets. */
  readonly isFlush?: boolean
  readonly className?: string
}

/** A sheet of paper on the ground, with a title of its own. */
export function Card({ title, side, children, isFlush = false, className = "" }: Props) {
  const id = useId()
  return (
    <section
      className={`card ${isFlush ? "flush" : ""} ${className}`}
      {...(title !== undefined && { "aria-labelledby": id })}
    >
      {title !== undefined && (
        <header className="row">
          <h2 id={id} className="grow">
            {title}
          </h2>
          {side}
        </header>
      )}
      <div className="card-body">{children}</div>
    </section>
  )
}
