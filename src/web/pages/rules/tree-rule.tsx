import type { Output } from "../../../client.ts"
import { Icon, type IconName } from "../../parts/icon.tsx"
import "./tree-rule.css"

type Outcome = "held" | "did not hold" | "failed"

interface Props {
  readonly rule: Output<"treeNodes">["nodes"][number]
  readonly hits: Output<"treeHits">["nodes"][number] | undefined
  readonly decisions: number
  readonly outcome: Outcome | undefined
  /** Its conclusion is the answer for the case that is looked at. */
  readonly answers: boolean
  /** The case that is looked at did not come by. */
  readonly isDim: boolean
  readonly isChosen: boolean
  readonly onChoose: () => void
}

/** One rule of a drawn tree: its condition, what it says, when it is the one that answers, and how often it was. */
export function TreeRule({ rule, hits, decisions, outcome, answers, isDim, isChosen, onChoose }: Props) {
  const { node, says, effective, title } = rule
  const marks = [outcome && tones[outcome], answers && "answers", isDim && "dim"].filter(Boolean).join(" ")
  return (
    <button type="button" className={`tree-rule ${marks}`} aria-pressed={isChosen} onClick={onChoose}>
      <span className="tree-rule-head">
        <span className="tree-rule-number">{node}</span>
        <span className="tree-rule-if mono" title={rule.if}>
          {rule.if}
        </span>
        {outcome && <Icon name={icons[outcome]} label={outcome} />}
      </span>
      <span className="tree-rule-says cut" title={title ?? says}>
        <Icon name={says === undefined ? "removed" : "exlet"} size={14} />
        <span className="cut">{says ?? "takes the answer away"}</span>
      </span>
      {effective !== undefined && effective !== rule.if && (
        <span className="tree-rule-effective" title={`Answers when ${effective}`}>
          answers when <span className="mono">{effective}</span>
        </span>
      )}
      <span className="tree-rule-hits">
        <span className="tree-rule-bar" aria-hidden="true">
          <span style={{ width: `${decisions === 0 ? 0 : ((hits?.answered ?? 0) / decisions) * 100}%` }} />
        </span>
        {hits ? `answered ${hits.answered} of ${hits.asked}` : ""}
        {hits && hits.failed > 0 && <span className="tree-rule-failed"> · {hits.failed} failed</span>}
      </span>
    </button>
  )
}

const tones: Readonly<Record<Outcome, string>> = {
  held: "held-here",
  "did not hold": "not-here",
  failed: "failed-here",
}
const icons: Readonly<Record<Outcome, IconName>> = { held: "check", "did not hold": "close", failed: "trouble" }
