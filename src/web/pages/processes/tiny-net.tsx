import { useEffect, useRef, useState } from "react"
import type { Drawing } from "../../../model/drawing.ts"
import { type LaidNode, pathOf } from "../../net/laid-out.ts"
import { figureOf } from "../../net/shape.ts"
import { useLayout } from "../../net/use-layout.ts"
import { useAsk } from "../../server/ask.ts"
import "./tiny-net.css"

const closed: ReadonlySet<string> = new Set()

/** What a net looks like from far away: asked for and drawn when it comes into view. */
export function TinyNet({ process, version }: { readonly process: string; readonly version: number }) {
  const frame = useRef<HTMLDivElement>(null)
  const [isSeen, setSeen] = useState(false)
  useEffect(() => {
    if (frame.current === null) return
    const watch = new IntersectionObserver(([entry]) => entry?.isIntersecting && setSeen(true), { rootMargin: "200px" })
    watch.observe(frame.current)
    return () => watch.disconnect()
  }, [])
  const net = useAsk("net", { process, version }, { when: isSeen })
  const { data: laid } = useLayout({ drawing: net.data as Drawing | undefined, open: closed, room: "any" })
  return (
    <div ref={frame} className="tiny-net" aria-hidden="true">
      {laid && (
        <svg viewBox={`0 0 ${Math.max(laid.width, 420)} ${Math.max(laid.height, 130)}`} preserveAspectRatio="xMidYMid">
          <g transform={`translate(${Math.max(0, 420 - laid.width) / 2} ${Math.max(0, 130 - laid.height) / 2})`}>
            {laid.edges.map(({ edge, points }) => (
              <path key={edge.id} d={pathOf(points)} />
            ))}
            {laid.nodes.map((node) => (
              <Figure key={node.node.id} {...node} />
            ))}
          </g>
        </svg>
      )}
    </div>
  )
}

function Figure({ node, x, y, width, height }: LaidNode) {
  const figure = figureOf(node.kind)
  if (figure === "box") return <rect x={x} y={y} width={width} height={height} rx={10} />
  const middle = { x: x + width / 2, y: y + height / 2 }
  if (figure === "gate")
    return <rect x={x} y={y} width={width} height={height} transform={`rotate(45 ${middle.x} ${middle.y})`} />
  return <circle cx={middle.x} cy={middle.y} r={width / 2} className={node.kind} />
}
