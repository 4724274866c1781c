import type { Finding } from "../../../messages/findings.ts"
import { Button } from "../../parts/button.tsx"
import { Icon } from "../../parts/icon.tsx"
import { sentence } from "../../parts/problem.tsx"
import "./finding-list.css"

interface Props {
  readonly findings: readonly Finding[]
  /** The one whose counterexample is played. */
  readonly played?: Finding | undefined
  readonly onPlay?: (finding: Finding) => void
  /** Where its place is text that is open: goes there. */
  readonly onPlace?: (finding: Finding) => void
}

/** What is wrong or doubtful: what, where, what to do about it. */
export function FindingList({ findings, played, onPlay, onPlace }: Props) {
  return (
    <ul className="finding-list">
      {findings.map((finding, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two findings may be alike
        <li key={index} className={`${finding.severity}${finding === played ? " played" : ""}`}>
          <Icon
            name={finding.severity === "error" ? "failed" : "trouble"}
            label={finding.severity === "error" ? "Error" : "Warning"}
          />
          <div className="grow">
            <p className="finding-message">{sentence(finding.message)}</p>
            <p className="soft">{sentence(finding.remedy)}</p>
            <p className="row small">
              <PlaceOf finding={finding} onPlace={onPlace} />
              <a href={`/docs/errors#${finding.code}`} target="_blank" rel="noreferrer">
                {finding.code}
              </a>
            </p>
          </div>
          {finding.counterexample && onPlay && (
            <Button icon="play" onClick={() => onPlay(finding)}>
              Show how
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}

function PlaceOf({ finding, onPlace }: { readonly finding: Finding; readonly onPlace: Props["onPlace"] }) {
  const { file, line, column, path } = finding.place
  const text = line === undefined ? path : `${file ?? "line"}:${line}${column === undefined ? "" : `:${column}`}`
  if (text === "") return null
  if (line === undefined || onPlace === undefined) return <code className="soft">{text}</code>
  return (
    <button type="button" className="finding-place" title={path} onClick={() => onPlace(finding)}>
      {text}
    </button>
  )
}
