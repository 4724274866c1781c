import { Background, MiniMap, type NodeTypes, ReactFlow, ReactFlowProvider, useReactFlow } from "@xyflow/react"
import { type KeyboardEvent, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react"
import type { Drawing } from "../../model/drawing.ts"
import { Button } from "../parts/button.tsx"
import { Problem } from "../parts/problem.tsx"
import { Skeleton } from "../parts/skeleton.tsx"
import { useAsk } from "../server/ask.ts"
import type { Room } from "./best-layout.ts"
import { Edges } from "./edges.tsx"
import { farthestZoom, farZoom, frameHeight, framing, isCut, type Viewport } from "./framing.ts"
import { type Direction, type LaidOut, neighbour } from "./laid-out.ts"
import { Legend } from "./legend.tsx"
import { activitiesToOpen, type Marks, unmarked, withTroubleInside } from "./marks.ts"
import { NetNode, type ShownNode } from "./net-node.tsx"
import { figureOf } from "./shape.ts"
import { useLayout } from "./use-layout.ts"
import "@xyflow/react/dist/base.css"
import "./net-view.css"

interface Props {
  readonly process: string
  readonly version?: number | undefined
  /** What is shown at each task. */
  readonly marks?: Marks
  /** The task that is chosen. */
  readonly chosen?: string | undefined
  readonly onChoose?: (task: string | undefined) => void
  /** It takes as much as it needs, and no more than this. */
  readonly height?: number
  /** Edges that a played example goes along, by `from → to`. */
  readonly played?: ReadonlySet<string>
}

/** The net of a process. It is laid out once and stays put while what is shown at its tasks changes. */
export function NetView(props: Props) {
  const { process, version } = props
  const net = useAsk("net", { process, ...(version !== undefined && { version }) })
  const frame = { height: props.height ?? 340 }
  if (net.isError)
    return (
      <div className="net-frame" style={frame}>
        <Problem error={net.error} onRetry={() => void net.refetch()} />
      </div>
    )
  if (net.data === undefined)
    return (
      <div className="net-frame" style={frame}>
        <Skeleton />
      </div>
    )
  return <DrawingView {...props} drawing={net.data as Drawing} />
}

/** The same for a drawing that is there already. */
export function DrawingView({
  drawing,
  marks,
  height = 340,
  ...rest
}: Omit<Props, "process" | "version"> & { readonly drawing: Drawing }) {
  const told = useMemo(() => withTroubleInside(marks ?? new Map(), drawing), [marks, drawing])
  const [open, setOpen] = useState(() => activitiesToOpen(drawing, told))
  const frame = useRef<HTMLDivElement>(null)
  const [room, setRoom] = useState<Room>()
  const layout = useLayout({ drawing, open, room })
  useLayoutEffect(() => {
    if (frame.current === null) return
    const measure = () => {
      const width = frame.current?.clientWidth ?? 0
      const next = { width, height: roomFor(height) }
      if (width > 0) setRoom((room) => (room && isSame(room, next) ? room : next))
    }
    measure()
    const watch = new ResizeObserver(measure)
    watch.observe(frame.current)
    return () => watch.disconnect()
  }, [height])
  const toggle = useCallback(
    (net: string) =>
      setOpen((before) => {
        const next = new Set(before)
        if (!next.delete(net)) next.add(net)
        return next
      }),
    [],
  )
  const framed = layout.data && room && { ...room, height: frameHeight(layout.data, room.width, room.height) }
  return (
    <div ref={frame} className="net-frame" style={{ height: framed?.height ?? height }}>
      {layout.isError && <Problem error={layout.error} onRetry={() => void layout.refetch()} />}
      {layout.data === undefined && !layout.isError && <Skeleton />}
      {layout.data && framed && (
        <ReactFlowProvider>
          <LaidOutNet
            {...rest}
            title={drawing.title ?? drawing.process}
            laid={layout.data}
            marks={told}
            onToggle={toggle}
            room={framed}
          />
        </ReactFlowProvider>
      )}
    </div>
  )
}

interface LaidProps extends Pick<Props, "chosen" | "onChoose" | "played"> {
  readonly title: string
  readonly laid: LaidOut
  readonly marks: Marks
  readonly onToggle: (net: string) => void
  /** Its frame when it is first drawn. */
  readonly room: Room
}

const nodeTypes: NodeTypes = { net: NetNode }
const fitting = { padding: 0.08, maxZoom: 1 }

function LaidOutNet({ title, laid, marks, chosen, onChoose, played, onToggle, room }: LaidProps) {
  const flow = useReactFlow()
  const frame = useRef<HTMLDivElement>(null)
  const [focused, setFocused] = useState<string>()
  const [begin] = useState(() => framing(laid, marks, room.width, room.height))
  const [isPartial, setPartial] = useState(false)
  const [distance, setDistance] = useState(() => distanceOf(begin))
  /** Once somebody has moved the net himself, it stays where he put it. */
  const isMoved = useRef(false)
  const anchor = useRef<{ readonly net: string; readonly x: number; readonly y: number }>(undefined)
  const toggle = useCallback(
    (net: string) => {
      const before = laid.nodes.find(({ node }) => node.opens === net)
      const { x, y, zoom } = flow.getViewport()
      if (before) anchor.current = { net, x: before.x * zoom + x, y: before.y * zoom + y }
      onToggle(net)
    },
    [laid, flow, onToggle],
  )
  const reachable = useMemo(
    () => laid.nodes.filter(({ node }) => node.task !== undefined && figureOf(node.kind) !== "point"),
    [laid],
  )
  const entry = focused ?? reachable.find(({ node }) => node.task === chosen)?.node.id ?? reachable[0]?.node.id
  const nodes = useMemo(
    () =>
      laid.nodes.map((each): ShownNode => {
        const { node, x, y, width, height, isOpen, depth } = each
        const mark = (node.task === undefined ? undefined : marks.get(node.task)) ?? unmarked
        return {
          ...{ id: node.id, type: "net", position: { x, y }, width, height },
          zIndex: isOpen ? depth - 100 : 10,
          style: touchable,
          data: {
            ...{ node, mark, isOpen },
            isChosen: node.task !== undefined && node.task === chosen,
            isEntry: node.id === entry,
            onChoose:
              node.task !== undefined && onChoose
                ? () => onChoose(node.task === chosen ? undefined : node.task)
                : undefined,
            onToggle: node.opens === undefined ? undefined : () => toggle(node.opens as string),
          },
        }
      }),
    [laid, marks, chosen, entry, onChoose, toggle],
  )
  const latest = useRef(marks)
  latest.current = marks
  const look = useCallback(
    (viewport: Viewport) => {
      const { clientWidth, clientHeight } = frame.current ?? { clientWidth: 0, clientHeight: 0 }
      setPartial(clientWidth > 0 && isCut(laid, viewport, clientWidth, clientHeight))
      setDistance(distanceOf(viewport))
    },
    [laid],
  )
  useEffect(() => {
    const show = () => {
      const { clientWidth, clientHeight } = frame.current ?? { clientWidth: 0, clientHeight: 0 }
      if (clientWidth === 0) return
      if (!isMoved.current) void flow.setViewport(framing(laid, latest.current, clientWidth, clientHeight))
      look(flow.getViewport())
    }
    const { net, x = 0, y = 0 } = anchor.current ?? {}
    anchor.current = undefined
    const kept = net === undefined ? undefined : laid.nodes.find(({ node }) => node.opens === net)
    // What was opened or closed stays under the pointer.
    if (kept) {
      const { zoom } = flow.getViewport()
      isMoved.current = true
      void flow.setViewport({ x: x - kept.x * zoom, y: y - kept.y * zoom, zoom })
    }
    show()
    if (frame.current === null) return
    const watch = new ResizeObserver(show)
    watch.observe(frame.current)
    return () => watch.disconnect()
  }, [laid, flow, look])
  const moved = (move: (how: { readonly duration: number }) => unknown) => {
    isMoved.current = true
    void move({ duration: 120 })
  }
  const fit = ({ duration }: { readonly duration: number }) => flow.fitView({ ...fitting, duration })
  const pressed = (event: KeyboardEvent) => {
    if (event.key === "+" || event.key === "=") moved(flow.zoomIn)
    else if (event.key === "-") moved(flow.zoomOut)
    else if (event.key === "0") moved(fit)
    else if (event.key.startsWith("Arrow")) {
      const from = reachable.find(({ node }) => node.id === entry)
      const to = from && neighbour(reachable, from, event.key as Direction)
      if (to) {
        isMoved.current = true
        setFocused(to.node.id)
        void flow.setCenter(to.x + to.width / 2, to.y + to.height / 2, {
          zoom: Math.max(flow.getZoom(), 0.6),
          duration: 120,
        })
        requestAnimationFrame(() =>
          frame.current
            ?.querySelector<HTMLElement>(`[data-node="${CSS.escape(to.node.id)}"]`)
            ?.focus({ preventScroll: true }),
        )
      }
    } else return
    event.preventDefault()
  }
  return (
    <section ref={frame} className={`net ${distance}`} aria-label={`Net of ${title}`} onKeyDown={pressed}>
      <ReactFlow
        nodes={nodes}
        edges={noEdges}
        nodeTypes={nodeTypes}
        defaultViewport={begin}
        minZoom={0.05}
        maxZoom={2}
        nodesDraggable={false}
        nodesConnectable={false}
        nodesFocusable={false}
        elementsSelectable={false}
        onlyRenderVisibleElements={laid.nodes.length > 120}
        onMoveStart={(event) => {
          if (event) isMoved.current = true
        }}
        onMove={(_, viewport) => look(viewport)}
        preventScrolling={false}
        zoomOnDoubleClick={false}
        zoomOnScroll={false}
        zoomActivationKeyCode={["Control", "Meta"]}
        panOnScroll={false}
        deleteKeyCode={null}
        disableKeyboardA11y
        proOptions={{ hideAttribution: true }}
      >
        <Background gap={20} size={1} />
        <Edges laid={laid} marks={marks} {...(played && { played })} />
        {isPartial && (
          <MiniMap
            pannable
            zoomable
            ariaLabel="The whole net, small"
            style={smallSize(laid)}
            nodeStrokeWidth={0}
            nodeBorderRadius={10}
            nodeClassName={(node) =>
              `mini ${(node as ShownNode).data.mark.tone} ${(node as ShownNode).data.isOpen ? "open" : figureOf((node as ShownNode).data.node.kind)}`
            }
          />
        )}
      </ReactFlow>
      <div className="net-controls">
        <Button look="quiet" icon="plus" aria-label="Closer" onClick={() => moved(flow.zoomIn)} />
        <Button look="quiet" icon="minus" aria-label="Farther" onClick={() => moved(flow.zoomOut)} />
        <Button look="quiet" icon="fit" aria-label="All of it" onClick={() => moved(fit)} />
        <Legend laid={laid} />
      </div>
    </section>
  )
}

/** As wide as it may be without being in the way, and of the shape of the net. */
function smallSize({ width, height }: LaidOut): { readonly width: number; readonly height: number } {
  return { width: 170, height: Math.round(Math.min(110, Math.max(44, (170 * height) / Math.max(width, 1)))) }
}

function distanceOf({ zoom }: Viewport): string {
  if (zoom >= farZoom) return ""
  return zoom >= farthestZoom ? "far" : "far farthest"
}

const isSame = (one: Room, other: Room): boolean => one.width === other.width && one.height === other.height

/** On a high screen there is room for more. */
const roomFor = (height: number): number => Math.max(height, Math.min(height * 1.7, innerHeight * 0.5))

const noEdges: never[] = []

/** Nodes that can be neither dragged nor selected take no pointer unless they are told to. */
const touchable = { pointerEvents: "all" } as const
