import type { Output } from "../../../client.ts"
import { addressOf, Link } from "../../app/location.tsx"
import { Icon, type IconName } from "../../parts/icon.tsx"
import type { Tone } from "../../words/states.ts"
import "./figures.css"

/** How things stand in four numbers, each a way to the cases it counts. */
export function Figures({ of }: { readonly of: Output<"overview"> }) {
  const { running, held, trouble, completed } = of
  return (
    <ul className="figures">
      <Figure title="Running" count={running} tone="busy" icon="started" query={{ state: "running" }} />
      <Figure title="Held" count={held} tone="held" icon="held" query={{ state: "running", standing: "held" }} />
      <Figure title="In trouble" count={trouble} tone="trouble" icon="trouble" query={{ standing: "trouble" }} />
      <Figure
        title="Done today"
        count={completed}
        tone="done"
        icon="completed"
        query={{ state: "completed", age: "ended" }}
      />
    </ul>
  )
}

interface FigureProps {
  readonly title: string
  readonly count: number
  readonly tone: Tone
  readonly icon: IconName
  readonly query: Readonly<Record<string, string>>
}

function Figure({ title, count, tone, icon, query }: FigureProps) {
  return (
    <li>
      <Link to={addressOf("/cases", {}, query)} className={`figure ${count > 0 ? tone : "idle"}`}>
        <span className="figure-title">
          <Icon name={icon} /> {title}
        </span>
        <span className="figure-count">{count.toLocaleString()}</span>
      </Link>
    </li>
  )
}
