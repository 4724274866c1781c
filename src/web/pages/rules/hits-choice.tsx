import { useId } from "react"
import type { Output } from "../../../client.ts"

interface Props {
  readonly hits: Output<"treeHits"> | undefined
  readonly span: number
  readonly onSpan: (span: number) => void
  /** An earlier version is looked at. */
  readonly isOld: boolean
  readonly version: number | undefined
}

/** Over how many decisions rules are counted, and what came of these. */
export function HitsChoice({ hits, span, onSpan, isOld, version }: Props) {
  const id = useId()
  if (isOld) return <span className="soft">as it was in version {version}</span>
  return (
    <span className="row soft">
      {hits && hits.unanswered > 0 && <span>{hits.unanswered} without an answer</span>}
      {hits && hits.failed > 0 && <span className="tree-rule-failed">{hits.failed} failed</span>}
      <label htmlFor={id}>Over the last</label>
      <select id={id} className="input tree-span" value={span} onChange={(event) => onSpan(Number(event.target.value))}>
        {[100, 1000, 10_000].map((each) => (
          <option key={each} value={each}>
            {each.toLocaleString("en")} decisions
          </option>
        ))}
      </select>
      {hits && hits.decisions < span && <span>({hits.decisions} so far)</span>}
    </span>
  )
}
