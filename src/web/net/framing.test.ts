import { expect, test } from "vitest"
import { framing, leastZoom } from "./framing.ts"
import type { LaidNode, LaidOut } from "./laid-out.ts"

const node = (id: string, x: number): LaidNode => ({
  node: { id, kind: "task", title: id, task: id },
  ...{ x, y: 0, width: 100, height: 50, isOpen: false, depth: 0 },
})

const wide: LaidOut = { nodes: [node("a", 0), node("b", 4000)], edges: [], width: 4100, height: 50 }

test("[NETV6] a net that can be read as a whole is shown as a whole, in the middle", () => {
  const small: LaidOut = { nodes: [node("a", 0)], edges: [], width: 100, height: 50 }
  expect(framing(small, new Map(), 500, 250)).toEqual({ x: 200, y: 100, zoom: 1 })
})

test("[NETV6] of a net that is too large that part is shown in which something goes on", () => {
  const { x, zoom } = framing(wide, new Map([["b", { tone: "busy" as const }]]), 1000, 300)
  const left = (4000 * zoom + x) / 1000
  expect([zoom, left > 0 && left < 1]).toEqual([leastZoom, true])
})

test("[NETV6] of a large net in which nothing goes on its beginning is shown", () => {
  const { x } = framing(wide, new Map(), 1000, 300)
  expect(x).toBe(20)
})
