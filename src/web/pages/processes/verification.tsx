import { useState } from "react"
import type { Finding } from "../../../messages/findings.ts"
import type { Drawing } from "../../../model/drawing.ts"
import { titleOf } from "../../../model/forms.ts"
import { Card } from "../../parts/card.tsx"
import { Empty } from "../../parts/empty.tsx"
import { Field } from "../../parts/field.tsx"
import { Problem } from "../../parts/problem.tsx"
import { Skeleton } from "../../parts/skeleton.tsx"
import { useAsk } from "../../server/ask.ts"
import { processOf, type Sketch } from "./found-at.ts"
import { VerifiedNet } from "./verified-net.tsx"
import { unreadable, type Written } from "./written.ts"

interface Props {
  readonly files: Written
  /** Nothing is being written at this moment. */
  readonly isSettled: boolean
  readonly onPlace: (finding: Finding) => void
}

/** What is wrong with what was written so far, and what it looks like. */
export function Verification({ files, isSettled, onPlace }: Props) {
  const written = files.filter(({ text }) => text.trim() !== "")
  const foreign = unreadable(written)
  const canAsk = written.length > 0 && foreign === undefined
  const verified = useAsk("verify", { files: written }, { when: canAsk, keep: true })
  if (written.length === 0)
    return (
      <Card>
        <Empty icon="process" title="Nothing is written yet">
          What it looks like and what is wrong with it appears here while you write.
        </Empty>
      </Card>
    )
  if (foreign !== undefined)
    return (
      <Card>
        <Empty icon="trouble" title="This cannot be read yet">
          {foreign}
        </Empty>
      </Card>
    )
  if (verified.isError) return <Problem error={verified.error} onRetry={() => void verified.refetch()} />
  if (verified.data === undefined)
    return (
      <Card>
        <Skeleton lines={6} />
      </Card>
    )
  const isOld = !isSettled || verified.isPlaceholderData
  return (
    <div aria-busy={isOld} className="stack">
      <p role="status" className={isOld ? "verification-checking" : "unseen"}>
        {isOld ? "Checking what you wrote…" : "It is checked."}
      </p>
      <div className={isOld ? "verification old" : "verification"}>
        <Verified
          findings={verified.data.findings as readonly Finding[]}
          sketches={verified.data.processes.map(({ source, net }) => ({ source, net: net as Drawing }))}
          onPlace={onPlace}
        />
      </div>
    </div>
  )
}

interface VerifiedProps {
  readonly findings: readonly Finding[]
  readonly sketches: readonly Sketch[]
  readonly onPlace: (finding: Finding) => void
}

function Verified({ findings, sketches, onPlace }: VerifiedProps) {
  const [chosen, setChosen] = useState<string>()
  const sketch = sketches.find(({ net }) => net.process === chosen) ?? sketches[0]
  const shown = sketches.length < 2 ? findings : findings.filter((each) => isHere(each, sketch, sketches))
  return (
    <div className="stack">
      {sketches.length > 1 && (
        <Field label="Process" about={`${sketches.length} processes are in it.`}>
          {(control) => (
            <select
              {...control}
              className="input"
              value={sketch?.net.process}
              onChange={(event) => setChosen(event.target.value)}
            >
              {sketches.map((each) => (
                <option key={each.net.process} value={each.net.process}>
                  {titled(each, findings, sketches)}
                </option>
              ))}
            </select>
          )}
        </Field>
      )}
      <VerifiedNet sketch={sketch} findings={shown} onPlace={onPlace} />
    </div>
  )
}

/** What is about none of them is told with the first. */
const isHere = (finding: Finding, sketch: Sketch | undefined, all: readonly Sketch[]): boolean =>
  (processOf(finding, all) ?? all[0]) === sketch

function titled(sketch: Sketch, findings: readonly Finding[], all: readonly Sketch[]): string {
  const count = findings.filter((each) => isHere(each, sketch, all)).length
  const title = sketch.net.title ?? titleOf(sketch.net.process)
  return count === 0 ? title : `${title} (${count} ${count === 1 ? "finding" : "findings"})`
}
