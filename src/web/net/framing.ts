import type { Tone } from "../words/states.ts"
import type { LaidOut } from "./laid-out.ts"
import type { Mark, Marks } from "./marks.ts"

export interface Viewport {
  readonly x: number
  readonly y: number
  readonly zoom: number
}

/** A part of a net is shown at this size. */
export const readableZoom = 0.78
/** Smaller than this, titles cannot be read: a net that large begins where something goes on. */
export const leastZoom = 0.28
/** Below this only titles are shown, larger. */
export const farZoom = 0.62
/** Below this they are shown as large as a step allows. */
export const farthestZoom = 0.42
const air = 20
/** The controls are at the foot: no step lies under them. */
export const foot = 40

/** Returns where to begin: the whole net if its titles can be read, otherwise the part where something goes on, or its start. */
export function framing(laid: LaidOut, marks: Marks, width: number, height: number): Viewport {
  const room = height - foot
  const whole = { x: 0, y: 0, width: laid.width, height: laid.height }
  const fitting = wholeZoom(laid, width, room)
  if (fitting >= leastZoom) return centred(whole, fitting, width, room)
  const box = activeBox(laid, marks, {
    width: (width - air * 2) / readableZoom,
    height: (room - air * 2) / readableZoom,
  })
  const { x, y } = centred(box, readableZoom, width, room)
  // No emptiness beyond the net's own edges.
  return {
    x: within(x, width - laid.width * readableZoom - air, air),
    y:
      laid.height * readableZoom + air * 2 <= room
        ? centred(whole, readableZoom, width, room).y
        : within(y, room - laid.height * readableZoom - air, air),
    zoom: readableZoom,
  }
}

/** Whether some of a net lies outside the frame. */
export function isCut(laid: LaidOut, { x, y, zoom }: Viewport, width: number, height: number): boolean {
  return x < -1 || y < -1 || x + laid.width * zoom > width + 1 || y + laid.height * zoom > height + 1
}

/** Returns how high a frame of this width should be: no empty space above and below a net that is wider than high. */
export function frameHeight({ width, height }: LaidOut, available: number, most: number): number {
  const fitting = Math.min(1, (available - air * 2) / Math.max(width, 1))
  const zoom = fitting >= leastZoom ? fitting : readableZoom
  return Math.min(most, Math.max(180, height * zoom + air * 2 + foot))
}

/** Returns how large the whole of a net can be shown in a frame; the controls are below it. */
export function wholeZoom(laid: Pick<LaidOut, "width" | "height">, width: number, height: number): number {
  return Math.min(wholeWidth(width) / laid.width, (height - air * 2) / laid.height, 1)
}

/** Returns how much of a frame's width a net takes that is shown whole. */
export const wholeWidth = (width: number): number => width - air * 2

/** Returns what is to be in the frame: the most urgent steps first, and as many of the others as fit with them. */
function activeBox({ nodes }: LaidOut, marks: Marks, most: Pick<Box, "width" | "height">): Box {
  const active = nodes
    .filter(({ isOpen }) => !isOpen)
    .map((laid) => ({ laid, rank: urgency(laid.node.task === undefined ? undefined : marks.get(laid.node.task)) }))
    .filter(({ rank }) => rank >= 0)
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ laid }) => laid)
  let box = boxOf(active.length > 0 ? active.slice(0, 1) : nodes.slice(0, 1))
  for (const node of active) {
    const grown = boxOf([box, node])
    if (grown.width <= most.width && grown.height <= most.height) box = grown
  }
  return box
}

/** 0 is the most urgent; -1 is a step at which nothing goes on. */
function urgency(mark: Mark | undefined): number {
  if (mark === undefined) return -1
  if (mark.trouble || mark.troubleInside) return 0
  const at = tones.indexOf(mark.tone)
  return at < 0 ? at : at + 1
}

const tones: readonly Tone[] = ["held", "busy", "ready", "waiting"]

interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

function boxOf(nodes: readonly Box[]): Box {
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
