import { useEffect, useMemo, useRef } from "react"
import type { Output } from "../../../client.ts"
import { type LitPath, layOutTree, type Placed } from "./tree-layout.ts"
import { TreeRule } from "./tree-rule.tsx"
import "./tree-drawing.css"

type Rule = Output<"treeNodes">["nodes"][number]
type Hits = Output<"treeHits">

interface Props {
  readonly rules: readonly Rule[]
  readonly hits: Hits | undefined
  readonly lit: LitPath | undefined
  readonly chosen: number | undefined
  readonly onChoose: (node: number) => void
}

/** A tree as a tree: where a rule holds it goes right, to its exceptions; where it does not, down to what is asked else. */
export function TreeDrawing({ rules, hits, lit, chosen, onChoose }: Props) {
  const layout = useMemo(() => layOutTree(rules), [rules])
  const counts = useMemo(() => new Map(hits?.nodes.map((each) => [each.node, each])), [hits])
  const frame = useRef<HTMLElement>(null)
  useEffect(() => {
    if (lit) frame.current?.querySelector(".tree-rule.answers")?.scrollIntoView({ block: "nearest", inline: "nearest" })
  }, [lit])
  const width = layout.columns * (cardWidth + acrossGap) - acrossGap + 2 * edgeRoom
  const height = layout.rows * (cardHeight + downGap) - downGap + 2 * edgeRoom
  return (
    <section ref={frame} className="tree-frame" aria-label="The tree" tabIndex={0}>
      <div className="tree-drawing" style={{ width, height }}>
        <svg width={width} height={height} aria-hidden="true">
          {layout.edges.map(({ from, to, branch }) => {
            const [start, end] = [layout.places.get(from), layout.places.get(to)]
            if (!start || !end) return null
            const isLit = lit?.edges.has(`${from}>${to}`)
            return (
              <g key={to} className={`tree-edge ${branch === "true" ? "holds" : "else"}${isLit ? " lit" : ""}`}>
                <path d={branch === "true" ? across(start, end) : down(start, end)} />
                <Label at={branch === "true" ? besideOf(start) : belowOf(start)} text={branch} />
              </g>
            )
          })}
        </svg>
        <ol>
          {rules.map((rule) => {
            const place = layout.places.get(rule.node)
            return (
              place && (
                <li
                  key={rule.node}
                  style={{ left: leftOf(place), top: topOf(place), width: cardWidth, height: cardHeight }}
                >
                  <TreeRule
                    rule={rule}
                    hits={counts.get(rule.node)}
                    decisions={hits?.decisions ?? 0}
                    outcome={lit?.nodes.get(rule.node)}
                    answers={lit?.answer === rule.node}
                    isDim={lit !== undefined && !lit.nodes.has(rule.node)}
                    isChosen={chosen === rule.node}
                    onChoose={() => onChoose(rule.node)}
                  />
                </li>
              )
            )
          })}
        </ol>
      </div>
    </section>
  )
}

const cardWidth = 280
const cardHeight = 148
const acrossGap = 56
const downGap = 48
const edgeRoom = 20

const leftOf = ({ column }: Placed): number => edgeRoom + column * (cardWidth + acrossGap)
const topOf = ({ row }: Placed): number => edgeRoom + row * (cardHeight + downGap)
const besideOf = (place: Placed) => ({ x: leftOf(place) + cardWidth + acrossGap / 2, y: topOf(place) + 40 })
const belowOf = (place: Placed) => ({ x: leftOf(place) + 40, y: topOf(place) + cardHeight + downGap / 2 })

const across = (from: Placed, to: Placed): string =>
  `M${leftOf(from) + cardWidth} ${topOf(from) + 40}H${leftOf(to) - 3}m-6 -5l6 5l-6 5`

const down = (from: Placed, to: Placed): string =>
  `M${leftOf(from) + 40} ${topOf(from) + cardHeight}V${topOf(to) - 3}m-5 -6l5 6l5 -6`

function Label({
  at: { x, y },
  text,
}: {
  readonly at: { readonly x: number; readonly y: number }
  readonly text: string
}) {
  return (
    <>
      <rect x={x - 20} y={y - 10} width={40} height={20} rx={10} />
      <text x={x} y={y + 4} textAnchor="middle">
        {text}
      </text>
    </>
  )
}
