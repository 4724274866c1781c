import type { ElkNode } from "elkjs/lib/elk-api"
import type { Drawing } from "../../model/drawing.ts"
import { elkGraph, type Rows } from "./elk-graph.ts"
import { farthestZoom, farZoom, foot, leastZoom, wholeZoom } from "./framing.ts"
import { type LaidOut, laidOut } from "./laid-out.ts"

/** The frame a net is shown in. */
export interface Room {
  readonly width: number
  readonly height: number
}

/**
 * Lays a drawing out from left to right. If only its titles could be read in its frame, it goes in several rows where that shows
 * more; if even those would be too small to read, it stays one row, which is easier to move along.
 */
export async function bestLayout(
  drawing: Drawing,
  open: ReadonlySet<string>,
  room: Room | undefined,
  layout: (graph: ElkNode) => Promise<ElkNode>,
): Promise<LaidOut> {
  const laidOutIn = async (rows?: Rows) => laidOut(drawing, await layout(elkGraph(drawing, open, rows)))
  const oneRow = await laidOutIn()
  if (room === undefined || oneRow.nodes.length > most) return oneRow
  const height = room.height - foot
  const zoomOf = (laid: LaidOut) => wholeZoom(laid, room.width, height)
  if (zoomOf(oneRow) >= farZoom) return oneRow
  const ratio = room.width / height
  const whole = await laidOutIn({ ratio, cut: "SINGLE_EDGE" })
  const cut = zoomOf(whole) >= farthestZoom ? whole : await laidOutIn({ ratio, cut: "MULTI_EDGE" })
  // Rows that end where one way is left are easier to follow.
  const rows = zoomOf(cut) > zoomOf(whole) * muchLarger ? cut : whole
  return zoomOf(rows) >= leastZoom && zoomOf(rows) > zoomOf(oneRow) ? rows : oneRow
}

/** So many steps do not fit at once, in however many rows. */
const most = 150
const muchLarger = 1.15
