import { expect, test } from "vitest"
import { foot, frameHeight, framing, isCut, leastZoom, readableZoom } from "./framing.ts"
import type { LaidNode, LaidOut } from "./laid-out.ts"

const node = (id: string, x: number): LaidNode => ({
  node: { id, kind: "task", title: id, task: id },
  ...{ x, y: 0, width: 100, height: 50, isOpen: false, depth: 0 },
})

const netOf = (width: number, height = 50): LaidOut => ({
  nodes: [node("a", 0), node("b", width - 100)],
  edges: [],
  ...{ width, height },
})
const wide = netOf(9100)

test("[NETV6] a small net is shown at its own size, in the middle and above the controls", () => {
  const { nodes } = netOf(300)
  const small: LaidOut = { nodes: nodes.slice(0, 1), edges: [], width: 100, height: 50 }
  expect(framing(small, new Map(), 500, 250)).toEqual({ x: 200, y: (250 - foot - 50) / 2, zoom: 1 })
})

test("[NETV6] a net begins whole at any width at which its titles can be read", () => {
  const cut = [1440, 820, 700].flatMap((available) =>
    [400, 900, 1500, 1900].flatMap((width) => {
      const laid = netOf(width, 300)
      const height = frameHeight(laid, available, 560)
      const viewport = framing(laid, new Map([["b", { tone: "busy" as const }]]), available, height)
      return isCut(laid, viewport, available, height - foot) || viewport.zoom < leastZoom ? [[available, width]] : []
    }),
  )
  expect(cut).toEqual([])
})

test("[NETV6] of a net that is too large that part is shown in which something goes on", () => {
  const { x, zoom } = framing(wide, new Map([["b", { tone: "busy" as const }]]), 1000, 300)
  const left = (9000 * zoom + x) / 1000
  expect([zoom, left > 0 && left < 1]).toEqual([readableZoom, true])
})

test("[NETV6] of a large net in which nothing goes on its beginning is shown", () => {
  const viewport = framing(wide, new Map(), 1000, 300)
  expect([viewport.x, isCut(wide, viewport, 1000, 300)]).toEqual([20, true])
})

test("[NETV6] of what goes on in too many places, the step in trouble is shown", () => {
  const laid: LaidOut = { ...wide, nodes: [node("a", 0), node("b", 4500), node("c", 9000)] }
  const marks = new Map([
    ["a", { tone: "busy" as const }],
    ["b", { tone: "ready" as const, trouble: 1 }],
    ["c", { tone: "held" as const }],
  ])
  const seen = [300, 700, 1400].map((width) => {
    const { x, zoom } = framing(laid, marks, width, 300)
    return [0, 4500, 9000].map((left) => left * zoom + x >= 0 && (left + 100) * zoom + x <= width)
  })
  expect(seen).toEqual([1, 2, 3].map(() => [false, true, false]))
})
