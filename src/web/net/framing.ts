import type { LaidNode, LaidOut } from "./laid-out.ts"
import type { Marks } from "./marks.ts"

export interface Viewport {
  readonly x: number
  readonly y: number
  readonly zoom: number
}

/** Farther away nobody can read it. */
export const leastZoom = 0.78
const air = 20

/** All of a net, if it can be read so; or else the part where something goes on, or its beginning. */
export function framing(laid: LaidOut, marks: Marks, width: number, height: number): Viewport {
  const whole = { x: 0, y: 0, width: laid.width, height: laid.height }
  const fitting = wholeZoom(laid, width, height)
  if (fitting >= leastZoom) return centred(whole, fitting, width, height)
  const active = laid.nodes.filter(({ node, isOpen }) => {
    const mark = node.task === undefined ? undefined : marks.get(node.task)
    return !isOpen && mark !== undefined && (mark.trouble || ["ready", "busy", "held", "waiting"].includes(mark.tone))
  })
  const box = boxOf(active.length > 0 ? active : laid.nodes.slice(0, 1))
  const { x, y } = centred(box, leastZoom, width, height)
  // No emptiness beyond the net's own edges.
  return {
    x: within(x, width - laid.width * leastZoom - air, air),
    y:
      laid.height * leastZoom + air * 2 <= height
        ? centred(whole, leastZoom, width, height).y
        : within(y, height - laid.height * leastZoom - air, air),
    zoom: leastZoom,
  }
}

/** Whether a net can be read as a whole in so much room. */
export function isReadable(laid: LaidOut, width: number, height: number): boolean {
  return wholeZoom(laid, width, height) >= leastZoom
}

function wholeZoom(laid: LaidOut, width: number, height: number): number {
  return Math.min((width - air * 2) / laid.width, (height - air * 2) / laid.height, 1)
}

interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

function boxOf(nodes: readonly LaidNode[]): Box {
  const x = Math.min(...nodes.map((node) => node.x))
  const y = Math.min(...nodes.map((node) => node.y))
  return {
    ...{ x, y },
    width: Math.max(...nodes.map((node) => node.x + node.width)) - x,
    height: Math.max(...nodes.map((node) => node.y + node.height)) - y,
  }
}

function centred({ x, y, width, height }: Box, zoom: number, across: number, down: number): Viewport {
  return { x: across / 2 - (x + width / 2) * zoom, y: down / 2 - (y + height / 2) * zoom, zoom }
}

const within = (value: number, least: number, most: number): number =>
  Math.min(most, Math.max(Math.min(least, most), value))
