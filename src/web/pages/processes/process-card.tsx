import type { Output } from "../../../client.ts"
import { titleOf } from "../../../model/forms.ts"
import { addressOf, Link } from "../../app/location.tsx"
import { Icon } from "../../parts/icon.tsx"
import type { ProcessCount } from "./process-counts.ts"
import { TinyNet } from "./tiny-net.tsx"
import "./process-card.css"

type Row = Output<"processes">["rows"][number]

/** A process at a glance: what it looks like, how many cases run, what stands in trouble. */
export function ProcessCard({ process, count }: { readonly process: Row; readonly count: ProcessCount | undefined }) {
  const { name, version, title, isRemoved } = process
  return (
    <li className="process-card">
      <TinyNet process={name} version={version} />
      <div className="process-card-text">
        <Link className="process-card-title" to={addressOf("/processes/:process", { process: name })}>
          {title ?? titleOf(name)}
        </Link>
        <p className="soft small cut">
          <code>{name}</code> · version {version}
          {isRemoved && " · removed"}
        </p>
        <p className="row small">
          {count && (
            <span className={count.running > 0 ? "process-card-running" : "soft"}>
              {count.running > 0 ? `${count.running} running` : "no case runs"}
            </span>
          )}
          {count && count.trouble > 0 && (
            <span className="process-card-trouble">
              <Icon name="trouble" size={13} /> {count.trouble} in trouble
            </span>
          )}
        </p>
      </div>
    </li>
  )
}
