import { useState } from "react"
import type { DrawnEdgeKind, DrawnKind } from "../../model/drawing.ts"
import { Button } from "../parts/button.tsx"
import { Dialog } from "../parts/dialog.tsx"
import { StateBadge } from "../parts/state-badge.tsx"
import type { LaidOut } from "./laid-out.ts"
import { gateWords } from "./net-node.tsx"

/** What the signs of this very net mean. */
export function Legend({ laid }: { readonly laid: LaidOut }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button look="quiet" icon="info" aria-label="Legend" onClick={() => setOpen(true)} />
      {isOpen && (
        <Dialog title="Legend" onClose={() => setOpen(false)}>
          <div className="net-legend">
            {states.map((state) => (
              <StateBadge key={state} state={state} />
            ))}
          </div>
          <dl className="net-legend-list">
            {[...new Set(laid.nodes.map(({ node }) => node.kind))]
              .filter((kind) => kind in signs)
              .map((kind) => (
                <div key={kind} className="row nowrap">
                  <dt>{signs[kind]}</dt>
                  <dd>{gateWords[kind] ?? others[kind]}</dd>
                </div>
              ))}
            {[...new Set(laid.edges.map(({ edge }) => edge.kind))].map((kind) => (
              <div key={kind} className="row nowrap">
                <dt>
                  <svg width="44" height="10" className={`net-edge ${kind}`} aria-hidden="true">
                    <path d="M2 5h40" />
                  </svg>
                </dt>
                <dd>{lines[kind]}</dd>
              </div>
            ))}
          </dl>
          <p className="soft small">
            A red sign on an activity tells of exceptions inside it. Ctrl and the wheel, or + and −, come closer; 0
            shows all; arrow keys go from step to step; Enter chooses; a double click opens an activity.
          </p>
        </Dialog>
      )}
    </>
  )
}

const states = [
  "ready",
  "allocated",
  "started",
  "completed",
  "held",
  "trouble",
  "waiting",
  "skipped",
  "notReady",
] as const

const signs: Readonly<Partial<Record<DrawnKind, string>>> = {
  start: "●",
  end: "◉",
  choice: "×",
  some: "○",
  parallel: "+",
  first: "1",
  loop: "↻",
  join: "◇",
  condition: "○",
}

const others: Readonly<Partial<Record<DrawnKind, string>>> = {
  start: "a case begins here",
  end: "a case is over here",
  condition: "whoever comes first goes on",
}

const lines: Readonly<Record<DrawnEdgeKind, string>> = {
  flow: "then",
  back: "back, to do it again",
  arc: "instead, when the exception on it is raised",
  alternative: "instead, when it fails",
  cancel: "ends it",
}
