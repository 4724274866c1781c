import { type ReactNode, useCallback, useMemo, useState } from "react"
import type { Finding } from "../../../messages/findings.ts"
import { DrawingView } from "../../net/net-view.tsx"
import { Card } from "../../parts/card.tsx"
import { Icon } from "../../parts/icon.tsx"
import { frameMarks, framesOf, playedEdges } from "./counterexample.ts"
import { FindingList } from "./finding-list.tsx"
import { findingMarks, type Sketch, taskOf } from "./found-at.ts"
import { Player } from "./player.tsx"
import "./verified-net.css"

interface Props {
  /** Absent: with errors in it there is nothing to draw yet. */
  readonly sketch: Sketch | undefined
  readonly findings: readonly Finding[]
  /** Instead of findings, as long as it was not looked for any. */
  readonly pending?: ReactNode
  readonly height?: number
  readonly chosen?: string | undefined
  readonly onChoose?: (task: string | undefined) => void
  readonly onPlace?: (finding: Finding) => void
}

/** A net with what was found on it, and below it all that was found, each played on the net where there is a way it comes about. */
export function VerifiedNet({ sketch, findings, pending, height = 360, chosen, onChoose, onPlace }: Props) {
  const [playing, setPlaying] = useState<{ readonly finding: Finding; readonly at: number; readonly round: number }>()
  // What was mended meanwhile is not played any more.
  const current = playing && findings.includes(playing.finding) ? playing : undefined
  const finding = current?.finding
  const frames = useMemo(
    () => (finding && sketch ? framesOf(finding.counterexample ?? [], sketch.net) : []),
    [finding, sketch],
  )
  const frame = current && frames[current.at]
  const marks = useMemo(() => {
    if (sketch === undefined) return undefined
    return finding && frame ? frameMarks(frame, finding, sketch) : findingMarks(findings, sketch)
  }, [sketch, findings, finding, frame])
  const played = useMemo(() => (frame && sketch ? playedEdges(frame.played, sketch.net) : undefined), [frame, sketch])
  const move = useCallback((at: number) => setPlaying((before) => before && { ...before, at }), [])
  const shown = useMemo(
    () =>
      chosen === undefined || sketch === undefined
        ? findings
        : findings.filter((each) => taskOf(each, sketch) === chosen),
    [findings, chosen, sketch],
  )
  return (
    <Card isFlush className="verified">
      {sketch && marks && (
        <DrawingView
          key={`${sketch.net.process} ${sketch.net.version}`}
          drawing={sketch.net}
          marks={marks}
          height={height}
          {...(played && { played })}
          {...(onChoose && { chosen, onChoose })}
        />
      )}
      {current && frame && (
        <Player
          key={current.round}
          frames={frames}
          at={current.at}
          onMove={move}
          onClose={() => setPlaying(undefined)}
        />
      )}
      {pending !== undefined ? (
        pending
      ) : findings.length === 0 ? (
        <p className="verified-clean">
          <Icon name="completed" /> Nothing is wrong with it, as far as can be told without running it.
        </p>
      ) : (
        <section aria-label="Findings">
          <FindingList
            findings={shown}
            played={finding}
            {...(sketch && { onPlay: (next) => setPlaying({ finding: next, at: 0, round: Date.now() }) })}
            {...(onPlace && { onPlace })}
          />
          {shown.length === 0 && <p className="verified-clean soft">Nothing was found at this step.</p>}
        </section>
      )}
    </Card>
  )
}
