import { ViewportPortal } from "@xyflow/react"
import { memo } from "react"
import type { DrawnEdge } from "../../model/drawing.ts"
import { defaultSign, type LaidOut, pathOf } from "./laid-out.ts"
import type { Marks } from "./marks.ts"
import "./edges.css"

interface Props {
  readonly laid: LaidOut
  readonly marks: Marks
  /** By `from → to`. */
  readonly played?: ReadonlySet<string>
}

/** All edges in one drawing of their own: they never change, so they cost nothing while states do. */
export const Edges = memo(function Edges({ laid, played }: Props) {
  return (
    <ViewportPortal>
      <svg className="net-edges" width={laid.width} height={laid.height} aria-hidden="true">
        <defs>
          {(["flow", "arc", "alternative", "played"] as const).map((kind) => (
            <marker
              key={kind}
              id={`arrow-${kind}`}
              viewBox="0 0 8 8"
              refX="7"
              refY="4"
              markerWidth="8"
              markerHeight="8"
              orient="auto"
            >
              <path d="M0 0.5L7.5 4L0 7.5z" className={`net-arrow ${kind}`} />
            </marker>
          ))}
        </defs>
        {laid.edges.map(({ edge, points, label }) => {
          const isPlayed = played?.has(`${edge.from} → ${edge.to}`)
          return (
            <g key={edge.id} className={`net-edge ${edge.kind} ${isPlayed ? "played" : ""}`}>
              <path d={pathOf(points)} markerEnd={`url(#arrow-${isPlayed ? "played" : arrowOf(edge)})`} />
              {edge.isDefault && <path d={defaultSign(points)} className="net-default" />}
              {label && edge.label !== undefined && (
                <foreignObject x={label.x} y={label.y - 1} width={label.width + 2} height={18}>
                  <div className="net-label" title={edge.label}>
                    {edge.label}
                  </div>
                </foreignObject>
              )}
            </g>
          )
        })}
      </svg>
    </ViewportPortal>
  )
})

const arrowOf = ({ kind }: DrawnEdge): string =>
  kind === "arc" || kind === "alternative" ? kind : kind === "cancel" ? "arc" : "flow"
